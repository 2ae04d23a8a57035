#include "occlusion/several/interference.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <optional>
#include <stdexcept>
#include <utility>

#include "occlusion/base/for_all.h"
#include "occlusion/base/ms_since.h"
#include "occlusion/engines/rays/solid_lines.h"
#include "occlusion/exact/exact_interference.h"
#include "occlusion/geometry/adjacency.h"
#include "occlusion/geometry/triangle_mesh.h"
#include "occlusion/several/cinder/cinder.h"
#include "occlusion/several/near_pairs.h"
#include "occlusion/several/pair_depth.h"
#include "occlusion/several/pair_overlap.h"

namespace intercusp {
namespace {

//! Data of a solid that its pairs share.
struct ReadySolid {
  SightedSolid sighted;
  std::vector<Edge> edges;
  std::shared_ptr<const DepthSolid> depths;
};

Bounds box_of(const SolidOrBody& solid) {
  return solid.body ? bounds_of(*solid.body) : bounds_of(solid.solid->mesh);
}

double rounding_of(const SolidOrBody& solid) {
  return solid.body ? 0 : single_precision_mm(solid.solid->mesh);
}

ReadySolid ready_solid(const SolidOrBody& given, InterferenceEngine engine) {
  ReadySolid ready{.sighted = {.solid = given.solid, .box = box_of(given), .body = given.body},
                   .edges = sharp_edges(given.solid->mesh),
                   .depths = std::make_shared<const DepthSolid>(given.solid, given.body)};
  if (given.body) return ready;
  if (engine == InterferenceEngine::ray) {
    ready.sighted.rays = std::make_shared<const rays::SolidLines>(given.solid);
  } else {
    ready.sighted.layers.emplace(given.solid);
  }
  return ready;
}

//! Whether finer and finer meshes of the body have denser edges on its surface. The mesh of an
//! analytic box is exact.
bool is_curved(const AnalyticBody* body) { return body != nullptr && body->kind != BodyKind::box; }

//! A pair of solids, with the results of CInDeR and the exact test on their meshes.
struct TestedPair {
  NearPair near;
  EdgesInside seen;         //!< by CInDeR, of a (lower) and b (upper)
  ExactInterference exact;  //!< not computed if CInDeR has seen edges of both
  bool apart = false;  //!< both are meshes, and no point of either surface lies inside or on the other solid
};

bool any(const EdgesInside& inside) { return inside.lower || inside.upper; }
bool both(const EdgesInside& inside) { return inside.lower && inside.upper; }

//! \param seen one per pair, or empty
std::vector<TestedPair> tested_pairs(std::span<const SolidOrBody> solids, const std::vector<NearPair>& near,
                                     const std::vector<EdgesInside>& seen, SharedProgress& progress) {
  std::vector<TestedPair> tested(near.size());
  for_all(std::size_t{0}, near.size(), [&](std::size_t i) {
    const SolidOrBody &a = solids[near[i].a], &b = solids[near[i].b];
    TestedPair& pair = tested[i];
    pair.near = near[i];
    if (!seen.empty()) pair.seen = seen[i];
    if (!both(pair.seen)) pair.exact = exact_interference({.upper = b.solid, .lower = a.solid});
    pair.apart = !is_curved(a.body.get()) && !is_curved(b.body.get()) && !any(pair.seen) &&
                 !pair.exact.interference && pair.exact.touching_pairs.empty() &&
                 pair.exact.not_anatomy_pairs == 0;
    progress.part_is_done();
  });
  return tested;
}

//! Prepares those solids that are in a pair that is not apart.
std::vector<std::optional<ReadySolid>> ready_solids(std::span<const SolidOrBody> solids,
                                                    const std::vector<TestedPair>& pairs,
                                                    InterferenceEngine engine) {
  std::vector<bool> needed(solids.size(), false);
  for (const TestedPair& pair : pairs) {
    if (!pair.apart) needed[pair.near.a] = needed[pair.near.b] = true;
  }
  std::vector<std::optional<ReadySolid>> ready(solids.size());
  for_all(std::size_t{0}, solids.size(), [&](std::size_t i) {
    if (needed[i]) ready[i].emplace(ready_solid(solids[i], engine));
  });
  return ready;
}

//! A direction unlikely to be parallel to a wall of a designed part, because edges along the
//! lines are not seen.
const Eigen::Vector3d generic_direction(0.329, 0.457, 0.826);

//! The view that all pairs share.
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

//! For every pair, which of both bodies CInDeR sees with an edge inside the other.
std::vector<EdgesInside> seen_by_cinder(std::span<const SolidOrBody> solids,
                                        const std::vector<NearPair>& pairs, double pixel_mm) {
  std::vector<std::shared_ptr<const Solid>> meshes;
  for (const SolidOrBody& each : solids) meshes.push_back(each.solid);
  Cinder cinder(meshes);  // made even without pairs, so that a missing OpenGL always fails
  if (pairs.empty()) return {};
  const std::vector<Penetration> found = cinder.look(view_of_pairs(pairs, pixel_mm));
  const auto holds = [&](std::uint32_t penetrating, std::uint32_t penetrated) {
    return std::binary_search(found.begin(), found.end(), Penetration{penetrating, penetrated});
  };
  std::vector<EdgesInside> seen;
  seen.reserve(pairs.size());
  for (const NearPair& pair : pairs)
    seen.push_back({.upper = holds(pair.b, pair.a), .lower = holds(pair.a, pair.b)});
  return seen;
}

//! The face of the solid; no_face for a body.
std::int32_t face_of(const ReadySolid& solid, std::uint32_t visible_face) {
  if (solid.sighted.body) return no_face;
  return static_cast<std::int32_t>(solid.depths->mesh().visible().face(visible_face));
}

void add_depth(const DeepestPlace& deepest, const ReadySolid& a, const ReadySolid& b,
               PairInterference& pair) {
  pair.depth_mm = deepest.depth_mm;
  pair.depth_error_mm = deepest.bound_mm - deepest.depth_mm;
  pair.point = deepest.point;
  const Eigen::Vector3d way_out = (deepest.closest - deepest.point).normalized();
  pair.direction = deepest.on_a ? -way_out : way_out;
  const std::uint32_t of_a = deepest.on_a ? deepest.face : deepest.other_face;
  const std::uint32_t of_b = deepest.on_a ? deepest.other_face : deepest.face;
  pair.a_face = face_of(a, of_a);
  pair.b_face = face_of(b, of_b);
}

//! The deepest place, moved from the surface into the solid that it bounds.
Eigen::Vector3d shared_point(const DeepestPlace& deepest, const ReadySolid& a, const ReadySolid& b) {
  constexpr double within_mm = 1e-6;
  const ReadySolid& solid = deepest.on_a ? a : b;
  const Eigen::Vector3d normal =
      solid.depths->is_mesh()
          ? face_normal_twice_area(solid.depths->mesh().visible().surface->mesh, deepest.face).normalized()
          : outward_normal(*solid.sighted.body, deepest.point);
  return deepest.point - within_mm * normal;
}

void add_lines(const Overlap& overlap, const PairDepth& depth, PairInterference& pair) {
  const Chord chord = longest_chord(depth.intersection, pair.direction, overlap.extent_mm)
                          .value_or(Chord{overlap.extent_mm, overlap.extent_error_mm});
  pair.extent_mm = chord.mm;
  pair.extent_error_mm = chord.error_mm;
  pair.volume_mm3 = depth.shared ? depth.shared->mm3 : overlap.volume_mm3;
  pair.volume_error_mm3 = depth.shared ? depth.shared->error_mm3 : overlap.volume_error_mm3;
  pair.pixel_mm = overlap.pixel_mm;
  pair.found_by_engine = overlap.seen;
}

//! Uses what CInDeR saw; the exact test decides the rest.
void add_penetrating(const TestedPair& tested, const ReadySolid& a, const ReadySolid& b,
                     PairInterference& pair) {
  EdgesInside inside = tested.seen;
  if (!both(inside)) {
    const EdgesInside exactly =
        edges_inside({.upper = b.sighted.solid, .lower = a.sighted.solid}, tested.exact, b.edges, a.edges);
    inside = {.upper = inside.upper || exactly.upper, .lower = inside.lower || exactly.lower};
  }
  pair.a_penetrates = inside.lower;
  pair.b_penetrates = inside.upper;
  if (!any(inside)) {  // the overlap is shallower than the resolution of the bodies' meshes
    pair.a_penetrates = is_curved(a.sighted.body.get());
    pair.b_penetrates = is_curved(b.sighted.body.get());
  }
}

//! The result for one pair, with any engine. a is the bite's lower, b its upper.
PairInterference pair_interference(const ReadySolid& a, const ReadySolid& b, const TestedPair& tested,
                                   const OverlapOptions& options) {
  const double tolerance_mm = options.depth_tolerance_mm;
  const ExactInterference& exact = tested.exact;
  PairInterference pair{.a = tested.near.a, .b = tested.near.b};
  const PairDepth depth = pair_depth(*a.depths, *b.depths, tolerance_mm);
  pair.interference = depth.deepest.depth_mm > tolerance_mm;
  if (!pair.interference) {
    const bool meshes_meet = exact.interference || exact.touching;
    pair.touching = (a.depths->is_mesh() && b.depths->is_mesh() && meshes_meet) ||
                    come_within(*a.depths, *b.depths, tolerance_mm);
    pair.depth_error_mm = depth.deepest.depth_mm;
    return pair;
  }
  add_depth(depth.deepest, a, b, pair);
  add_lines(overlap_along(pair.direction, a.sighted, b.sighted, tested.near.common,
                          shared_point(depth.deepest, a, b), options),
            depth, pair);
  add_penetrating(tested, a, b, pair);
  return pair;
}

PairInterference pair_apart(const SolidOrBody& a, const SolidOrBody& b, const NearPair& near,
                            double tolerance_mm) {
  return {.a = near.a, .b = near.b, .touching = meshes_come_within(*a.solid, *b.solid, tolerance_mm)};
}

//! Adds the rounding of files to the errors. Without interference, a depth up to the tolerance is not stated:
//! the depth is 0, and this is a part of its error.
void add_rounding(const SolidOrBody& a, const SolidOrBody& b, double rounding_mm, double tolerance_mm,
                  PairInterference& pair) {
  pair.rounding_mm = rounding_mm;
  const double hidden_mm = pair.interference ? 0 : std::exchange(pair.depth_error_mm, 0);
  pair.rounding_decides = rounding_decides(pair.depth_mm + hidden_mm, rounding_mm, tolerance_mm);
  if (!pair.interference && !pair.touching && pair.rounding_decides)
    pair.rounding_decides = meshes_come_within(*a.solid, *b.solid, rounding_mm - tolerance_mm);
  if (pair.interference || pair.rounding_decides) pair.depth_error_mm += hidden_mm + rounding_mm;
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
  std::vector<double> rounding;
  for (const SolidOrBody& solid : solids) {
    rounding.push_back(rounding_of(solid));
    boxes.push_back(box_of(solid));
    if (boxes.back().empty()) continue;
    boxes.back().min.array() -= rounding.back();
    boxes.back().max.array() += rounding.back();
  }
  const std::vector<NearPair> near = near_pairs(boxes, options.depth_tolerance_mm);
  note("near_pairs");

  const bool by_cinder = options.engine == InterferenceEngine::cinder;
  const std::vector<EdgesInside> seen =
      by_cinder ? seen_by_cinder(solids, near, options.pixel_mm) : std::vector<EdgesInside>();
  if (by_cinder) note("cinder");

  SharedProgress parts(progress, 2 * near.size());
  const std::vector<TestedPair> tested = tested_pairs(solids, near, seen, parts);
  note("exact");
  const std::vector<std::optional<ReadySolid>> ready = ready_solids(solids, tested, options.engine);
  note("prepare");
  result.near_pairs.resize(near.size());
  for_all(std::size_t{0}, near.size(), [&](std::size_t i) {
    PairInterference& pair = result.near_pairs[i];
    const NearPair& at = near[i];
    pair = tested[i].apart ? pair_apart(solids[at.a], solids[at.b], at, options.depth_tolerance_mm)
                           : pair_interference(*ready[at.a], *ready[at.b], tested[i],
                                               {.pixel_mm = options.pixel_mm,
                                                .depth_tolerance_mm = options.depth_tolerance_mm});
    if (by_cinder) pair.found_by_engine = any(seen[i]);
    add_rounding(solids[at.a], solids[at.b], rounding[at.a] + rounding[at.b], options.depth_tolerance_mm,
                 pair);
    parts.part_is_done();
  });
  note("pairs");
  return result;
}

}  // namespace intercusp
