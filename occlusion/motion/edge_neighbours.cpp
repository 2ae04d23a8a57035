#include "occlusion/motion/edge_neighbours.h"

#include <algorithm>

namespace intercusp::motion {
namespace {

//! An edge of a face, kept with its vertex of the smaller number.
struct HalfEdge {
  std::uint32_t high, third, face, edge;
};

//! All edges by their vertex of the smaller number: those of vertex v stand from begin[v] to begin[v + 1].
struct EdgesOfVertices {
  std::vector<std::uint32_t> begin;
  std::vector<HalfEdge> edges;
};

EdgesOfVertices edges_of_vertices(const TriangleMesh& mesh) {
  EdgesOfVertices sorted{.begin = std::vector<std::uint32_t>(mesh.vertices.size() + 2, 0), .edges = {}};
  sorted.edges.resize(3 * mesh.faces.size());
  for (const Face& face : mesh.faces) {
    for (std::size_t i = 0; i < 3; ++i) ++sorted.begin[std::min(face[i], face[(i + 1) % 3]) + 2];
  }
  for (std::size_t v = 2; v < sorted.begin.size(); ++v) sorted.begin[v] += sorted.begin[v - 1];
  for (std::uint32_t index = 0; index < mesh.faces.size(); ++index) {
    const Face& face = mesh.faces[index];
    for (std::uint32_t i = 0; i < 3; ++i) {
      const auto [low, high] = std::minmax(face[i], face[(i + 1) % 3]);
      sorted.edges[sorted.begin[low + 1]++] = {high, face[(i + 2) % 3], index, i};
    }
  }
  return sorted;
}

}  // namespace

std::vector<std::array<AcrossEdge, 3>> faces_across(const TriangleMesh& mesh) {
  const EdgesOfVertices sorted = edges_of_vertices(mesh);
  std::vector<std::array<AcrossEdge, 3>> across(mesh.faces.size());
  for (std::size_t v = 0; v < mesh.vertices.size(); ++v) {
    for (std::uint32_t i = sorted.begin[v]; i < sorted.begin[v + 1]; ++i) {
      const HalfEdge& edge = sorted.edges[i];
      std::uint32_t others = 0;
      AcrossEdge other{edge.face, edge.third};
      for (std::uint32_t k = sorted.begin[v]; k < sorted.begin[v + 1]; ++k) {
        if (k == i || sorted.edges[k].high != edge.high) continue;
        ++others;
        other = {sorted.edges[k].face, sorted.edges[k].third};
      }
      across[edge.face][edge.edge] = others == 1 ? other : AcrossEdge{edge.face, edge.third};
    }
  }
  return across;
}

}  // namespace intercusp::motion
