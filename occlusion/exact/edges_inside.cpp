#include "occlusion/exact/edges_inside.h"

#include <algorithm>

#include "occlusion/exact/face_intersection.h"

namespace intercusp {
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
