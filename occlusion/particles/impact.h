// A particle meets a collider.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <limits>

namespace intercusp {

constexpr std::uint32_t no_impact_face = 0xffffffffU;  //!< of colliders that are no meshes

struct Impact {
  double time_s = 0;
  std::uint32_t collider = 0;  //!< in the order given
  std::uint32_t face = no_impact_face;
  Eigen::Vector3d point;
  Eigen::Vector3d velocity;  //!< just before
  Eigen::Vector3d normal;    //!< of the collider, unit length, outward

  [[nodiscard]] double speed_mm_s() const { return velocity.norm(); }
  [[nodiscard]] bool from_inside() const { return velocity.dot(normal) > 0; }
};

//! What a bouncing particle leaves: it lies on it to the last bit, so this meeting does not count again.
struct LeftSurface {
  std::uint32_t collider = 0;
  std::uint32_t face = no_impact_face;
};

}  // namespace intercusp
