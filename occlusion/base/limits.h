// Ranges of the numbers that a user may enter. The command line refuses other numbers with the option's name,
// Python with the argument's. Algorithms that compute poses from them check again. Within these ranges the
// program can compute with every pose, time and count. Most ranges are far wider than any useful value.
#pragma once

#include <stdexcept>
#include <string>

namespace intercusp::limits {

struct Range {
  double least, most;

  //! \return false for NaN
  [[nodiscard]] constexpr bool holds(double value) const { return value >= least && value <= most; }
};

//! Largest distance of a point from the origin, and largest motion of a pose. More is a mistake of units, and
//! rounding errors grow with the distance.
constexpr double farthest_mm = 500'000;

//! The largest coordinate of a mesh.
constexpr double farthest_vertex_mm = 1e6;

//! Smaller solids are refused, because products of their edges would leave the range of numbers.
constexpr double least_size_mm = 1e-6;

//! A matrix is made rigid if no entry of its rotation changes by more than this. Files have two to
//! three decimals.
constexpr double rotation_rounding = 0.002;

constexpr Range mm_per_unit = {1e-6, 1000};      //!< unit of the lengths in a file; metres are the largest
constexpr Range direction_length = {1e-9, 1e9};  //!< length of X,Y,Z before it is normalised
constexpr Range pixel_mm = {1e-6, 1000};
constexpr Range threshold_mm = {0, 1000};
constexpr Range area_error_percent = {0.001, 100};
//! Standard deviations of a bite; turns of a mouth, not of a head.
constexpr Range bite_shift_mm = {0, 100}, bite_turn_deg = {0, 45};
//! Rotation and translation of a motion.
constexpr Range turn_deg = {1e-6, 360}, shift_mm = {1e-6, farthest_mm};
constexpr Range settle_tolerance_mm = {1e-4, 1};  //!< starts at the depth tolerance
constexpr Range settle_motion_mm = {1e-3, 100};
constexpr Range tooth_contact_mm = {0, 2};  //!< between teeth, in any direction
constexpr Range condyles_apart_mm = {20, 300}, bonwill_mm = {20, 300}, balkwill_deg = {0, 80};
constexpr Range inclination_deg = {0, 80}, bennett_deg = {0, 60}, side_shift_mm = {0, 10};
constexpr Range samples_per_s = {1e-6, 1e9};
constexpr Range disc_mm = {1e-6, farthest_mm}, cone_deg = {1e-3, 180};
//! Beyond this, squares of speeds and times leave the range of numbers.
constexpr Range droplet_mm_s = {1e-3, 1e9};
constexpr double most_gravity_mm_s2 = 1e9;
constexpr Range bounces = {0, 3};         //!< as many as Knott 2003, section 3.3.2, computes
constexpr Range restitution = {1e-3, 1};  //!< with 0 a droplet would slide, which no parabola describes

constexpr Range sectors = {1, 32};  //!< 32 are two per tooth; shorter sectors contain no contact zone
constexpr Range bite_poses = {0, 100'000}, timed_poses = {1, 100'000};
constexpr Range rays_per_pixel = {1, 65'536};
constexpr Range jobs = {1, 10'000};          //!< cases of a cohort at a time
constexpr std::size_t most_thresholds = 32;  //!< each takes time and memory

//! Checks numbers that come from code.
//! \throw std::invalid_argument
inline void require(const Range& range, double value, const char* what) {
  if (range.holds(value)) return;
  throw std::invalid_argument(std::string(what) + " must lie between " + std::to_string(range.least) +
                              " and " + std::to_string(range.most) + ", not " + std::to_string(value));
}

}  // namespace intercusp::limits
