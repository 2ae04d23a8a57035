#include "occlusion/several/interference.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <optional>
#include <stdexcept>
#include <utility>

#include "occlusion/base/for_all.h"
#include "occlusion/base/ms_since.h"
#include "occlusion/base/progress.h"
#include "occlusion/engines/rays/ray_engine.h"
#include "occlusion/exact/edges_inside.h"
#include "occlusion/geometry/sharp_edges.h"
#include "occlusion/several/cinder/cinder.h"
#include "occlusion/several/near_pairs.h"
#include "occlusion/several/pair_overlap.h"

namespace intercusp {
namespace {

//! What several pairs of a solid have in common.
struct ReadySolid {
  SightedSolid sighted;
  std::vector<Edge> edges;
};

Bounds box_of(const SolidOrBody& solid) {
  return solid.body ? bounds_of(*solid.body) : bounds_of(solid.solid->mesh);
}

ReadySolid ready_solid(const SolidOrBody& given, InterferenceEngine engine) {
  constexpr int max_reshots = RayOptions{}.max_reshots;
  ReadySolid ready{.sighted = {.solid = given.solid, .box = box_of(given), .body = given.body},
                   .edges = sharp_edges(given.solid->mesh)};
  if (given.body) return ready;
  if (engine == InterferenceEngine::ray) {
    ready.sighted.rays = std::make_shared<const rays::SolidLines>(given.solid, max_reshots);
  } else {
    ready.sighted.layers.emplace(given.solid);
  }
  return ready;
}

//! Those that any pair needs.
std::vector<std::optional<ReadySolid>> ready_solids(std::span<const SolidOrBody> solids,
                                                    const std::vector<NearPair>& pairs,
                                                    InterferenceEngine engine) {
  std::vector<bool> needed(solids.size(), false);
  for (const NearPair& pair : pairs) needed[pair.a] = needed[pair.b] = true;
  std::vector<std::optional<ReadySolid>> ready(solids.size());
  for_all(std::size_t{0}, solids.size(), [&](std::size_t i) {
    if (needed[i]) ready[i].emplace(ready_solid(solids[i], engine));
  });
  return ready;
}

//! A direction that no wall of a designed part is likely to run along: edges along the lines are not seen.
const Eigen::Vector3d generic_direction(0.329, 0.457, 0.826);

//! All that pairs share, looked at at once.
View view_of_pairs(const std::vector<NearPair>& pairs, double pixel_mm) {
  constexpr double most_pixels_across = 4096;
  const Eigen::Isometry3d view_from_case = orthographic(generic_direction);
  Bounds seen;
  for (const NearPair& pair : pairs) {
    const Bounds common = viewed_bounds(view_from_case, pair.common);
    seen.add(common);
  }
  const double pixel = std::max(pixel_mm, seen.size().head<2>().maxCoeff() / most_pixels_across);
  return view_of_window(view_from_case, seen.min.head<2>(), seen.max.head<2>(), pixel);
}

//! Pairs of which CInDeR sees an edge of the one inside the other, in order.
std::vector<std::pair<std::uint32_t, std::uint32_t>> seen_by_cinder(std::span<const SolidOrBody> solids,
                                                                    const std::vector<NearPair>& pairs,
                                                                    double pixel_mm) {
  std::vector<std::shared_ptr<const Solid>> meshes;
  for (const SolidOrBody& each : solids) meshes.push_back(each.solid);
  Cinder cinder(meshes);  // also where there is nothing to see: whether there is OpenGL is no finding
  std::vector<std::pair<std::uint32_t, std::uint32_t>> seen;
  if (pairs.empty()) return seen;
  for (const auto& [penetrating, penetrated] : cinder.look(view_of_pairs(pairs, pixel_mm)))
    seen.push_back(std::minmax({penetrating, penetrated}));
  std::sort(seen.begin(), seen.end());
  return seen;
}

//! The places where the surfaces cross: around each curve, as far as it is long.
std::vector<Bounds> places_of_crossing(const ExactInterference& exact, const Bounds& common) {
  std::vector<Bounds> places;
  for (const Polyline& curve : exact.curves) {
    Bounds place;
    for (const Eigen::Vector3d& point : curve.points) place.add(point);
    const Eigen::Vector3d around = Eigen::Vector3d::Constant(place.size().maxCoeff());
    places.push_back({(place.min - around).cwiseMax(common.min), (place.max + around).cwiseMin(common.max)});
  }
  return places;
}

//! Where no pixel of all that two solids share shows an overlap, though their surfaces cross.
std::optional<Overlap> find_small_overlap(const SightedSolid& a, const SightedSolid& b,
                                          const std::vector<Bounds>& places, const OverlapOptions& options) {
  std::optional<Overlap> deepest;
  for (const Bounds& place : places) {
    const std::optional<Overlap> overlap = find_overlap(a, b, place, options);
    if (overlap && (!deepest || overlap->depth_mm > deepest->depth_mm)) deepest = overlap;
  }
  return deepest;
}

//! Whether edges of ever finer meshes come to lie everywhere on its surface, or nearly so.
bool is_curved(const SightedSolid& solid) { return solid.body && solid.body->kind != BodyKind::box; }

//! Of one pair, whatever the engine: a is the bite's lower, b its upper.
PairInterference pair_interference(const ReadySolid& a, const ReadySolid& b, const NearPair& near,
                                   const OverlapOptions& options) {
  const Bite bite{.upper = b.sighted.solid, .lower = a.sighted.solid};
  const ExactInterference exact = exact_interference(bite);
  std::optional<Overlap> overlap = find_overlap(a.sighted, b.sighted, near.common, options);
  PairInterference pair{.a = near.a, .b = near.b, .found_by_engine = overlap.has_value()};
  if (!overlap)
    overlap = find_small_overlap(a.sighted, b.sighted, places_of_crossing(exact, near.common), options);
  pair.interference = overlap.has_value();
  pair.touching = !overlap && (exact.touching || exact.interference);
  if (!overlap) return pair;
  pair.depth_mm = overlap->depth_mm;
  pair.direction = overlap->direction.dot(b.sighted.box.centre() - a.sighted.box.centre()) < 0
                       ? -overlap->direction
                       : overlap->direction;
  pair.point = overlap->point;
  pair.volume_mm3 = overlap->volume_mm3;
  pair.pixel_mm = overlap->pixel_mm;
  const EdgesInside inside = edges_inside(bite, exact, b.edges, a.edges);
  pair.a_penetrates = inside.lower;
  pair.b_penetrates = inside.upper;
  if (!inside.lower && !inside.upper) {  // the overlap is shallower than the meshes of bodies are fine
    pair.a_penetrates = is_curved(a.sighted);
    pair.b_penetrates = is_curved(b.sighted);
  }
  return pair;
}

}  // namespace

Interference find_interference(std::span<const SolidOrBody> solids, const InterferenceOptions& options,
                               const Progress& progress) {
  if (!(options.pixel_mm > 0) || !std::isfinite(options.pixel_mm))
    throw std::invalid_argument("the pixel size must be positive");
  Interference result;
  auto start = std::chrono::steady_clock::now();
  const auto note = [&](const char* stage) {
    result.timings.push_back({stage, ms_since(start)});
    start = std::chrono::steady_clock::now();
  };
  std::vector<Bounds> boxes;
  for (const SolidOrBody& solid : solids) boxes.push_back(box_of(solid));
  const std::vector<NearPair> near = near_pairs(boxes);
  note("near_pairs");

  const bool by_cinder = options.engine == InterferenceEngine::cinder;
  const auto seen = by_cinder ? seen_by_cinder(solids, near, options.pixel_mm)
                              : std::vector<std::pair<std::uint32_t, std::uint32_t>>();
  if (by_cinder) note("cinder");

  const std::vector<std::optional<ReadySolid>> ready = ready_solids(solids, near, options.engine);
  note("prepare");
  result.near_pairs.resize(near.size());
  SharedProgress pairs(progress, near.size());
  for_all(std::size_t{0}, near.size(), [&](std::size_t i) {
    PairInterference& pair = result.near_pairs[i];
    pair =
        pair_interference(*ready[near[i].a], *ready[near[i].b], near[i],
                          {.pixel_mm = options.pixel_mm, .depth_tolerance_mm = options.depth_tolerance_mm});
    if (by_cinder)
      pair.found_by_engine = std::binary_search(seen.begin(), seen.end(), std::pair(pair.a, pair.b));
    pairs.part_is_done();
  });
  note("pairs");
  return result;
}

}  // namespace intercusp
