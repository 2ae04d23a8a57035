#include "occlusion/teeth/weld.h"

#include <algorithm>
#include <tuple>

namespace intercusp {
namespace {

bool is_usable(const Face& face, std::span<const Eigen::Vector3d> vertices) {
  return std::all_of(face.begin(), face.end(),
                     [&](std::uint32_t v) { return v < vertices.size() && vertices[v].allFinite(); });
}

}  // namespace

bool is_collapsed(const Face& face) { return face[0] == face[1] || face[1] == face[2] || face[2] == face[0]; }

void put_in_order(std::vector<Face>& faces) {
  for (Face& face : faces) std::rotate(face.begin(), std::min_element(face.begin(), face.end()), face.end());
  std::sort(faces.begin(), faces.end());
  faces.erase(std::unique(faces.begin(), faces.end()), faces.end());
}

WeldedScan welded(std::span<const Eigen::Vector3d> vertices, std::span<const Face> faces) {
  WeldedScan scan;
  scan.of_vertex.assign(vertices.size(), no_vertex);
  struct Placed {  // keeps x beside the number, as most comparisons need no more
    double x;
    std::uint32_t vertex;
  };
  std::vector<Placed> order;
  for (const Face& face : faces) {
    if (!is_usable(face, vertices)) continue;
    for (const std::uint32_t v : face) {
      if (scan.of_vertex[v] == no_vertex) order.push_back({vertices[v].x(), v});
      scan.of_vertex[v] = 0;
    }
  }
  std::ranges::sort(order, [&](const Placed& a, const Placed& b) {
    if (a.x != b.x) return a.x < b.x;
    const Eigen::Vector3d &p = vertices[a.vertex], &q = vertices[b.vertex];
    return std::tie(p.y(), p.z()) < std::tie(q.y(), q.z());
  });
  TriangleMesh& mesh = scan.mesh;
  for (const auto [x, v] : order) {
    if (mesh.vertices.empty() || mesh.vertices.back() != vertices[v]) mesh.vertices.push_back(vertices[v]);
    scan.of_vertex[v] = static_cast<std::uint32_t>(mesh.vertices.size() - 1);
  }
  for (const Face& face : faces) {
    if (!is_usable(face, vertices)) continue;
    const Face own = {scan.of_vertex[face[0]], scan.of_vertex[face[1]], scan.of_vertex[face[2]]};
    if (!is_collapsed(own)) mesh.faces.push_back(own);
  }
  put_in_order(mesh.faces);
  return scan;
}

}  // namespace intercusp
