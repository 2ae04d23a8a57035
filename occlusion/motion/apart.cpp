#include "occlusion/motion/apart.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "occlusion/exact/face_meeting.h"
#include "occlusion/exact/winding.h"
#include "occlusion/motion/trajectories.h"

namespace intercusp::motion {
namespace {

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
    return (gap <= margin_mm).all();
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
      return (in_other >= of_other.box.min.array() - margin_mm).all() &&
             (in_other <= of_other.box.max.array() + margin_mm).all();
    });
    return in_some_box && exact::side_of(other_posed, point) != exact::Side::outside;
  });
}

}  // namespace

bool are_apart(const PreparedJaw& upper, const PreparedJaw& lower,
               const Eigen::Isometry3d& upper_from_lower) {
  const Surface upper_surface = exact::surface_of(*upper.solid);
  const Surface lower_surface = exact::surface_of(*lower.solid, upper_from_lower);
  const auto meets = [&](std::uint32_t upper_face, std::uint32_t lower_face) {
    return exact::meet(upper_surface, upper_face, lower_surface, lower_face).kind != exact::Meeting::apart;
  };
  if (NearFaces(upper, lower, upper_from_lower).any(meets)) return false;
  const Eigen::Isometry3d identity = Eigen::Isometry3d::Identity();
  const Eigen::Isometry3d lower_from_case = upper_from_lower.inverse(Eigen::Isometry);
  return !some_part_inside(lower, lower_surface, upper, upper_surface, identity) &&
         !some_part_inside(upper, upper_surface, lower, lower_surface, lower_from_case);
}

}  // namespace intercusp::motion
