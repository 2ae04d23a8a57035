#include "occlusion/registration/inner_crowns.h"

#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <queue>
#include <utility>

namespace intercusp {
namespace {

constexpr double margin_mm = 0.8, contact_mm = 1.2, beside_mm = 2.5;

//! How far vertices lie from where a number ends, along edges, and the crown that is nearest.
struct Borders {
  std::vector<double> distance_mm;  //!< infinite beyond 2.5 mm
  std::vector<int> crown;           //!< 0 where none is that near
};

Borders borders_of(const MatchSurface& surface, const VertexRings& rings, const std::vector<int>& labels) {
  using Reached = std::pair<double, std::uint32_t>;
  std::priority_queue<Reached, std::vector<Reached>, std::greater<>> next;
  Borders borders{std::vector<double>(labels.size(), std::numeric_limits<double>::infinity()), labels};
  const auto reach = [&](std::uint32_t v, double mm, int crown) {
    if (mm >= borders.distance_mm[v] || mm >= beside_mm) return;
    next.emplace(borders.distance_mm[v] = mm, v);
    if (labels[v] == 0) borders.crown[v] = crown;
  };
  for (std::uint32_t v = 0; v < labels.size(); ++v) {
    const std::span<const std::uint32_t> ring = rings.of(v);
    const auto other = std::ranges::find_if(ring, [&](std::uint32_t n) { return labels[n] != labels[v]; });
    if (surface.is_rim(v) || other != ring.end()) reach(v, 0, other != ring.end() ? labels[*other] : 0);
  }
  while (!next.empty()) {
    const auto [mm, v] = next.top();
    next.pop();
    if (mm > borders.distance_mm[v]) continue;
    const std::vector<Eigen::Vector3d>& places = surface.mesh().vertices;
    for (const std::uint32_t n : rings.of(v)) reach(n, mm + (places[n] - places[v]).norm(), borders.crown[v]);
  }
  return borders;
}

//! Vertices of teeth in cubes as wide as a contact.
using Cube = std::array<int, 3>;
Cube cube_of(const Eigen::Vector3d& place) {
  const Eigen::Array3d at = (place / contact_mm).array().floor();
  return {static_cast<int>(at.x()), static_cast<int>(at.y()), static_cast<int>(at.z())};
}

//! Marks what lies near another tooth.
void add_contacts(std::vector<std::uint8_t>& within, const MatchSurface& surface,
                  const std::vector<int>& labels) {
  const std::vector<Eigen::Vector3d>& places = surface.mesh().vertices;
  std::map<Cube, std::vector<std::uint32_t>> cubes;
  for (std::uint32_t v = 0; v < labels.size(); ++v) {
    if (labels[v] != 0) cubes[cube_of(places[v])].push_back(v);
  }
  const auto is_near = [&](std::uint32_t v, std::uint32_t other) {
    return labels[other] != labels[v] && (places[other] - places[v]).norm() < contact_mm;
  };
  for (const auto& [cube, vertices] : cubes) {
    for (int i = 0; i < 27; ++i) {
      const auto beside = cubes.find({cube[0] + i % 3 - 1, cube[1] + i / 3 % 3 - 1, cube[2] + i / 9 - 1});
      if (beside == cubes.end()) continue;
      for (const std::uint32_t v : vertices) {
        if (within[v] == 0 && std::ranges::any_of(beside->second, [&](auto n) { return is_near(v, n); }))
          within[v] = 1;
      }
    }
  }
}

std::vector<int> welded_labels(const MatchSurface& surface, const std::vector<int>& labels) {
  std::vector<int> of_welded(surface.mesh().vertices.size(), 0);
  for (std::size_t v = 0; v < labels.size(); ++v) {
    if (surface.of_vertex()[v] != no_vertex) of_welded[surface.of_vertex()[v]] = labels[v];
  }
  return of_welded;
}

std::vector<int> without(std::vector<int> labels, const std::vector<std::uint8_t>& left_out) {
  for (std::size_t v = 0; v < labels.size(); ++v) {
    if (left_out[v] != 0) labels[v] = 0;
  }
  return labels;
}

}  // namespace

CrownLabels crown_labels(const MatchSurface& surface, const std::vector<int>& labels) {
  CrownLabels crowns{.rings = VertexRings(surface.mesh()), .whole = welded_labels(surface, labels)};
  Borders borders = borders_of(surface, crowns.rings, crowns.whole);
  std::vector<std::uint8_t> within;
  for (const double mm : borders.distance_mm) within.push_back(mm < margin_mm);
  crowns.with_gum = std::move(borders.crown);
  crowns.off_margin = without(crowns.whole, within);
  add_contacts(within, surface, crowns.whole);
  crowns.inner = without(crowns.whole, within);
  return crowns;
}

}  // namespace intercusp
