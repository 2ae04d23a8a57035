#include "occlusion/exact/face_intersection.h"

#include <algorithm>
#include <cassert>
#include <optional>

#include "occlusion/exact/predicates.h"

namespace intercusp::exact {
namespace {

using Sides = std::array<int, 3>;  //!< for each of the three corners

struct Triangle {
  Corners corners;
  Face vertices;
};

Sides sides_of(const Triangle& plane, const Triangle& triangle) {
  Sides sides{};
  for (int i = 0; i < 3; ++i) {
    sides[i] = side_of_plane(plane.corners[0], plane.corners[1], plane.corners[2], triangle.corners[i]);
  }
  return sides;
}

bool all(const Sides& sides, int side) {
  return std::ranges::all_of(sides, [&](int s) { return s == side; });
}
bool any(const Sides& sides, int side) {
  return std::ranges::any_of(sides, [&](int s) { return s == side; });
}

Simplex simplex_of(std::uint32_t a, std::uint32_t b = no_vertex, std::uint32_t c = no_vertex) {
  Simplex simplex{a, b, c};
  std::ranges::sort(simplex);
  return simplex;
}

//! The smallest simplex of a face that contains a point, from the point's sides of the face's three edges
//! (edge k: from corner k to the next); empty if the point is outside.
std::optional<Simplex> simplex_at(const Face& face, const Sides& edges) {
  if (any(edges, 1) && any(edges, -1)) return std::nullopt;
  for (int k = 0; k < 3; ++k) {
    const int next = (k + 1) % 3;
    const int last = (k + 2) % 3;
    if (edges[k] == 0 && edges[next] == 0) return simplex_of(face[next]);
    if (edges[k] == 0 && edges[next] != 0 && edges[last] != 0) return simplex_of(face[k], face[next]);
  }
  return simplex_of(face[0], face[1], face[2]);
}

//! The two axes of a projection in which the triangle has an area, in the order that makes it
//! counter-clockwise.
struct FlatView {
  int x, y;
  [[nodiscard]] Eigen::Vector2d of(const Eigen::Vector3d& p) const { return {p[x], p[y]}; }
};

std::optional<FlatView> flat_view(const Triangle& triangle) {
  const auto& [a, b, c] = triangle.corners;
  for (const auto& [x, y] : {std::pair{0, 1}, std::pair{1, 2}, std::pair{2, 0}}) {
    const FlatView view{x, y};
    const int turn = side_of_line(view.of(a), view.of(b), view.of(c));
    if (turn > 0) return view;
    if (turn < 0) return FlatView{y, x};
  }
  return std::nullopt;
}

//! \pre the point lies in the triangle's plane, and the triangle has an area
std::optional<Simplex> locate(const Triangle& triangle, const FlatView& view, const Eigen::Vector3d& point) {
  Sides edges{};
  for (int k = 0; k < 3; ++k) {
    edges[k] =
        side_of_line(view.of(triangle.corners[k]), view.of(triangle.corners[(k + 1) % 3]), view.of(point));
  }
  if (any(edges, -1)) return std::nullopt;
  return simplex_at(triangle.vertices, edges);
}

//! The simplex in which the edge from u to v passes the triangle; its ends lie on different sides of the
//! triangle's plane.
std::optional<Simplex> locate(const Triangle& triangle, const Eigen::Vector3d& u, const Eigen::Vector3d& v) {
  Sides edges{};
  for (int k = 0; k < 3; ++k) {
    edges[k] = side_of_plane(u, v, triangle.corners[k], triangle.corners[(k + 1) % 3]);
  }
  return simplex_at(triangle.vertices, edges);
}

Eigen::Vector3d point_on_edge(const Eigen::Vector3d& u, const Eigen::Vector3d& v, const Triangle& plane) {
  const auto& [a, b, c] = plane.corners;
  const Eigen::Vector3d normal = (b - a).cross(c - a);
  const double at_u = normal.dot(u - a);
  const double at_v = normal.dot(v - a);
  const double share = at_u == at_v ? 0.5 : std::clamp(at_u / (at_u - at_v), 0.0, 1.0);
  return u + share * (v - u);
}

//! Adds the points in which the edges and corners of `cutter` meet `face` to the ends of the intersection.
//! \param names makes a PointName from a simplex of the cutter and one of the face
template <class Names>
void add_ends(const Triangle& cutter, const Sides& sides, const Triangle& face, Names names,
              FaceIntersection& intersection) {
  const auto add = [&](const PointName& name, const Eigen::Vector3d& point) {
    for (int i = 0; i < intersection.end_count; ++i) {
      if (intersection.ends[i].name == name) return;
    }
    assert(intersection.end_count < 2);
    intersection.ends[intersection.end_count++] = {name, point};
  };
  for (int i = 0; i < 3; ++i) {
    const Eigen::Vector3d& u = cutter.corners[i];
    if (sides[i] == 0) {
      const std::optional<FlatView> view = flat_view(face);
      if (const auto place = locate(face, *view, u)) add(names(simplex_of(cutter.vertices[i]), *place), u);
    }
    const int next = (i + 1) % 3;
    if (sides[i] * sides[next] >= 0) continue;
    // Each edge is always taken in one direction, so that its points have equal bits in both of its faces.
    const bool forward = cutter.vertices[i] < cutter.vertices[next];
    const Eigen::Vector3d& from = cutter.corners[forward ? i : next];
    const Eigen::Vector3d& to = cutter.corners[forward ? next : i];
    if (const auto place = locate(face, from, to)) {
      add(names(simplex_of(cutter.vertices[i], cutter.vertices[next]), *place),
          point_on_edge(from, to, face));
    }
  }
}

//! Number of vertices of the smallest simplex of a face that contains all points of the intersection.
int span_of(const Face& face, const FaceIntersection& intersection, Simplex PointName::*jaw) {
  const auto is_named = [&](std::uint32_t vertex) {
    for (int i = 0; i < intersection.end_count; ++i) {
      if (std::ranges::find(intersection.ends[i].name.*jaw, vertex) != (intersection.ends[i].name.*jaw).end())
        return true;
    }
    return false;
  };
  return static_cast<int>(std::ranges::count_if(face, is_named));
}

//! Whether some edge of `a` has all of `b` on its outer side.
bool edge_parts(const Triangle& a, const Triangle& b, const FlatView& view, bool touching_parts) {
  // In the counter-clockwise view of a, the outer side is on the right.
  for (int k = 0; k < 3; ++k) {
    const auto is_outside = [&](const Eigen::Vector3d& p) {
      const int side = side_of_line(view.of(a.corners[k]), view.of(a.corners[(k + 1) % 3]), view.of(p));
      return side < 0 || (touching_parts && side == 0);
    };
    if (std::ranges::all_of(b.corners, is_outside)) return true;
  }
  return false;
}

FaceIntersection meet_in_plane(const Triangle& upper, const Triangle& lower) {
  const std::optional<FlatView> upper_view = flat_view(upper);
  const std::optional<FlatView> lower_view = flat_view(lower);
  if (!upper_view || !lower_view) return {};
  const auto parted = [&](bool touching_parts) {
    return edge_parts(upper, lower, *upper_view, touching_parts) ||
           edge_parts(lower, upper, *lower_view, touching_parts);
  };
  if (parted(false)) return {};
  // Faces of one plane have an area in the same projections, so both views have the same axes; in equal order
  // if the faces look the same way.
  const bool same_way = upper_view->x == lower_view->x;
  const bool crossing = same_way && !parted(true);
  return {.kind = crossing ? IntersectionKind::crossing : IntersectionKind::touching, .coplanar = true};
}

}  // namespace

FaceIntersection intersect(const Surface& upper, std::uint32_t upper_face, const Surface& lower,
                           std::uint32_t lower_face) {
  const Triangle a{upper.corners(upper_face), upper.faces[upper_face]};
  const Triangle b{lower.corners(lower_face), lower.faces[lower_face]};
  const Sides a_sides = sides_of(b, a);
  if (all(a_sides, 1) || all(a_sides, -1)) return {};
  const Sides b_sides = sides_of(a, b);
  if (all(b_sides, 1) || all(b_sides, -1)) return {};
  if (all(a_sides, 0) || all(b_sides, 0)) return meet_in_plane(a, b);

  FaceIntersection intersection;
  add_ends(
      a, a_sides, b,
      [](const Simplex& of_a, const Simplex& of_b) {
        return PointName{of_a, of_b};
      },
      intersection);
  add_ends(
      b, b_sides, a,
      [](const Simplex& of_b, const Simplex& of_a) {
        return PointName{of_a, of_b};
      },
      intersection);
  if (intersection.end_count == 0) return {};
  const int upper_span = span_of(a.vertices, intersection, &PointName::upper);
  const int lower_span = span_of(b.vertices, intersection, &PointName::lower);
  const bool a_behind_b = lower_span == 3 && any(a_sides, -1);
  const bool b_behind_a = upper_span == 3 && any(b_sides, -1);
  intersection.kind = a_behind_b || b_behind_a ? IntersectionKind::crossing : IntersectionKind::touching;
  intersection.along_edges = intersection.end_count == 2 && upper_span == 2 && lower_span == 2;
  return intersection;
}

}  // namespace intercusp::exact
