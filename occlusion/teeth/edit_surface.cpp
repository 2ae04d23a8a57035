#include "occlusion/teeth/edit_surface.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "occlusion/geometry/adjacency.h"
#include "occlusion/geometry/decompositions.h"
#include "occlusion/teeth/surface_shape.h"
#include "occlusion/teeth/weld.h"

namespace intercusp {
namespace {

constexpr double valley_radius_mm = 0.6;

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
  WeldedScan scan = welded(vertices, faces);
  surface.mesh = std::move(scan.mesh);
  surface.of_vertex = std::move(scan.of_vertex);
  SurfaceShape shape = surface_shape(surface.mesh, valley_radius_mm);
  add_edges(surface, shape);
  surface.valley.reserve(shape.curvature.size());
  for (const Eigen::Matrix3d& curvature : shape.curvature) {
    surface.valley.push_back(static_cast<float>(std::max(0.0, -eigenvalues(curvature)[0])));
  }
  surface.area_mm2 = std::move(shape.area_mm2);
  return surface;
}

}  // namespace intercusp
