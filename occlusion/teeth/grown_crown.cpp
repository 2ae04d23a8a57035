#include "occlusion/teeth/grown_crown.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "occlusion/teeth/surface_walk.h"

namespace intercusp {
namespace {

constexpr double reach_mm = 13;  //!< from the middle of a molar's table to its neck, with something to spare
constexpr double least_share = 0.5, most_share = 1.33;  //!< of the usual area

//! How concave the shore of a flood is while it grows.
struct Shore {
  double length_mm = 0, bend = 0;

  void add(const EditSurface::Edge& edge, double sign) {
    length_mm += sign * edge.length_mm;
    bend += sign * edge.length_mm * std::clamp(static_cast<double>(edge.bend), -1.0, 1.0);
  }
  [[nodiscard]] double mean_bend() const { return length_mm > 0 ? bend / length_mm : -1; }
};

}  // namespace

std::vector<std::uint32_t> grown_crown(const EditSurface& surface, const std::vector<char>& taken,
                                       std::uint32_t point, double usual_mm2) {
  const std::array<std::uint32_t, 1> start = {point};
  const Eigen::Vector3d middle = surface.mesh.vertices[point];
  const auto out_of_reach = [&](std::uint32_t v) {
    return (surface.mesh.vertices[v] - middle).squaredNorm() > reach_mm * reach_mm;
  };
  const auto everywhere = [](std::uint32_t) { return false; };
  const SurfaceWalk flood = walk(
      surface, start, blocked,
      [&](std::uint32_t, const EditSurface::Edge& edge) {
        return taken[edge.to] || out_of_reach(edge.to) ? blocked : price_across_valleys(edge);
      },
      everywhere);
  std::vector<std::uint32_t> order;
  for (std::uint32_t v = 0; v < taken.size(); ++v)
    if (flood.from[v] != no_vertex) order.push_back(v);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return flood.distance[a] < flood.distance[b]; });

  std::vector<char> crown(taken.size(), 0);
  Shore shore;
  double area_mm2 = 0, most_concave = std::numeric_limits<double>::infinity();
  std::size_t best = 0;
  for (std::size_t i = 0; i < order.size() && area_mm2 < most_share * usual_mm2; ++i) {
    crown[order[i]] = 1;
    area_mm2 += surface.area_mm2[order[i]];
    for (const EditSurface::Edge& edge : surface.around(order[i]))
      if (!taken[edge.to]) shore.add(edge, crown[edge.to] ? -1 : 1);
    if (area_mm2 < least_share * usual_mm2 || shore.mean_bend() >= most_concave) continue;
    most_concave = shore.mean_bend();
    best = i + 1;
  }
  for (std::size_t i = best; i < order.size(); ++i) crown[order[i]] = 0;

  // What the surroundings cannot get to is an island.
  std::vector<std::uint32_t> surroundings;
  for (const std::uint32_t v : order) {
    const auto edges = surface.around(v);
    if (!crown[v] &&
        std::any_of(edges.begin(), edges.end(), [&](const auto& e) { return out_of_reach(e.to); }))
      surroundings.push_back(v);
  }
  const SurfaceWalk outside = walk(
      surface, surroundings, blocked,
      [&](std::uint32_t, const EditSurface::Edge& edge) {
        return crown[edge.to] || taken[edge.to] || out_of_reach(edge.to) ? blocked : 1.0F;
      },
      everywhere);
  std::vector<std::uint32_t> vertices;
  for (const std::uint32_t v : order)
    if (crown[v] || (best > 0 && outside.from[v] == no_vertex)) vertices.push_back(v);
  std::sort(vertices.begin(), vertices.end());
  return vertices;
}

}  // namespace intercusp
