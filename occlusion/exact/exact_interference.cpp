#include "occlusion/exact/exact_interference.h"

#include <algorithm>

#include "occlusion/base/for_all.h"
#include "occlusion/exact/curves.h"
#include "occlusion/exact/face_intersection.h"
#include "occlusion/exact/pair_segments.h"
#include "occlusion/exact/pieces.h"
#include "occlusion/exact/surface.h"

namespace intercusp {
namespace {

using namespace exact;

bool of_anatomy(const Bite& bite, const FacePair& pair) {
  return bite.upper->is_anatomy(pair.upper_face) && bite.lower->is_anatomy(pair.lower_face);
}

struct PairIntersection {
  FacePair pair;
  IntersectionKind kind;
  bool coplanar, along_edges;
};

struct FaceIntersections {
  std::vector<PairIntersection> all;
  std::vector<FaceIntersection> crossings;  //!< of anatomy, for the curves: many times as large as a pair
};

//! Those of the pairs that meet, in the same order for any number of threads.
FaceIntersections intersections_of(const Bite& bite, const Surface& upper, const Surface& lower,
                                   const std::vector<FacePair>& pairs) {
  constexpr std::size_t chunk = 2048;
  std::vector<FaceIntersections> found((pairs.size() + chunk - 1) / chunk);
  for_all(std::size_t{0}, found.size(), [&](std::size_t part) {
    const std::size_t end = std::min(pairs.size(), (part + 1) * chunk);
    for (std::size_t i = part * chunk; i < end; ++i) {
      const FaceIntersection intersection = intersect(upper, pairs[i].upper_face, lower, pairs[i].lower_face);
      if (intersection.kind == IntersectionKind::apart) continue;
      found[part].all.push_back(
          {pairs[i], intersection.kind, intersection.coplanar, intersection.along_edges});
      if (intersection.kind == IntersectionKind::crossing && intersection.end_count == 2 &&
          of_anatomy(bite, pairs[i]))
        found[part].crossings.push_back(intersection);
    }
  });
  FaceIntersections intersections;
  for (FaceIntersections& part : found) {
    intersections.all.insert(intersections.all.end(), part.all.begin(), part.all.end());
    intersections.crossings.insert(intersections.crossings.end(), part.crossings.begin(),
                                   part.crossings.end());
    part = {};
  }
  return intersections;
}

FaceMarks marks_of(const Surface& surface, const std::vector<PairIntersection>& intersections,
                   std::uint32_t FacePair::*face_of) {
  const std::vector<bool> none(surface.faces.size(), false);
  FaceMarks marks{none, none, none, none};
  for (const PairIntersection& intersection : intersections) {
    const std::uint32_t face = intersection.pair.*face_of;
    const bool crosses = intersection.kind == IntersectionKind::crossing;
    (crosses ? marks.crosses : marks.touches)[face] = true;
    if (intersection.along_edges) marks.along_edge[face] = true;
    if (intersection.coplanar) marks.flush[face] = true;
  }
  return marks;
}

void sort_out(const Bite& bite, const std::vector<PairIntersection>& intersections,
              ExactInterference& result) {
  for (const PairIntersection& intersection : intersections) {
    if (!of_anatomy(bite, intersection.pair)) {
      ++result.not_anatomy_pairs;
    } else if (intersection.kind == IntersectionKind::crossing) {
      result.crossing.push_back(intersection.pair);
    } else {
      result.touching_pairs.push_back(intersection.pair);
    }
  }
}

}  // namespace

ExactInterference exact_interference(const Bite& bite) {
  const Surface upper = surface_of(*bite.upper);
  const Surface lower = surface_of(*bite.lower, bite.upper_from_lower);
  const std::vector<FacePair> pairs = near_faces(upper, lower);
  const FaceIntersections intersections = intersections_of(bite, upper, lower, pairs);

  ExactInterference result{.near_pairs = pairs.size()};
  sort_out(bite, intersections.all, result);
  result.curves = join_segments(upper, lower, intersections.crossings);
  for (const Polyline& curve : result.curves) result.curve_length_mm += length_mm(curve);

  if (bite.upper->anatomy_faces > 0 && bite.lower->anatomy_faces > 0) {
    result.upper_pieces_inside = pieces_inside(
        upper, bite.upper->anatomy_faces, marks_of(upper, intersections.all, &FacePair::upper_face), lower);
    result.lower_pieces_inside = pieces_inside(
        lower, bite.lower->anatomy_faces, marks_of(lower, intersections.all, &FacePair::lower_face), upper);
  }
  result.interference =
      !result.crossing.empty() || result.upper_pieces_inside > 0 || result.lower_pieces_inside > 0;
  result.touching = !result.interference && !result.touching_pairs.empty();
  return result;
}

namespace {

using namespace exact;

bool has(std::span<const Edge> edges, std::uint32_t a, std::uint32_t b) {
  return std::binary_search(edges.begin(), edges.end(), Edge{std::min(a, b), std::max(a, b)});
}

//! Whether the place that a simplex of a face names lies on one of the edges. At a vertex only the face's own two edges
//! are tested, because the other faces around it meet the other solid at the same point.
bool on_edge(const Simplex& simplex, const Face& face, std::span<const Edge> edges) {
  if (simplex[2] != no_vertex) return false;
  if (simplex[1] != no_vertex) return has(edges, simplex[0], simplex[1]);
  return std::ranges::any_of(
      face, [&](std::uint32_t other) { return other != simplex[0] && has(edges, simplex[0], other); });
}

}  // namespace

EdgesInside edges_inside(const Bite& bite, const ExactInterference& found, std::span<const Edge> upper_edges,
                         std::span<const Edge> lower_edges) {
  EdgesInside inside{.upper = found.upper_pieces_inside > 0, .lower = found.lower_pieces_inside > 0};
  const Surface upper = surface_of(*bite.upper);
  const Surface lower = surface_of(*bite.lower, bite.upper_from_lower);
  for (const auto* pairs : {&found.crossing, &found.touching_pairs}) {
    for (const FacePair& pair : *pairs) {
      if (inside.upper && inside.lower) return inside;
      const FaceIntersection intersection = intersect(upper, pair.upper_face, lower, pair.lower_face);
      for (int end = 0; end < intersection.end_count; ++end) {
        const PointName& name = intersection.ends[static_cast<std::size_t>(end)].name;
        inside.upper = inside.upper || on_edge(name.upper, upper.faces[pair.upper_face], upper_edges);
        inside.lower = inside.lower || on_edge(name.lower, lower.faces[pair.lower_face], lower_edges);
      }
    }
  }
  return inside;
}

}  // namespace intercusp
