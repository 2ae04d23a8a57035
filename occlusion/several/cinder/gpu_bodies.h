// Many bodies on the GPU: their faces, and their sharp edges as lines.
//
// Vertices are floats relative to one centre of all bodies, so that relative positions are preserved and
// distance from the origin costs no precision.
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

//! Largest length of an offset vector in unit normals. A cube's corner needs 1.7, a regular tetrahedron's 3; only
//! needles need more, and their edges stay shallower.
constexpr double longest_way_out = 4;

//! Outward offset vectors, for moving an edge inward under all its faces: one per vertex, along the normal (the faces' normals weighted by their angles). Its length is such that a vertex
//! moved against it by x lies at least x deep under the plane of each of its faces, limited as above. Zero if a vertex
//! has no face with an area.
[[nodiscard]] std::vector<Eigen::Vector3d> ways_out(const TriangleMesh& mesh);

class GpuBodies {
 public:
  //! \throw std::length_error for more vertices or faces than a draw can name.
  explicit GpuBodies(std::span<const std::shared_ptr<const Solid>> bodies);

  [[nodiscard]] std::size_t size() const { return faces_.size(); }
  [[nodiscard]] const Eigen::Vector3d& centre() const { return centre_; }

  //! With the program and the state that are set. Attributes 0: position, 1: 1 + body.
  void draw_faces(std::span<const std::size_t> bodies) const;  //!< in one call

  //! In order, as sharp_edges has them.
  [[nodiscard]] std::span<const Edge> edges(std::size_t body) const { return edges_[body]; }

  //! Selects the edges to draw from now on. \param listed one list per body: indices of its edges, each once
  void list_edges(std::span<const std::vector<std::uint32_t>> listed);

  //! The listed edges of these bodies, in one call: two vertices per edge, the even one first. Attributes 0: position,
  //! 1: way out (ways_out), 2: 1 + body.
  void draw_edges(std::span<const std::size_t> bodies) const;

 private:
  struct IndexRange {
    std::size_t first = 0;
    std::size_t count = 0;
  };

  //! Those of some bodies, in one call.
  static void draw_ranges(GLenum kind, std::span<const IndexRange> ranges,
                          std::span<const std::size_t> bodies);

  Eigen::Vector3d centre_ = Eigen::Vector3d::Zero();
  std::vector<std::vector<Edge>> edges_;
  std::vector<IndexRange> faces_;   //!< in indices
  std::vector<IndexRange> listed_;  //!< in indices
  gl::Buffer vertex_buffer_, index_buffer_, end_buffer_, listed_buffer_;
  gl::VertexArray face_arrays_, edge_arrays_;
};

}  // namespace intercusp::cinder
