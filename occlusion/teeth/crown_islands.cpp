#include "occlusion/teeth/crown_islands.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>

#include "occlusion/geometry/adjacency.h"
#include "occlusion/geometry/union_find.h"

namespace intercusp {
namespace {

constexpr double island_share = 0.2;

struct Part {
  double mm2 = 0;
  std::map<int, int> edges_to;  //!< to each adjacent crown, or to gum
  [[nodiscard]] int surroundings(int own) const {
    const auto most = std::max_element(edges_to.begin(), edges_to.end(),
                                       [](const auto& a, const auto& b) { return a.second < b.second; });
    return most == edges_to.end() ? own : most->first;
  }
};

}  // namespace

std::vector<int> without_islands(std::vector<int> crown, const TriangleMesh& mesh,
                                 const SurfaceShape& shape) {
  UnionFind joined(crown.size());
  for_each_edge(mesh, [&](std::uint32_t a, std::uint32_t b, std::span<const EdgeSide>) {
    if (crown[a] == crown[b]) joined.join(a, b);
  });
  std::map<std::uint32_t, Part> parts;
  std::map<int, double> crown_mm2;
  for (std::uint32_t v = 0; v < crown.size(); ++v) {
    if (crown[v] < 0) continue;
    parts[static_cast<std::uint32_t>(joined.root(v))].mm2 += shape.area_mm2[v];
    crown_mm2[crown[v]] += shape.area_mm2[v];
  }
  for_each_edge(mesh, [&](std::uint32_t a, std::uint32_t b, std::span<const EdgeSide>) {
    if (crown[a] == crown[b]) return;
    if (crown[a] >= 0) ++parts[static_cast<std::uint32_t>(joined.root(a))].edges_to[crown[b]];
    if (crown[b] >= 0) ++parts[static_cast<std::uint32_t>(joined.root(b))].edges_to[crown[a]];
  });
  std::vector<int> result = crown;
  for (std::uint32_t v = 0; v < crown.size(); ++v) {
    if (crown[v] < 0) continue;
    const Part& part = parts[static_cast<std::uint32_t>(joined.root(v))];
    if (part.mm2 < island_share * crown_mm2[crown[v]]) result[v] = part.surroundings(crown[v]);
  }
  return result;
}

}  // namespace intercusp
