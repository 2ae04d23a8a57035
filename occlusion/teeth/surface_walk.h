// Shortest walks over the surface of a scan: Dijkstra's algorithm with a price on edges.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "occlusion/teeth/edit_surface.h"

namespace intercusp {

//! The price of an edge that may not be walked.
inline constexpr float blocked = std::numeric_limits<float>::infinity();

struct SurfaceWalk {
  std::vector<float> distance;      //!< priced mm per vertex; infinity where the walk does not get to
  std::vector<std::uint32_t> from;  //!< the vertex before; its own number at a start
  std::uint32_t end = no_vertex;    //!< where the walk stopped
};

//! \param price factor on the length of an edge, (from, edge) → > 0, or `blocked`
//! \param stop vertex → true ends the walk when that vertex is reached
//! Between equal ways the one over the smaller vertex numbers counts, so the result is the same for every order in the file.
template <class Price, class Stop>
[[nodiscard]] SurfaceWalk walk(const EditSurface& surface, std::span<const std::uint32_t> starts,
                               float longest_mm, const Price& price, const Stop& stop) {
  SurfaceWalk result;
  result.distance.assign(surface.mesh.vertices.size(), blocked);
  result.from.assign(surface.mesh.vertices.size(), no_vertex);
  using Item = std::pair<float, std::uint32_t>;
  std::vector<Item> heap;
  for (const std::uint32_t start : starts) {
    result.distance[start] = 0;
    result.from[start] = start;
    heap.push_back({0.0F, start});
  }
  std::make_heap(heap.begin(), heap.end(), std::greater<>());
  while (!heap.empty()) {
    std::pop_heap(heap.begin(), heap.end(), std::greater<>());
    const auto [distance, v] = heap.back();
    heap.pop_back();
    if (distance > result.distance[v]) continue;
    if (stop(v)) {
      result.end = v;
      return result;
    }
    for (const EditSurface::Edge& edge : surface.around(v)) {
      const float reached = distance + edge.length_mm * price(v, edge);
      if (!(reached < result.distance[edge.to]) || reached > longest_mm) continue;
      result.distance[edge.to] = reached;
      result.from[edge.to] = v;
      heap.push_back({reached, edge.to});
      std::push_heap(heap.begin(), heap.end(), std::greater<>());
    }
  }
  return result;
}

//! From a start to `end`; empty where the walk did not get there.
[[nodiscard]] inline std::vector<std::uint32_t> path_to(const SurfaceWalk& walk, std::uint32_t end) {
  std::vector<std::uint32_t> path;
  if (end == no_vertex || walk.from[end] == no_vertex) return path;
  for (std::uint32_t v = end;; v = walk.from[v]) {
    path.push_back(v);
    if (walk.from[v] == v) break;
  }
  std::reverse(path.begin(), path.end());
  return path;
}

//! What it costs to step over a valley instead of along flat enamel: up to 30 times its length.
[[nodiscard]] inline float price_across_valleys(const EditSurface::Edge& edge) {
  constexpr float concave = 0.15F;  // 1/mm
  const float steps = std::min(std::max(0.0F, -edge.bend / concave), 3.4F);
  return std::exp(steps);
}

}  // namespace intercusp
