// A particle meets a collider.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <limits>

namespace intercusp {

constexpr std::uint32_t no_impact_face = 0xffffffffU;  //!< of a quadric, which has one face

constexpr double beside_mm = 1e-9;  //!< a crossing so close to a face or wall counts for it

struct Impact {
  double time_s = 0;
  std::uint32_t collider = 0;           //!< in the order given
  std::uint32_t face = no_impact_face;  //!< of a mesh; of a body the number of its wall
  Eigen::Vector3d point;
  Eigen::Vector3d velocity;  //!< just before
  Eigen::Vector3d normal;    //!< of the collider, unit length, outward

  [[nodiscard]] double speed_mm_s() const { return velocity.norm(); }
  [[nodiscard]] bool from_inside() const { return velocity.dot(normal) > 0; }
};

//! The wall that a bouncing particle leaves: the particle lies on it to the last bit, so this impact does not count
//! again.
struct LeftSurface {
  std::uint32_t collider = 0;
  std::uint32_t face = no_impact_face;
};

}  // namespace intercusp
