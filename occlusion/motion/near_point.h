// Faces of a jaw's anatomy near a point. Internal to occlusion/motion.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <optional>
#include <vector>

#include "occlusion/motion/prepared_jaw.h"

namespace intercusp::motion {

struct NearFace {
  std::uint32_t face;
  Eigen::Vector3d closest;  //!< of its points
};

//! The faces within a distance of a point. \param point in the jaw's own frame
[[nodiscard]] std::vector<NearFace> faces_near(const PreparedJaw& jaw, const Eigen::Vector3d& point,
                                               double radius_mm);

//! The closest face; empty beyond the radius. \param point in the jaw's own frame
[[nodiscard]] std::optional<NearFace> closest_within(const PreparedJaw& jaw, const Eigen::Vector3d& point,
                                                     double radius_mm);

//! The normal of a face, in the jaw's own frame, of any length.
[[nodiscard]] Eigen::Vector3d normal_of(const PreparedJaw& jaw, std::uint32_t face);

//! Whether the vector from a closest point of a surface is along a normal, which holds unless that point is on an edge.
[[nodiscard]] bool is_straight_along(const Eigen::Vector3d& normal, const Eigen::Vector3d& way);

}  // namespace intercusp::motion
