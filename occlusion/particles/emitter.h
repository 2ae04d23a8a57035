// The source of particles: a nozzle from which all start at once (Knott 2003, section 3.2.1).
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <variant>
#include <vector>

#include "occlusion/particles/path.h"

namespace intercusp {

//! A parallel beam from a disc across the direction, uniform over its area.
struct DiscBeam {
  double radius_mm = 1;
};

//! A point source, uniform over the solid angle about the direction.
struct Cone {
  double half_angle_rad = 0.2618;  //!< 15°; above 0, at most pi
};

struct Emitter {
  Eigen::Vector3d place = Eigen::Vector3d::Zero();
  Eigen::Vector3d direction = Eigen::Vector3d::UnitZ();  //!< unit length
  std::variant<DiscBeam, Cone> opening = Cone{};
  double speed_mm_s = 1000;                                //!< above 0
  Eigen::Vector3d acceleration = Eigen::Vector3d::Zero();  //!< gravity, mm/s²
  std::uint64_t seed = 1;
};

//! The path of a particle from its birth on. The same numbers give the same bits, independently of earlier calls.
[[nodiscard]] Path path_of(const Emitter& emitter, std::uint64_t particle);

//! A path from the nozzle to a point, and the particles on it.
struct Approach {
  Path path;
  double time_s = 0;  //!< arrival time at the point
  Eigen::Vector3d flux_per_mm2 =
      Eigen::Vector3d::Zero();  //!< with a surface's unit normal: minus the share of all
                                //!< particles that arrive per mm² of it
};

//! Every path by which particles of this nozzle reach a point if nothing is in between: none, one, or with gravity two.
[[nodiscard]] std::vector<Approach> approaches_to(const Eigen::Vector3d& point, const Emitter& emitter);

}  // namespace intercusp
