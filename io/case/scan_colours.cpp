#include "io/case/scan_colours.h"

#include <algorithm>
#include <cstdint>
#include <tuple>

namespace intercusp {
namespace {

auto by_place(const Eigen::Vector3d& point) { return std::tuple(point.x(), point.y(), point.z()); }

}  // namespace

std::vector<VertexColour> colours_on(const Solid& solid, const RawMesh& raw) {
  if (raw.colours.empty()) return {};
  std::vector<std::uint32_t> sorted;
  for (std::uint32_t v = 0; v < raw.vertices.size(); ++v)
    if (raw.vertices[v].allFinite() && raw.colours[v][3] > 0) sorted.push_back(v);
  const auto place_of = [&](std::uint32_t v) { return by_place(raw.vertices[v]); };
  std::ranges::stable_sort(sorted, {}, place_of);  // among vertices in one place the first counts
  std::vector<VertexColour> colours(solid.mesh.vertices.size(), VertexColour{});
  for (std::size_t v = 0; v < colours.size(); ++v) {
    const auto place = by_place(solid.mesh.vertices[v]);
    const auto found = std::ranges::lower_bound(sorted, place, {}, place_of);
    if (found != sorted.end() && place_of(*found) == place) colours[v] = raw.colours[*found];
  }
  return colours;
}

}  // namespace intercusp
