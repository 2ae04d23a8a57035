// Points of one jaw's surface with their distances to the other jaw.
#pragma once

#include <Eigen/Geometry>
#include <algorithm>
#include <array>

#include "occlusion/distance/jaw_distance.h"
#include "occlusion/distance/surface_distance.h"

namespace intercusp {

struct SurfaceSide {
  const Solid& jaw;
  Eigen::Isometry3d other_from_jaw;
  const JawDistance& other;
  const VertexDistances& at_vertices;  //!< of `jaw`

  //! In the other's frame.
  [[nodiscard]] Eigen::Vector3d vertex(std::uint32_t index) const {
    return other_from_jaw * jaw.mesh.vertices[index];
  }
  [[nodiscard]] std::array<Eigen::Vector3d, 3> corners(std::uint32_t face) const {
    const auto& [a, b, c] = jaw.mesh.faces[face];
    return {vertex(a), vertex(b), vertex(c)};
  }
};

[[nodiscard]] inline SurfaceSide upper_side(const Bite& bite, const PreparedJaws& jaws,
                                            const SurfaceDistances& distances) {
  return {*bite.upper, bite.upper_from_lower.inverse(Eigen::Isometry), jaws.lower, distances.upper};
}

[[nodiscard]] inline SurfaceSide lower_side(const Bite& bite, const PreparedJaws& jaws,
                                            const SurfaceDistances& distances) {
  return {*bite.lower, bite.upper_from_lower, jaws.upper, distances.lower};
}

//! The place that has these weights in the corners of a triangle.
[[nodiscard]] inline Eigen::Vector3d weighted(const std::array<Eigen::Vector3d, 3>& corners,
                                              const Eigen::Vector3f& weights) {
  const Eigen::Vector3d w = weights.cast<double>();
  return w.x() * corners[0] + w.y() * corners[1] + w.z() * corners[2];
}

[[nodiscard]] inline double longest_edge(const std::array<Eigen::Vector3d, 3>& corners) {
  return std::sqrt(std::max({(corners[1] - corners[0]).squaredNorm(), (corners[2] - corners[1]).squaredNorm(),
                             (corners[0] - corners[2]).squaredNorm()}));
}

//! No point of a triangle is further than this times its longest edge from the nearest corner (equilateral: 1/√3;
//! others less). Distance is 1-Lipschitz, so this bounds its change.
constexpr double reach_of_corners = 0.57735026918962584;

}  // namespace intercusp
