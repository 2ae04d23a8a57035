// Velocity culling (Vaněček 1993): a face cannot meet the other jaw if all its corners move away from its
// outer side. Velocities are relative to the other jaw. They are linear over a face, so its corners decide.
// During one turn or shift a face keeps its velocity in its own frame, so a culled face stays culled for the
// whole motion.
#pragma once

#include <array>
#include <cstddef>

#include "occlusion/case/bite.h"
#include "occlusion/motion/motion.h"

namespace intercusp {

struct CulledShare {
  std::size_t faces = 0;    //!< number of anatomy faces
  std::size_t dropped = 0;  //!< number of these that are culled
};

struct CullingReport {
  CulledShare upper, lower;
};

//! Counts the anatomy faces that are culled for a motion from this pose.
[[nodiscard]] CullingReport velocity_culling(const Bite& bite, const Motion& motion);

//! Whether a face is culled.
//! \param corners,normal case frame, at the start; the normal points outward and has any length
[[nodiscard]] bool moves_away(const std::array<Eigen::Vector3d, 3>& corners, const Eigen::Vector3d& normal,
                              const Motion& motion, Jaw jaw);

}  // namespace intercusp
