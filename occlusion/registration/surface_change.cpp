#include "occlusion/registration/surface_change.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>

#include "occlusion/base/for_all.h"
#include "occlusion/geometry/adjacency.h"
#include "occlusion/geometry/morton_curve.h"

namespace intercusp {
namespace {

constexpr double change_reach_mm = 8;  // what is left of a broken crown may be that far below it
constexpr double smoothed_mm = 0.4;    // radius
constexpr double nothing = std::numeric_limits<double>::quiet_NaN();

//! The vertices along the curve that keeps neighbours together, which the search wants.
std::vector<std::uint32_t> vertices_along_curve(const MatchSurface& surface,
                                                std::span<const Eigen::Isometry3d* const> other_from_of) {
  std::vector<std::uint32_t> order;
  order.reserve(surface.mesh().vertices.size());
  for (std::uint32_t v = 0; v < surface.mesh().vertices.size(); ++v) {
    if (other_from_of[v] != nullptr) order.push_back(v);
  }
  return along_curve(surface.mesh().vertices, order);
}

//! The mean of each vertex and its neighbours, by area; NaN stays and does not count.
std::vector<double> ring_means(const MatchSurface& surface, const VertexRings& rings,
                               std::span<const int> pieces, const std::vector<double>& values) {
  const std::vector<double>& areas = surface.areas_mm2();
  std::vector<double> means(values.size(), nothing);
  for_all(std::size_t{0}, values.size(), [&](std::size_t i) {
    const auto v = static_cast<std::uint32_t>(i);
    if (std::isnan(values[v])) return;
    double sum = areas[v] * values[v], area = areas[v];
    for (const std::uint32_t neighbour : rings.of(v)) {
      if (std::isnan(values[neighbour]) || (!pieces.empty() && pieces[neighbour] != pieces[v])) continue;
      sum += areas[neighbour] * values[neighbour];
      area += areas[neighbour];
    }
    means[v] = area > 0 ? sum / area : values[v];
  });
  return means;
}

//! Rings of rings that a mean over so much needs.
int rounds_over(const MatchSurface& surface, double radius_mm, double most) {
  return static_cast<int>(std::clamp(std::round(std::pow(radius_mm / surface.edge_mm(), 2)), 1.0, most));
}

//! Rings of rings, until the mean covers half a millimetre. \param fine the mean over the first
std::vector<double> smoothed(const MatchSurface& surface, const VertexRings& rings,
                             std::span<const int> pieces, std::vector<double> fine) {
  constexpr double most = 30;
  const int rounds = rounds_over(surface, smoothed_mm, most);
  for (int round = 1; round < rounds; ++round) fine = ring_means(surface, rings, pieces, fine);
  return fine;
}

//! The closest points of crowns on the other scan, for places of their insides that lie closer to a neighbour: what breaks off
//! a crown is higher than the gap between teeth is wide.
void find_on_own_crowns(std::vector<std::optional<MatchPlace>>& found,
                        std::span<const Eigen::Vector3d> places, std::span<const int> crown_of_place,
                        const MatchSurface& other, std::span<const int> other_numbers) {
  std::map<int, std::vector<std::size_t>> of_crown;
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (crown_of_place[i] != 0) of_crown[crown_of_place[i]].push_back(i);
  }
  for (const auto& [number, indices] : of_crown) {
    const MatchSurface crown(other.mesh().vertices, other.mesh().faces, mask_of(other_numbers, number));
    if (crown.empty()) continue;
    std::vector<Eigen::Vector3d> of_these;
    for (const std::size_t i : indices) of_these.push_back(places[i]);
    const auto on_crown = crown.closest(of_these, change_reach_mm);
    for (std::size_t i = 0; i < indices.size(); ++i) found[indices[i]] = on_crown[i];
  }
}

}  // namespace

VertexRings::VertexRings(const TriangleMesh& mesh) : first_(mesh.vertices.size() + 1, 0) {
  std::vector<std::array<std::uint32_t, 2>> edges;
  for_each_edge(mesh, [&](std::uint32_t low, std::uint32_t high, std::span<const EdgeSide>) {
    edges.push_back({low, high});
    ++first_[low + 1];
    ++first_[high + 1];
  });
  for (std::size_t v = 0; v + 1 < first_.size(); ++v) first_[v + 1] += first_[v];
  neighbours_.resize(first_.back());
  std::vector<std::uint32_t> next(first_.begin(), first_.end() - 1);
  for (const auto& [low, high] : edges) {
    neighbours_[next[low]++] = high;
    neighbours_[next[high]++] = low;
  }
}

SurfaceChange surface_change(const MatchSurface& of, const VertexRings& rings, ScanTime time,
                             const MatchSurface& other,
                             std::span<const Eigen::Isometry3d* const> other_from_of,
                             const ToothNumbers& numbers) {
  const std::vector<std::uint32_t> order = vertices_along_curve(of, other_from_of);
  std::vector<Eigen::Vector3d> places;
  places.reserve(order.size());
  for (const std::uint32_t v : order) places.push_back(*other_from_of[v] * of.mesh().vertices[v]);
  std::vector<std::optional<MatchPlace>> found = other.closest(places, change_reach_mm);
  if (!numbers.of.empty()) {
    std::vector<int> crown_of_place(places.size(), 0);
    for (std::size_t i = 0; i < places.size(); ++i) {
      const int on = found[i] ? numbers.other[other.mesh().faces[found[i]->face][0]] : 0;
      if (on == 0 || on == numbers.of[order[i]]) continue;
      crown_of_place[i] = numbers.inner[order[i]];
      found[i].reset();  // teeth touch, and are not the same surface
    }
    find_on_own_crowns(found, places, crown_of_place, other, numbers.other);
  }
  SurfaceChange change;
  change.mm.assign(of.mesh().vertices.size(), nothing);
  change.chord_mm = of.chord_mm();
  for (std::size_t i = 0; i < order.size(); ++i) {
    const std::uint32_t v = order[i];
    if (!found[i] || found[i]->on_rim) continue;
    // Opposite walls of a gap or a thin edge do not match; what is left of a broken wall faces anywhere.
    constexpr double least_cosine = 0.3, thin_mm = 0.5;
    const double cosine = (other_from_of[v]->linear() * of.normals()[v]).dot(found[i]->normal);
    if (cosine < least_cosine && found[i]->distance_mm < thin_mm) continue;
    const bool outside = (places[i] - found[i]->place).dot(found[i]->normal) > 0;
    const double sag_mm = numbers.of.empty() ? 0 : found[i]->sag_mm;
    const double above_mm = (outside ? found[i]->distance_mm : -found[i]->distance_mm) - sag_mm;
    change.mm[v] = time == ScanTime::after ? above_mm : -above_mm;
    change.chord_mm[v] = std::hypot(change.chord_mm[v], found[i]->chord_mm);
  }
  change.fine_mm = ring_means(of, rings, numbers.inner, change.mm);
  change.smooth_mm = smoothed(of, rings, numbers.inner, change.fine_mm);
  return change;
}

void add_broad_means(SurfaceChange& change, const MatchSurface& of, const VertexRings& rings,
                     std::span<const int> pieces) {
  constexpr double broad_mm = 1, most = 40;
  const int rounds = rounds_over(of, broad_mm, most);
  change.broad_mm = change.smooth_mm;
  for (int round = 0; round < rounds; ++round)
    change.broad_mm = ring_means(of, rings, pieces, change.broad_mm);
}

}  // namespace intercusp
