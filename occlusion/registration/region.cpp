#include "occlusion/registration/region.h"

#include <algorithm>
#include <optional>

#include "occlusion/geometry/morton_curve.h"
#include "occlusion/registration/match_surface.h"

namespace intercusp {

std::vector<std::uint8_t> region_below(const JawScan& scan, const TriangleMesh& cover) {
  const std::vector<Eigen::Vector3d>& vertices = scan.mesh.vertices;
  std::vector<std::uint8_t> region(vertices.size(), 0);
  const MatchSurface surface(cover.vertices, cover.faces);
  if (surface.empty()) return region;
  std::vector<std::uint32_t> finite;
  for (std::uint32_t v = 0; v < vertices.size(); ++v) {
    if (vertices[v].allFinite()) finite.push_back(v);
  }
  const std::vector<std::uint32_t> order = along_curve(vertices, finite);  // the search wants neighbours
  std::vector<Eigen::Vector3d> places;
  places.reserve(order.size());
  for (const std::uint32_t v : order) places.push_back(vertices[v]);
  const std::vector<std::optional<MatchPlace>> found = surface.closest(places, region_reach_mm);
  for (std::size_t i = 0; i < order.size(); ++i) region[order[i]] = found[i] ? 1 : 0;
  return region;
}

std::vector<std::uint8_t> region_of_teeth(const JawScan& scan, std::span<const int> fdi) {
  std::vector<std::uint8_t> region(scan.mesh.vertices.size(), 0);
  for (std::size_t v = 0; v < scan.labels.size(); ++v)
    region[v] = std::ranges::find(fdi, scan.labels[v]) != fdi.end() ? 1 : 0;
  return region;
}

}  // namespace intercusp
