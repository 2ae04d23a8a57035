// Surface distance at the vertices of both jaws: to the closest point of the other jaw's surface in any
// direction, negative inside the other solid.
//
// Differs from the clearance of a map, which is along one direction: a wall at 80° pushed 0.1 mm into another
// reads 0.57 mm along the axis and 0.1 mm here.
#pragma once

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "occlusion/distance/jaw_distance.h"
#include "occlusion/geometry/solid.h"

namespace intercusp {

//! The vertices that a jaw's anatomy uses, each once, along a space-filling curve, so that neighbours are adjacent: in the
//! order of most files a search for the closest faces of sixteen points takes four times as long.
[[nodiscard]] std::vector<std::uint32_t> anatomy_vertices(const Solid& jaw);

//! One entry per vertex of a jaw in every array.
struct VertexDistances {
  std::vector<float> mm;  //!< NaN where no anatomy face uses the vertex and where the side is undecided
  std::vector<std::uint32_t> other_face;  //!< closest face of the other jaw; 0 where `mm` is NaN
  std::vector<std::uint8_t> at_rim;       //!< 1: the closest point is on the rim of the other scan
  std::size_t measured = 0;               //!< vertices of the anatomy
  std::size_t undecided = 0;              //!< of those: without a side
  std::size_t at_rim_count = 0;           //!< of those: decided, but at the rim
};

struct SurfaceDistances {
  VertexDistances upper, lower;
};

//! Gives identical bits for any number of threads. \throw as prepare_jaws.
[[nodiscard]] SurfaceDistances surface_distances(const Bite& bite);

//! \pre jaws were prepared from the solids of this bite; the pose may be another.
[[nodiscard]] SurfaceDistances surface_distances(const Bite& bite, const PreparedJaws& jaws);

// Points of one jaw's surface with their distances to the other jaw.

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
