#include "occlusion/exact/exact_interference.h"

#include <algorithm>

#include "occlusion/base/for_all.h"
#include "occlusion/exact/curves.h"
#include "occlusion/exact/face_intersection.h"
#include "occlusion/exact/near_faces.h"
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

}  // namespace intercusp
