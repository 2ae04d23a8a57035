// The least surface distance of a bite over the whole surface of both jaws, not only at vertices. It is a
// distance or a depth of overlap.
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "occlusion/distance/surface_distance.h"

namespace intercusp {

struct LeastDistance {
  double distance_mm = 0;  //!< at a point of a surface; negative if the point is inside the other solid
  double bound_mm = 0;     //!< no certain point of either surface is below this value
  Eigen::Vector3d case_point{0, 0, 0};
  //! Whether the point is on the lower's surface; the other jaw's face is the closest to it.
  bool on_lower = true;
  std::uint32_t upper_face = 0, lower_face = 0;

  //! Greatest depth of either surface inside the other jaw; 0 without overlap.
  [[nodiscard]] double max_penetration_distance_mm() const { return std::max(0.0, -distance_mm); }
};

struct LeastDistanceOptions {
  double tolerance_mm = 1e-4;  //!< the search ends when bound_mm is within this of distance_mm
  //! The search also ends after this many pieces, which surfaces that are parallel over an area may reach.
  //! bound_mm then shows what remains open.
  std::size_t most_pieces = 200'000;
};

//! Points that are undecided or at the rim of a scan (JawReading) are ignored; next to them the search
//! goes down to pieces of 0.02 mm. Empty if no vertex is certain. The result is bit-identical for any
//! number of threads.
//! \pre as surface_distances; the distances are those of this bite in this pose
[[nodiscard]] std::optional<LeastDistance> least_distance(const Bite& bite, const PreparedJaws& jaws,
                                                          const SurfaceDistances& distances,
                                                          const LeastDistanceOptions& options = {});

}  // namespace intercusp
