#include "occlusion/teeth/closed_jaw.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <set>
#include <utility>

#include "occlusion/geometry/adjacency.h"

namespace intercusp {
namespace {

//! As import tells margins from holes (io/mesh/repair/holes.cpp).
constexpr double margin_length_squared_per_area = 1.2;
//! Crowns and their gum end above this, measured from the occlusal plane; thin bases do not go so deep.
constexpr double base_depth_mm = 11, thinnest_base_mm = 3;

struct OpenEdge {
  std::uint32_t from, to;  //!< as the adjacent face has them
};

//! Open edges that hang together.
struct Hole {
  std::vector<OpenEdge> edges;
  double length_mm = 0;
  Eigen::Vector3d sum = Eigen::Vector3d::Zero();  //!< of the edges' first ends
};

std::vector<OpenEdge> open_edges(const TriangleMesh& mesh) {
  std::vector<OpenEdge> edges;
  for_each_edge(mesh, [&](std::uint32_t low, std::uint32_t high, std::span<const EdgeSide> sides) {
    if (sides.size() != 1) return;
    const bool ahead = mesh.faces[sides[0].face][sides[0].corner] == low;
    edges.push_back(ahead ? OpenEdge{low, high} : OpenEdge{high, low});
  });
  return edges;
}

std::map<std::uint32_t, Hole> holes_of(const TriangleMesh& mesh) {
  const std::vector<OpenEdge> edges = open_edges(mesh);
  UnionFind joined(mesh.vertices.size());
  for (const OpenEdge& e : edges) joined.join(e.from, e.to);
  std::map<std::uint32_t, Hole> holes;
  for (const OpenEdge& e : edges) {
    Hole& hole = holes[static_cast<std::uint32_t>(joined.root(e.from))];
    hole.edges.push_back(e);
    hole.length_mm += (mesh.vertices[e.to] - mesh.vertices[e.from]).norm();
    hole.sum += mesh.vertices[e.from];
  }
  return holes;
}

}  // namespace

Enclosure enclosure_of(const TriangleMesh& mesh) {
  Enclosure enclosure{.closed = true, .volume_mm3 = 0};
  TriangleMesh capped = mesh;
  UnionFind joined = joined_vertices(mesh.vertices.size(), mesh.faces);
  std::vector<double> area_mm2(mesh.vertices.size(), 0);  // of each component, at its root
  for (std::size_t f = 0; f < mesh.faces.size(); ++f)
    area_mm2[joined.root(mesh.faces[f][0])] += 0.5 * face_normal_twice_area(mesh, f).norm();
  for (const auto& [first, hole] : holes_of(mesh)) {
    if (hole.length_mm * hole.length_mm >= margin_length_squared_per_area * area_mm2[joined.root(first)])
      enclosure.closed = false;
    const auto middle = static_cast<std::uint32_t>(capped.vertices.size());
    capped.vertices.emplace_back(hole.sum / static_cast<double>(hole.edges.size()));
    for (const auto& [from, to] : hole.edges) capped.faces.push_back({middle, to, from});
  }
  enclosure.volume_mm3 = signed_volume(capped);
  return enclosure;
}

std::vector<char> near_outline_of_base(const TriangleMesh& mesh, const ArchPath& arch) {
  constexpr double cell_mm = 1;  // no longer edges: a surface leaves no cell out
  using Cell = std::pair<int, int>;
  std::vector<Cell> cell(mesh.vertices.size());
  std::vector<double> height(mesh.vertices.size());
  for (std::size_t v = 0; v < cell.size(); ++v) {
    const Eigen::Vector3d d = mesh.vertices[v] - arch.origin;
    cell[v] = {static_cast<int>(std::floor(arch.right.dot(d) / cell_mm)),
               static_cast<int>(std::floor(arch.front.dot(d) / cell_mm))};
    height[v] = arch.up.dot(d);
  }
  const double lowest = *std::min_element(height.begin(), height.end());
  const double deep = std::max(-base_depth_mm, lowest + thinnest_base_mm);
  std::set<Cell> base;
  for (std::size_t v = 0; v < cell.size(); ++v)
    if (height[v] < deep) base.insert(cell[v]);
  std::vector<char> near(cell.size(), 0);
  for (std::size_t v = 0; v < cell.size(); ++v) {
    if (height[v] < deep) continue;
    int covered = 0;
    for (int dx = -1; dx <= 1; ++dx)
      for (int dy = -1; dy <= 1; ++dy)
        covered += base.contains({cell[v].first + dx, cell[v].second + dy}) ? 1 : 0;
    near[v] = covered > 0 && covered < 9;
  }
  return near;
}

}  // namespace intercusp
