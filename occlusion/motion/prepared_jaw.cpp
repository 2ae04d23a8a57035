#include "occlusion/motion/prepared_jaw.h"

#include <algorithm>
#include <utility>

#include "occlusion/distance/deepest.h"
#include "occlusion/exact/exact_interference.h"
#include "occlusion/exact/face_intersection.h"
#include "occlusion/exact/surface.h"
#include "occlusion/geometry/adjacency.h"
#include "occlusion/geometry/closest_on_triangle.h"
#include "occlusion/motion/contact_event.h"
#include "occlusion/motion/trajectories.h"

namespace intercusp::motion {

std::vector<std::array<AcrossEdge, 3>> faces_across(const TriangleMesh& mesh) {
  const auto beside = [](const EdgeSide& side) { return AcrossEdge{side.face, (side.corner + 2) % 3U}; };
  std::vector<std::array<AcrossEdge, 3>> across(mesh.faces.size());
  for_each_edge(mesh, [&](std::uint32_t, std::uint32_t, std::span<const EdgeSide> sides) {
    for (std::size_t i = 0; i < sides.size(); ++i)
      across[sides[i].face][sides[i].corner] = beside(sides.size() == 2 ? sides[1 - i] : sides[i]);
  });
  return across;
}

namespace {

std::vector<JawPart> parts_of(const Solid& jaw) {
  UnionFind sets = joined_vertices(jaw.mesh.vertices.size(), jaw.mesh.faces);
  std::vector<JawPart> parts;
  std::vector<std::size_t> part_of_root(jaw.mesh.vertices.size(), 0);  // from 1
  for (std::size_t face = 0; face < jaw.mesh.faces.size(); ++face) {
    const Face& corners = jaw.mesh.faces[face];
    std::size_t& number = part_of_root[sets.root(corners[0])];
    if (number == 0) {
      parts.emplace_back();
      number = parts.size();
    }
    JawPart& part = parts[number - 1];
    for (const std::uint32_t corner : corners) part.box.add(jaw.mesh.vertices[corner]);
    if (jaw.is_anatomy(face) && !part.anatomy) {
      part.anatomy = true;
      part.vertex = corners[0];
    }
  }
  return parts;
}

}  // namespace

PreparedJaw::PreparedJaw(std::shared_ptr<const Solid> jaw)
    : solid(std::move(jaw)), across(faces_across(solid->mesh)), tree(*solid), parts(parts_of(*solid)) {}

namespace {

bool is_within(const BoxTree::Node& node, const Eigen::Vector3d& point, double radius_mm) {
  const Eigen::Vector3d beyond = ((point - node.centre()).cwiseAbs() - node.half()).cwiseMax(0.0);
  return beyond.squaredNorm() <= radius_mm * radius_mm;
}

//! Calls visit(face, closest point, distance) for faces within a radius, which it may reduce.
template <class Visit>
void visit_near(const PreparedJaw& jaw, const Eigen::Vector3d& point, double& radius_mm, const Visit& visit) {
  if (jaw.tree.empty()) return;
  std::vector<std::uint32_t> nodes = {JawTree::root};
  while (!nodes.empty()) {
    const std::uint32_t node = nodes.back();
    nodes.pop_back();
    if (!is_within(jaw.tree.node(node), point, radius_mm)) continue;
    if (const auto children = jaw.tree.children(node)) {
      nodes.insert(nodes.end(), children->begin(), children->end());
      continue;
    }
    for (const std::uint32_t face : jaw.tree.faces(node)) {
      const auto& [a, b, c] = jaw.solid->mesh.faces[face];
      const auto& vertices = jaw.solid->mesh.vertices;
      const Eigen::Vector3d closest = closest_on_triangle(point, vertices[a], vertices[b], vertices[c]).point;
      const double distance = (closest - point).norm();
      if (distance <= radius_mm) visit(face, closest, distance);
    }
  }
}

}  // namespace

std::vector<NearFace> faces_near(const PreparedJaw& jaw, const Eigen::Vector3d& point, double radius_mm) {
  std::vector<NearFace> near;
  visit_near(jaw, point, radius_mm, [&](std::uint32_t face, const Eigen::Vector3d& closest, double) {
    near.push_back({face, closest});
  });
  return near;
}

std::optional<NearFace> closest_within(const PreparedJaw& jaw, const Eigen::Vector3d& point,
                                       double radius_mm) {
  std::optional<NearFace> nearest;
  visit_near(jaw, point, radius_mm,
             [&](std::uint32_t face, const Eigen::Vector3d& closest, double distance_mm) {
               nearest = {face, closest};
               radius_mm = distance_mm;
             });
  return nearest;
}

bool is_straight_along(const Eigen::Vector3d& normal, const Eigen::Vector3d& way) {
  return normal.dot(way) > 0.999999 * normal.norm() * way.norm();
}

namespace {

//! Margin that exceeds the rounding of boxes.
constexpr double rounding_mm = 1e-7;

using exact::Surface;

//! Whether some pair of faces whose leaves' boxes meet satisfies `test`.
template <class Test>
bool any_near_pair(const JawTree& upper_tree, const JawTree& lower_tree,
                   const Eigen::Isometry3d& upper_from_lower, const Test& test) {
  const Eigen::Matrix3d turned = upper_from_lower.linear().cwiseAbs();
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
  if (!upper_tree.empty() && !lower_tree.empty()) pairs.emplace_back(JawTree::root, JawTree::root);
  while (!pairs.empty()) {
    const auto [u, l] = pairs.back();
    pairs.pop_back();
    const BoxTree::Node &upper = upper_tree.node(u), &lower = lower_tree.node(l);
    const Eigen::Array3d gap = (upper_from_lower * lower.centre() - upper.centre()).cwiseAbs() -
                               upper.half() - turned * lower.half();
    if (!(gap <= rounding_mm).all()) continue;
    const auto below_upper = upper_tree.children(u), below_lower = lower_tree.children(l);
    if (!below_upper && !below_lower) {
      for (const std::uint32_t a : upper_tree.faces(u)) {
        for (const std::uint32_t b : lower_tree.faces(l)) {
          if (test(a, b)) return true;
        }
      }
    } else if (!below_lower || (below_upper && upper.half().sum() > lower.half().sum())) {
      for (const std::uint32_t half : *below_upper) pairs.emplace_back(half, l);
    } else {
      for (const std::uint32_t half : *below_lower) pairs.emplace_back(u, half);
    }
  }
  return false;
}

//! Whether some part of a jaw's anatomy begins inside the other jaw.
//! \pre the surfaces of the jaws do not meet
bool some_part_inside(const PreparedJaw& jaw, const Surface& posed, const PreparedJaw& other,
                      const Surface& other_posed, const Eigen::Isometry3d& other_from_case) {
  return std::ranges::any_of(jaw.parts, [&](const JawPart& part) {
    if (!part.anatomy) return false;
    const Eigen::Vector3d& point = posed.vertices[part.vertex];
    const Eigen::Array3d in_other = other_from_case * point;
    const bool in_some_box = std::ranges::any_of(other.parts, [&](const JawPart& of_other) {
      return (in_other >= of_other.box.min.array() - rounding_mm).all() &&
             (in_other <= of_other.box.max.array() + rounding_mm).all();
    });
    return in_some_box && exact::side_of(other_posed, point) != exact::Side::outside;
  });
}

//! One jaw in a pose.
struct PosedJaw {
  const PreparedJaw& jaw;
  const Surface& surface;  //!< case frame
  Eigen::Isometry3d jaw_from_case;
};

//! Whether a point of the other jaw (case frame) lies deeper in a jaw than the tolerance.
bool is_deep(const PosedJaw& jaw, const Eigen::Vector3d& point) {
  constexpr double usual_mm = 2;  // usual depth of overlaps; beyond it, only the exact test decides
  const Eigen::Vector3d in_jaw = jaw.jaw_from_case * point;
  if (const std::optional<NearFace> closest = closest_within(jaw.jaw, in_jaw, usual_mm)) {
    const Eigen::Vector3d out = in_jaw - closest->closest;
    if (out.norm() <= touch_mm) return false;
    if (is_straight_along(-face_normal_twice_area(jaw.jaw.solid->mesh, closest->face), out)) return true;
  }
  return exact::side_of(jaw.surface, point) == exact::Side::inside;
}

//! Whether some corner of a face is deep in the other jaw.
//! \pre the faces cross
bool some_corner_is_deep(const PosedJaw& jaw, std::uint32_t face, const PosedJaw& other,
                         std::uint32_t other_face) {
  const auto [a, b, c] = other.surface.corners(other_face);
  const Eigen::Vector3d normal = (b - a).cross(c - a).normalized();
  return std::ranges::any_of(jaw.surface.corners(face), [&](const Eigen::Vector3d& corner) {
    return normal.dot(corner - a) < -touch_mm && is_deep(other, corner);
  });
}

//! The complete test, without shortcuts.
bool are_deeper_than_tolerance(const Bite& bite) {
  if (!exact_interference(bite).interference) return false;
  const PreparedJaws jaws = prepare_jaws(bite);
  // Coincident surfaces would be cut into ever more pieces. The overlap that they may hide is smaller than a
  // piece.
  const LeastDistanceOptions options{.tolerance_mm = 0.1 * touch_mm, .most_pieces = 20'000};
  const std::optional<LeastDistance> least =
      least_distance(bite, jaws, surface_distances(bite, jaws), options);
  return !least || least->distance_mm < -touch_mm;
}

}  // namespace

bool overlap(const PreparedJaw& upper, const PreparedJaw& lower, const Eigen::Isometry3d& upper_from_lower) {
  const Surface upper_surface = exact::surface_of(*upper.solid);
  const Surface lower_surface = exact::surface_of(*lower.solid, upper_from_lower);
  const Eigen::Isometry3d lower_from_case = upper_from_lower.inverse(Eigen::Isometry);
  const PosedJaw posed_upper{upper, upper_surface, Eigen::Isometry3d::Identity()};
  const PosedJaw posed_lower{lower, lower_surface, lower_from_case};
  bool some_meet = false;
  const auto are_deep = [&](std::uint32_t upper_face, std::uint32_t lower_face) {
    const exact::IntersectionKind kind =
        exact::intersect(upper_surface, upper_face, lower_surface, lower_face).kind;
    some_meet = some_meet || kind != exact::IntersectionKind::apart;
    return kind == exact::IntersectionKind::crossing &&
           (some_corner_is_deep(posed_lower, lower_face, posed_upper, upper_face) ||
            some_corner_is_deep(posed_upper, upper_face, posed_lower, lower_face));
  };
  if (any_near_pair(upper.tree, lower.tree, upper_from_lower, are_deep)) return true;
  if (!some_meet &&
      !some_part_inside(lower, lower_surface, upper, upper_surface, posed_upper.jaw_from_case) &&
      !some_part_inside(upper, upper_surface, lower, lower_surface, lower_from_case)) {
    return false;
  }
  return are_deeper_than_tolerance(
      {.upper = upper.solid, .lower = lower.solid, .upper_from_lower = upper_from_lower});
}

}  // namespace intercusp::motion
