// Surface distance at the vertices of both jaws: the distance to the closest point of the other jaw's surface
// in any direction, negative inside the other solid.
//
// It differs from the clearance of a map, which is along one direction: where a wall at 80° is pushed 0.1 mm
// into another, the clearance along the axis is 0.57 mm, and the distance is 0.1 mm.
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

//! The vertices of a jaw's anatomy, each once, along a space-filling curve, so that neighbours are adjacent.
//! In the order of most files, a search for the closest faces of sixteen points takes four times as long.
[[nodiscard]] std::vector<std::uint32_t> anatomy_vertices(const Solid& jaw);

//! Every array has one entry per vertex of a jaw.
struct VertexDistances {
  std::vector<float> mm;  //!< NaN if no anatomical face uses the vertex or if its side is undecided
  std::vector<std::uint32_t> other_face;  //!< closest face of the other jaw; 0 if `mm` is NaN
  std::vector<std::uint8_t> at_rim;       //!< 1 if the closest point is on the rim of the other scan
  std::size_t measured = 0;               //!< number of vertices of the anatomy
  std::size_t undecided = 0;              //!< number of these without a side
  std::size_t at_rim_count = 0;           //!< number of these with a side, but at the rim
};

struct SurfaceDistances {
  VertexDistances upper, lower;
};

//! The result is bit-identical for any number of threads.
//! \throw as prepare_jaws
[[nodiscard]] SurfaceDistances surface_distances(const Bite& bite);

//! \pre jaws were prepared from the solids of this bite; the pose may differ
[[nodiscard]] SurfaceDistances surface_distances(const Bite& bite, const PreparedJaws& jaws);

// One jaw's surface with its distances to the other jaw.

struct SurfaceSide {
  const Solid& jaw;
  Eigen::Isometry3d other_from_jaw;
  const JawDistance& other;
  const VertexDistances& at_vertices;  //!< of `jaw`

  //! Position of a vertex in the other jaw's frame.
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

//! The point of a triangle with these barycentric weights.
[[nodiscard]] inline Eigen::Vector3d weighted(const std::array<Eigen::Vector3d, 3>& corners,
                                              const Eigen::Vector3f& weights) {
  const Eigen::Vector3d w = weights.cast<double>();
  return w.x() * corners[0] + w.y() * corners[1] + w.z() * corners[2];
}

[[nodiscard]] inline double longest_edge(const std::array<Eigen::Vector3d, 3>& corners) {
  return std::sqrt(std::max({(corners[1] - corners[0]).squaredNorm(), (corners[2] - corners[1]).squaredNorm(),
                             (corners[0] - corners[2]).squaredNorm()}));
}

//! No point of a triangle is farther from the nearest corner than this times the longest edge (1/√3 for
//! equilateral triangles, less for others). Distance is 1-Lipschitz, so this bounds its change.
constexpr double reach_of_corners = 0.57735026918962584;

}  // namespace intercusp
