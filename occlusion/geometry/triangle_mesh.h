// A triangle mesh as plain arrays, the input of every engine.
//
// Lengths are millimetres. The three vertices of a face run counter-clockwise seen from outside, so the
// right-hand normal points out of the body.
#pragma once

#include <Eigen/Core>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace intercusp {

using Face = std::array<std::uint32_t, 3>;  //!< indices into TriangleMesh::vertices

struct TriangleMesh {
  std::vector<Eigen::Vector3d> vertices;  //!< mm, in the mesh's own frame
  std::vector<Face> faces;
};

//! Axis-aligned box. Empty (min > max) until something is added.
struct Bounds {
  Eigen::Vector3d min = Eigen::Vector3d::Constant(std::numeric_limits<double>::infinity());
  Eigen::Vector3d max = Eigen::Vector3d::Constant(-std::numeric_limits<double>::infinity());

  void add(const Eigen::Vector3d& point) {
    min = min.cwiseMin(point);
    max = max.cwiseMax(point);
  }
  void add(const Bounds& other) {
    min = min.cwiseMin(other.min);
    max = max.cwiseMax(other.max);
  }
  [[nodiscard]] bool empty() const { return !(min.array() <= max.array()).all(); }
  [[nodiscard]] Eigen::Vector3d size() const { return max - min; }
  [[nodiscard]] Eigen::Vector3d centre() const { return 0.5 * (min + max); }
};

[[nodiscard]] Bounds bounds_of(const TriangleMesh& mesh);

//! Normal of a face with twice the face's area as its length, mm²; zero for a face without area.
[[nodiscard]] Eigen::Vector3d face_normal_twice_area(const TriangleMesh& mesh, std::size_t face);

//! Volume by the divergence theorem, mm³: positive for a closed mesh with outward normals. Where parts
//! overlap, the overlap counts once for each part.
[[nodiscard]] double signed_volume(const TriangleMesh& mesh);

[[nodiscard]] double surface_area(const TriangleMesh& mesh);

//! Appends a copy of `part` to `whole` and renumbers its faces.
void append(TriangleMesh& whole, const TriangleMesh& part);

//! Unit normal of each vertex: the area-weighted mean over its faces; zero if that mean is zero.
[[nodiscard]] std::vector<Eigen::Vector3d> vertex_normals(std::span<const Eigen::Vector3d> vertices,
                                                          std::span<const Face> faces);

// The rounding of vertices to single precision, in their file or when it was read.

//! The greatest distance that rounding to single precision may have moved a vertex, from the coordinates
//! farthest from the origin. 0 for a mesh with more digits than single precision has, in any unit of import.
[[nodiscard]] double single_precision_mm(const TriangleMesh& mesh);

//! Whether a depth (negative: apart) is so near the tolerance that rounding may decide on which side it lies.
[[nodiscard]] bool rounding_decides(double depth_mm, double rounding_mm, double depth_tolerance_mm);

}  // namespace intercusp
