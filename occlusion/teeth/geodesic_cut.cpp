#include "occlusion/teeth/geodesic_cut.h"

#include <algorithm>
#include <cmath>

#include "occlusion/teeth/surface_walk.h"

namespace intercusp {
namespace {

constexpr float any_length = std::numeric_limits<float>::infinity();

constexpr float border_mm = 1;  //!< the valley this close to gum is the gum line, along which no cut runs

bool at_border(const EditSurface& surface, const std::vector<char>& inside, std::uint32_t v) {
  const auto edges = surface.around(v);
  return std::any_of(edges.begin(), edges.end(),
                     [&](const EditSurface::Edge& edge) { return inside[edge.to] == 0; });
}

//! Per vertex: the price of walking there; the bottom of a valley costs a fifth of flat enamel.
std::vector<float> prices_along_valleys(const EditSurface& surface, const std::vector<char>& inside) {
  constexpr float concave = 0.15F, least = 0.2F;  // 1/mm
  std::vector<std::uint32_t> border;
  for (std::uint32_t v = 0; v < inside.size(); ++v)
    if (inside[v] && at_border(surface, inside, v)) border.push_back(v);
  const SurfaceWalk from_border = walk(
      surface, border, border_mm,
      [&](std::uint32_t, const EditSurface::Edge& edge) { return inside[edge.to] ? 1.0F : blocked; },
      [](std::uint32_t) { return false; });
  std::vector<float> price(inside.size(), blocked);
  for (std::size_t v = 0; v < inside.size(); ++v) {
    if (!inside[v]) continue;
    const bool gum_line = from_border.from[v] != no_vertex;
    price[v] = gum_line ? 1.0F : std::max(least, std::exp(-surface.valley[v] / concave));
  }
  return price;
}

//! From the end of the path on to the border, without coming back beside the path.
void extend_to_border(const EditSurface& surface, const std::vector<char>& inside, std::vector<float> price,
                      std::vector<std::uint32_t>& path) {
  constexpr double beside_mm = 1.5;
  const auto any = [](std::uint32_t) { return false; };
  const auto length = [](std::uint32_t, const EditSurface::Edge&) { return 1.0F; };
  const std::array<std::uint32_t, 1> end = {path.back()};
  const SurfaceWalk near_end = walk(surface, end, beside_mm, length, any);
  std::vector<std::uint32_t> way_back;
  for (const std::uint32_t v : path)
    if (near_end.from[v] == no_vertex) way_back.push_back(v);
  const SurfaceWalk beside = walk(surface, way_back, beside_mm, length, any);
  for (std::size_t v = 0; v < price.size(); ++v)
    if (beside.from[v] != no_vertex && near_end.from[v] == no_vertex) price[v] = blocked;
  for (const std::uint32_t v : path) price[v] = blocked;
  const SurfaceWalk out = walk(
      surface, end, any_length, [&](std::uint32_t, const EditSurface::Edge& edge) { return price[edge.to]; },
      [&](std::uint32_t v) { return at_border(surface, inside, v); });
  const std::vector<std::uint32_t> rest = path_to(out, out.end);
  if (!rest.empty()) path.insert(path.end(), rest.begin() + 1, rest.end());
}

//! Vertices beside the path, by the side on which the faces at its edges lie.
std::array<std::vector<std::uint32_t>, 2> sides_of(const EditSurface& surface, const std::vector<char>& free,
                                                   const std::vector<std::uint32_t>& path) {
  std::vector<std::uint32_t> next(free.size(), no_vertex);
  for (std::size_t i = 0; i + 1 < path.size(); ++i) next[path[i]] = path[i + 1];
  std::array<std::vector<std::uint32_t>, 2> sides;
  for (const Face& face : surface.mesh.faces) {
    for (std::size_t i = 0; i < 3; ++i) {
      const std::uint32_t a = face[i], b = face[(i + 1) % 3], c = face[(i + 2) % 3];
      if (!free[c]) continue;
      if (next[a] == b) sides[0].push_back(c);
      if (next[b] == a) sides[1].push_back(c);
    }
  }
  return sides;
}

}  // namespace

GeodesicCut geodesic_cut(const EditSurface& surface, const std::vector<char>& inside, std::uint32_t from,
                         std::uint32_t to) {
  GeodesicCut cut;
  const std::vector<float> price = prices_along_valleys(surface, inside);
  const std::array<std::uint32_t, 1> start = {from};
  const SurfaceWalk along = walk(
      surface, start, any_length,
      [&](std::uint32_t, const EditSurface::Edge& edge) { return price[edge.to]; },
      [&](std::uint32_t v) { return v == to; });
  cut.path = path_to(along, to);
  if (cut.path.size() < 2) return {};
  for (int end = 0; end < 2; ++end) {
    if (!at_border(surface, inside, cut.path.back())) extend_to_border(surface, inside, price, cut.path);
    std::reverse(cut.path.begin(), cut.path.end());
  }

  std::vector<char> free = inside;
  for (const std::uint32_t v : cut.path) free[v] = 0;
  const auto sides = sides_of(surface, free, cut.path);
  const auto across = [&](std::uint32_t, const EditSurface::Edge& edge) {
    return free[edge.to] ? price_across_valleys(edge) : blocked;
  };
  const auto everywhere = [](std::uint32_t) { return false; };
  const SurfaceWalk first = walk(surface, sides[0], any_length, across, everywhere);
  const SurfaceWalk second = walk(surface, sides[1], any_length, across, everywhere);
  std::vector<std::uint32_t> apart;  // pieces that the walks do not get to
  for (std::uint32_t v = 0; v < inside.size(); ++v) {
    if (!free[v]) continue;
    if (first.distance[v] == blocked && second.distance[v] == blocked)
      apart.push_back(v);
    else
      cut.parts[first.distance[v] <= second.distance[v] ? 0 : 1].push_back(v);
  }
  const std::size_t large = cut.parts[0].size() >= cut.parts[1].size() ? 0 : 1;
  cut.parts[large].insert(cut.parts[large].end(), apart.begin(), apart.end());
  cut.parts[1 - large].insert(cut.parts[1 - large].end(), cut.path.begin(), cut.path.end());
  return cut;
}

}  // namespace intercusp
