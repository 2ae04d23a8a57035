#include "occlusion/teeth/brush.h"

#include "occlusion/teeth/surface_walk.h"

namespace intercusp {

std::vector<std::uint32_t> brushed(const EditSurface& surface, std::span<const std::uint32_t> stroke,
                                   double radius_mm) {
  const SurfaceWalk reach = walk(
      surface, stroke, static_cast<float>(radius_mm),
      [](std::uint32_t, const EditSurface::Edge& edge) { return price_across_valleys(edge); },
      [](std::uint32_t) { return false; });
  std::vector<std::uint32_t> vertices;
  for (std::uint32_t v = 0; v < reach.from.size(); ++v)
    if (reach.from[v] != no_vertex) vertices.push_back(v);
  return vertices;
}

}  // namespace intercusp
