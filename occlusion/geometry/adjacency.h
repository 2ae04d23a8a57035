// Adjacency of a mesh: faces that share an edge, components joined by shared vertices, and sharp edges.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

#include "occlusion/geometry/triangle_mesh.h"

namespace intercusp {

// Union-find (disjoint sets).

class UnionFind {
 public:
  explicit UnionFind(std::size_t count) { reset(count); }

  //! Puts every element back into its own set; reuses the storage.
  void reset(std::size_t count) {
    parent_.resize(count);
    std::iota(parent_.begin(), parent_.end(), 0U);
  }

  [[nodiscard]] std::uint32_t root(std::uint32_t i) {
    while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
    return i;
  }
  //! The smaller index becomes the root. \return whether the sets were disjoint
  bool join(std::uint32_t a, std::uint32_t b) {
    a = root(a);
    b = root(b);
    parent_[std::max(a, b)] = std::min(a, b);
    return a != b;
  }

 private:
  std::vector<std::uint32_t> parent_;
};

//! One face's use of an edge. The edge runs from the face's vertex `corner` to the next one.
struct EdgeSide {
  std::uint32_t high;  //!< the end with the larger vertex number
  std::uint32_t face, corner;
};

//! Calls visit(low, high, std::span<const EdgeSide>) once for each edge, sorted by its two vertices, low
//! < high. The sides are sorted by face: two on a closed surface, one at an open edge, more where the
//! mesh is not manifold.
template <class Visit>
void for_each_edge(std::size_t vertex_count, std::span<const Face> faces, const Visit& visit) {
  // A counting sort by the lower vertex: after filling, the sides of vertex v are in [end[v − 1], end[v]).
  std::vector<std::uint32_t> end(vertex_count + 1, 0);
  for (const Face& face : faces) {
    for (std::size_t i = 0; i < 3; ++i) ++end[std::min(face[i], face[(i + 1) % 3]) + 1];
  }
  for (std::size_t v = 0; v < vertex_count; ++v) end[v + 1] += end[v];
  std::vector<EdgeSide> sides(3 * faces.size());
  for (std::uint32_t index = 0; index < faces.size(); ++index) {
    for (std::uint32_t i = 0; i < 3; ++i) {
      const auto [low, high] = std::minmax(faces[index][i], faces[index][(i + 1) % 3]);
      sides[end[low]++] = {high, index, i};
    }
  }
  auto first = sides.begin();
  for (std::uint32_t low = 0; low < vertex_count; ++low) {
    const auto last = sides.begin() + end[low];
    std::sort(first, last, [](const EdgeSide& a, const EdgeSide& b) {
      return a.high != b.high ? a.high < b.high : a.face < b.face;
    });
    while (first != last) {
      const std::uint32_t high = first->high;
      const auto next = std::find_if(first, last, [&](const EdgeSide& side) { return side.high != high; });
      visit(low, high, std::span<const EdgeSide>(first, next));
      first = next;
    }
  }
}

template <class Visit>
void for_each_edge(const TriangleMesh& mesh, const Visit& visit) {
  for_each_edge(mesh.vertices.size(), mesh.faces, visit);
}

//! Sets of vertices that are connected by faces.
[[nodiscard]] UnionFind joined_vertices(std::size_t vertices, std::span<const Face> faces);

//! A component: faces connected by vertices, with their own indices into the mesh's vertices.
struct MeshComponent {
  std::vector<Face> faces;
  std::vector<std::uint32_t> face_of;  //!< numbers of these faces in the mesh, ascending
  Bounds box;
};

//! Components in the order of their first faces. Vertices in the same place are not merged.
[[nodiscard]] std::vector<MeshComponent> mesh_components(const TriangleMesh& mesh);

//! Indices into TriangleMesh::vertices, the smaller first.
using Edge = std::array<std::uint32_t, 2>;

//! Two faces whose normals differ by less than this angle, in radians, lie in one wall. Rounding to float
//! turns a face of 0.1 mm at 60 mm from the origin by some 0.0001. A sphere is smoother than this only with
//! tens of millions of faces.
constexpr double flat_edge_rad = 1e-3;

//! Sharp edges, sorted, each once. An edge of one face or of more than two is sharp, and so is an edge of a
//! face without area.
[[nodiscard]] std::vector<Edge> sharp_edges(const TriangleMesh& mesh);

}  // namespace intercusp
