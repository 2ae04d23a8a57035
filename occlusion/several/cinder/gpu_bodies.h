// Many bodies on the GPU: their faces, and their sharp edges as lines.
//
// Vertices are floats relative to one centre of all bodies, so relative positions are preserved, and distance
// from the origin costs no precision.
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "occlusion/engines/gl/objects.h"
#include "occlusion/geometry/adjacency.h"
#include "occlusion/geometry/solid.h"
#include "occlusion/geometry/triangle_mesh.h"

namespace intercusp::cinder {

//! Greatest length of an offset vector, in units of the normal. The corner of a cube needs 1.7, that of a
//! regular tetrahedron 3. Only needles need more, and their edges stay shallower.
constexpr double longest_way_out = 4;

//! Outward offset vectors, one per vertex, for moving edges inward below all their faces. They point along
//! the vertex normal, the mean of the faces' normals weighted by their angles. A vertex moved against its
//! vector times x lies at least x deep below the plane of each of its faces, as far as the limit above
//! allows. Zero if no face of a vertex has an area.
[[nodiscard]] std::vector<Eigen::Vector3d> ways_out(const TriangleMesh& mesh);

class GpuBodies {
 public:
  //! \throw std::length_error for more vertices or faces than a draw call can name
  explicit GpuBodies(std::span<const std::shared_ptr<const Solid>> bodies);

  [[nodiscard]] std::size_t size() const { return faces_.size(); }
  [[nodiscard]] const Eigen::Vector3d& centre() const { return centre_; }

  //! Draws in one call, with the current program and state. Attributes 0: position, 1: 1 + body.
  void draw_faces(std::span<const std::size_t> bodies) const;

  //! Sorted as sharp_edges returns them.
  [[nodiscard]] std::span<const Edge> edges(std::size_t body) const { return edges_[body]; }

  //! Selects the edges to draw from now on.
  //! \param listed for each body, indices of its edges, each once
  void list_edges(std::span<const std::vector<std::uint32_t>> listed);

  //! Draws the listed edges of these bodies in one call: two vertices per edge, the even one first.
  //! Attributes 0: position, 1: offset vector (ways_out), 2: 1 + body.
  void draw_edges(std::span<const std::size_t> bodies) const;

 private:
  struct IndexRange {
    std::size_t first = 0;
    std::size_t count = 0;
  };

  //! Draws the ranges of some bodies in one call.
  static void draw_ranges(GLenum kind, std::span<const IndexRange> ranges,
                          std::span<const std::size_t> bodies);

  Eigen::Vector3d centre_ = Eigen::Vector3d::Zero();
  std::vector<std::vector<Edge>> edges_;
  std::vector<IndexRange> faces_;   //!< ranges of indices
  std::vector<IndexRange> listed_;  //!< ranges of indices
  gl::Buffer vertex_buffer_, index_buffer_, end_buffer_, listed_buffer_;
  gl::VertexArray face_arrays_, edge_arrays_;
};

}  // namespace intercusp::cinder
