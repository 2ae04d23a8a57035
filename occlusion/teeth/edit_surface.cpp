#include "occlusion/teeth/edit_surface.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <numeric>
#include <tuple>

#include "occlusion/geometry/adjacency.h"
#include "occlusion/teeth/surface_shape.h"

namespace intercusp {
namespace {

constexpr double valley_radius_mm = 0.6;

bool usable(const Face& face, std::span<const Eigen::Vector3d> vertices) {
  return std::all_of(face.begin(), face.end(),
                     [&](std::uint32_t v) { return v < vertices.size() && vertices[v].allFinite(); });
}

//! The smallest vertex first, the orientation kept.
Face smallest_first(Face face) {
  std::rotate(face.begin(), std::min_element(face.begin(), face.end()), face.end());
  return face;
}

void weld(EditSurface& surface, std::span<const Eigen::Vector3d> vertices, std::span<const Face> faces) {
  surface.of_vertex.assign(vertices.size(), EditSurface::none);
  std::vector<std::uint32_t> order;
  for (const Face& face : faces) {
    if (!usable(face, vertices)) continue;
    for (const std::uint32_t v : face) {
      if (surface.of_vertex[v] == EditSurface::none) order.push_back(v);
      surface.of_vertex[v] = 0;
    }
  }
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    const Eigen::Vector3d &p = vertices[a], &q = vertices[b];
    return std::tie(p.x(), p.y(), p.z()) < std::tie(q.x(), q.y(), q.z());
  });
  TriangleMesh& mesh = surface.mesh;
  for (const std::uint32_t v : order) {
    if (mesh.vertices.empty() || mesh.vertices.back() != vertices[v]) mesh.vertices.push_back(vertices[v]);
    surface.of_vertex[v] = static_cast<std::uint32_t>(mesh.vertices.size() - 1);
  }
  for (const Face& face : faces) {
    if (!usable(face, vertices)) continue;
    const Face own = {surface.of_vertex[face[0]], surface.of_vertex[face[1]], surface.of_vertex[face[2]]};
    if (own[0] != own[1] && own[1] != own[2] && own[2] != own[0]) mesh.faces.push_back(smallest_first(own));
  }
  std::sort(mesh.faces.begin(), mesh.faces.end());
  mesh.faces.erase(std::unique(mesh.faces.begin(), mesh.faces.end()), mesh.faces.end());
}

void add_edges(EditSurface& surface, const SurfaceShape& shape) {
  const TriangleMesh& mesh = surface.mesh;
  surface.first.assign(mesh.vertices.size() + 1, 0);
  struct Pair {
    std::uint32_t a, b;
  };
  std::vector<Pair> pairs;
  for_each_edge(mesh, [&](std::uint32_t a, std::uint32_t b, std::span<const EdgeSide>) {
    pairs.push_back({a, b});
    ++surface.first[a + 1];
    ++surface.first[b + 1];
  });
  std::partial_sum(surface.first.begin(), surface.first.end(), surface.first.begin());
  surface.edges.resize(2 * pairs.size());
  std::vector<std::uint32_t> next(surface.first.begin(), surface.first.end() - 1);
  for (const auto& [a, b] : pairs) {
    const Eigen::Vector3d along = mesh.vertices[b] - mesh.vertices[a];
    const double length = along.norm();
    const double bend = along.dot((shape.curvature[a] + shape.curvature[b]) * along) / (2 * length * length);
    const auto length_mm = static_cast<float>(length), curvature = static_cast<float>(bend);
    surface.edges[next[a]++] = {b, length_mm, curvature};
    surface.edges[next[b]++] = {a, length_mm, curvature};
  }
}

}  // namespace

EditSurface edit_surface(std::span<const Eigen::Vector3d> vertices, std::span<const Face> faces) {
  EditSurface surface;
  weld(surface, vertices, faces);
  SurfaceShape shape = surface_shape(surface.mesh, valley_radius_mm);
  add_edges(surface, shape);
  surface.valley.reserve(shape.curvature.size());
  for (const Eigen::Matrix3d& curvature : shape.curvature) {
    Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> solver;
    solver.computeDirect(curvature, Eigen::EigenvaluesOnly);
    surface.valley.push_back(static_cast<float>(std::max(0.0, -solver.eigenvalues()[0])));
  }
  surface.area_mm2 = std::move(shape.area_mm2);
  return surface;
}

}  // namespace intercusp
