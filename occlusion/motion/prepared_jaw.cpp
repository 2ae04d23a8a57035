#include "occlusion/motion/prepared_jaw.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "occlusion/distance/deepest.h"
#include "occlusion/exact/exact_interference.h"
#include "occlusion/exact/face_intersection.h"
#include "occlusion/exact/winding.h"
#include "occlusion/geometry/adjacency.h"
#include "occlusion/motion/contact_event.h"
#include "occlusion/motion/near_point.h"
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

//! A margin above the rounding of boxes.
constexpr double rounding_mm = 1e-7;

using Node = BoxTree::Node;
using exact::Surface;

class NearFaces {
 public:
  NearFaces(const PreparedJaw& upper, const PreparedJaw& lower, const Eigen::Isometry3d& upper_from_lower)
      : upper_(upper.tree),
        lower_(lower.tree),
        upper_from_lower_(upper_from_lower),
        turned_(upper_from_lower.linear().cwiseAbs()) {}

  //! Whether some pair of faces whose leaves' boxes meet satisfies `test`.
  template <class Test>
  [[nodiscard]] bool any(const Test& test) const {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
    if (!upper_.empty() && !lower_.empty()) pairs.emplace_back(JawTree::root, JawTree::root);
    while (!pairs.empty()) {
      const auto [u, l] = pairs.back();
      pairs.pop_back();
      const Node &upper = upper_.node(u), &lower = lower_.node(l);
      if (!boxes_meet(upper, lower)) continue;
      const auto below_upper = upper_.children(u), below_lower = lower_.children(l);
      if (!below_upper && !below_lower) {
        for (const std::uint32_t a : upper_.faces(u)) {
          for (const std::uint32_t b : lower_.faces(l)) {
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

 private:
  [[nodiscard]] bool boxes_meet(const Node& upper, const Node& lower) const {
    const Eigen::Array3d gap = (upper_from_lower_ * lower.centre() - upper.centre()).cwiseAbs() -
                               upper.half() - turned_ * lower.half();
    return (gap <= rounding_mm).all();
  }

  const JawTree& upper_;
  const JawTree& lower_;
  Eigen::Isometry3d upper_from_lower_;
  Eigen::Matrix3d turned_;
};

//! Whether some part of a jaw's anatomy begins inside the other jaw. \pre their surfaces do not meet
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

//! Whether a point of the other jaw, case frame, lies deeper in a jaw than the tolerance.
bool is_deep(const PosedJaw& jaw, const Eigen::Vector3d& point) {
  constexpr double usual_mm = 2;  // of overlaps; beyond, only the exact test decides
  const Eigen::Vector3d in_jaw = jaw.jaw_from_case * point;
  if (const std::optional<NearFace> closest = closest_within(jaw.jaw, in_jaw, usual_mm)) {
    const Eigen::Vector3d out = in_jaw - closest->closest;
    if (out.norm() <= touch_mm) return false;
    if (is_straight_along(-normal_of(jaw.jaw, closest->face), out)) return true;
  }
  return exact::side_of(jaw.surface, point) == exact::Side::inside;
}

//! Whether some corner of a face is deep in the other jaw. \pre the faces cross
bool some_corner_is_deep(const PosedJaw& jaw, std::uint32_t face, const PosedJaw& other,
                         std::uint32_t other_face) {
  const auto [a, b, c] = other.surface.corners(other_face);
  const Eigen::Vector3d normal = (b - a).cross(c - a).normalized();
  return std::ranges::any_of(jaw.surface.corners(face), [&](const Eigen::Vector3d& corner) {
    return normal.dot(corner - a) < -touch_mm && is_deep(other, corner);
  });
}

//! The whole test.
bool are_deeper_than_tolerance(const Bite& bite) {
  if (!exact_interference(bite).interference) return false;
  const PreparedJaws jaws = prepare_jaws(bite);
  // Coincident surfaces would be cut into ever more pieces; the overlap they may hide is smaller than a piece.
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
  if (NearFaces(upper, lower, upper_from_lower).any(are_deep)) return true;
  if (!some_meet &&
      !some_part_inside(lower, lower_surface, upper, upper_surface, posed_upper.jaw_from_case) &&
      !some_part_inside(upper, upper_surface, lower, lower_surface, lower_from_case)) {
    return false;
  }
  return are_deeper_than_tolerance(
      {.upper = upper.solid, .lower = lower.solid, .upper_from_lower = upper_from_lower});
}

}  // namespace intercusp::motion
