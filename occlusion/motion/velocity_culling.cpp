#include "occlusion/motion/velocity_culling.h"

#include <algorithm>

namespace intercusp {
namespace {

CulledShare share_of(const Solid& jaw, const Eigen::Isometry3d& case_from_jaw, const Motion& motion,
                     Jaw which) {
  CulledShare share{.faces = jaw.anatomy_faces, .dropped = 0};
  for (std::size_t face = 0; face < jaw.anatomy_faces; ++face) {
    std::array<Eigen::Vector3d, 3> corners;
    for (std::size_t i = 0; i < 3; ++i)
      corners[i] = case_from_jaw * jaw.mesh.vertices[jaw.mesh.faces[face][i]];
    const Eigen::Vector3d normal = (corners[1] - corners[0]).cross(corners[2] - corners[0]);
    if (moves_away(corners, normal, motion, which)) ++share.dropped;
  }
  return share;
}

}  // namespace

bool moves_away(const std::array<Eigen::Vector3d, 3>& corners, const Eigen::Vector3d& normal,
                const Motion& motion, Jaw jaw) {
  // The upper is fixed. Seen from the lower, it moves in the opposite direction.
  const double sign = jaw == Jaw::lower ? 1 : -1;
  return std::ranges::all_of(corners, [&](const Eigen::Vector3d& corner) {
    return sign * normal.dot(motion.velocity_at(corner)) < 0;
  });
}

CullingReport velocity_culling(const Bite& bite, const Motion& motion) {
  return {.upper = share_of(*bite.upper, Eigen::Isometry3d::Identity(), motion, Jaw::upper),
          .lower = share_of(*bite.lower, bite.upper_from_lower, motion, Jaw::lower)};
}

}  // namespace intercusp
