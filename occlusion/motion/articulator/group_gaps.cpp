#include "occlusion/motion/articulator/group_gaps.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "occlusion/geometry/box_tree.h"
#include "occlusion/geometry/closest_on_triangle.h"

namespace intercusp {
namespace {

using Triangle = std::array<Eigen::Vector3d, 3>;

using Node = BoxTree::Node;

struct Box {
  Eigen::Vector3d centre, half;
};

Box box_of(const Node& node) { return {node.centre(), node.half()}; }

double squared_gap(const Box& a, const Box& b) {
  const Eigen::Vector3d apart = ((a.centre - b.centre).cwiseAbs() - a.half - b.half).cwiseMax(0.0);
  return apart.squaredNorm();
}

//! One jaw in the case frame, with a tree for each of its groups, sorted by group. A leaf is one face.
struct GroupedJaw {
  TriangleMesh mesh;
  std::vector<std::pair<ToothGroup, BoxTree>> trees;

  [[nodiscard]] const BoxTree* tree_of(ToothGroup group) const {
    for (const auto& [name, tree] : trees) {
      if (name == group) return &tree;
    }
    return nullptr;
  }
  [[nodiscard]] Triangle triangle(std::uint32_t face) const {
    const auto& [a, b, c] = mesh.faces[face];
    return {mesh.vertices[a], mesh.vertices[b], mesh.vertices[c]};
  }
};

GroupedJaw grouped_jaw(const Solid& solid, const Eigen::Isometry3d& case_from_solid,
                       const std::vector<ToothGroup>& groups) {
  GroupedJaw jaw{.mesh = solid.mesh, .trees = {}};
  for (Eigen::Vector3d& vertex : jaw.mesh.vertices) vertex = case_from_solid * vertex;
  std::vector<std::uint32_t> order(solid.anatomy_faces);
  std::iota(order.begin(), order.end(), 0U);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return groups[a] < groups[b]; });
  for (auto first = order.begin(); first != order.end();) {
    const ToothGroup group = groups[*first];
    const auto last = std::find_if(first, order.end(), [&](std::uint32_t f) { return groups[f] != group; });
    jaw.trees.emplace_back(group, BoxTree(jaw.mesh, std::span(first, last), 1));
    first = last;
  }
  return jaw;
}

//! The lower's pose relative to the frame of its trees.
struct Placing {
  explicit Placing(const Eigen::Isometry3d& moved)
      : linear(moved.linear()), absolute(moved.linear().cwiseAbs()), shift(moved.translation()) {}
  [[nodiscard]] Box of(const Box& box) const { return {linear * box.centre + shift, absolute * box.half}; }
  [[nodiscard]] Triangle of(const Triangle& face) const {
    return {linear * face[0] + shift, linear * face[1] + shift, linear * face[2] + shift};
  }
  Eigen::Matrix3d linear, absolute;
  Eigen::Vector3d shift;
};

//! The search for the least distance of one pair.
class PairSearch {
 public:
  PairSearch(const GroupedJaw& upper, const GroupedJaw& lower, const Placing& placing, double reach_mm,
             bool first_is_enough)
      : upper_(upper), lower_(lower), placing_(placing), first_is_enough_(first_is_enough) {
    // A pair counts if it is exactly as far apart as the reach.
    best_ = std::nextafter(reach_mm * reach_mm, std::numeric_limits<double>::infinity());
  }

  //! \return whether it found a closer pair within reach.
  bool look(const BoxTree& upper_tree, const BoxTree& lower_tree) {
    found_ = false;
    upper_tree_ = &upper_tree;
    lower_tree_ = &lower_tree;
    const Node& lower_root = lower_tree.nodes().front();
    descend(upper_tree.nodes().front(), lower_root, placing_.of(box_of(lower_root)));
    return found_;
  }
  [[nodiscard]] double distance_mm() const { return std::sqrt(best_); }
  [[nodiscard]] const Eigen::Vector3d& point() const { return point_; }

 private:
  void descend(const Node& upper, const Node& lower, const Box& lower_box) {
    if (done() || squared_gap(box_of(upper), lower_box) >= best_) return;
    if (upper.is_leaf() && lower.is_leaf())
      return look_at(upper_tree_->faces(upper)[0], lower_tree_->faces(lower)[0]);
    if (lower.is_leaf() || (!upper.is_leaf() && upper.half().squaredNorm() > lower_box.half.squaredNorm())) {
      auto [near, far] = upper_tree_->children(upper);
      if (squared_gap(box_of(*far), lower_box) < squared_gap(box_of(*near), lower_box)) std::swap(near, far);
      descend(*near, lower, lower_box);
      descend(*far, lower, lower_box);
    } else {
      auto [near, far] = lower_tree_->children(lower);
      Box near_box = placing_.of(box_of(*near)), far_box = placing_.of(box_of(*far));
      if (squared_gap(box_of(upper), far_box) < squared_gap(box_of(upper), near_box)) {
        std::swap(near, far);
        std::swap(near_box, far_box);
      }
      descend(upper, *near, near_box);
      descend(upper, *far, far_box);
    }
  }
  void look_at(std::uint32_t upper_face, std::uint32_t lower_face) {
    const TriangleGap gap =
        triangle_gap(upper_.triangle(upper_face), placing_.of(lower_.triangle(lower_face)));
    if (!(gap.squared_mm2 < best_)) return;
    best_ = gap.squared_mm2;
    point_ = 0.5 * (gap.on_first + gap.on_second);
    found_ = true;
  }
  [[nodiscard]] bool done() const { return found_ && (first_is_enough_ || best_ <= 0); }

  const GroupedJaw &upper_, &lower_;
  const BoxTree *upper_tree_ = nullptr, *lower_tree_ = nullptr;
  const Placing& placing_;
  bool first_is_enough_, found_ = false;
  double best_;
  Eigen::Vector3d point_ = Eigen::Vector3d::Zero();
};

}  // namespace

struct GroupGaps::Impl {
  GroupedJaw upper, lower;
  Eigen::Isometry3d lower_from_case;

  [[nodiscard]] Placing placing_of(const Eigen::Isometry3d& pose) const {
    return Placing(pose * lower_from_case);
  }

  //! Calls `each(pair, search)` for every pair within reach, in order.
  template <class Each>
  void for_pairs(const Eigen::Isometry3d& pose, double reach_mm, bool first_is_enough, Each each) const {
    const Placing placing = placing_of(pose);
    for (const auto& [upper_group, upper_tree] : upper.trees) {
      for (const auto& [lower_group, lower_tree] : lower.trees) {
        PairSearch search(upper, lower, placing, reach_mm, first_is_enough);
        if (search.look(upper_tree, lower_tree)) each(GroupPair{upper_group, lower_group}, search);
      }
    }
  }
};

GroupGaps::GroupGaps(const Bite& bite, const BiteGroups& groups)
    : impl_(new Impl{grouped_jaw(*bite.upper, Eigen::Isometry3d::Identity(), groups.upper),
                     grouped_jaw(*bite.lower, bite.upper_from_lower, groups.lower),
                     bite.upper_from_lower.inverse(Eigen::Isometry)}) {}
GroupGaps::~GroupGaps() = default;
GroupGaps::GroupGaps(GroupGaps&&) noexcept = default;
GroupGaps& GroupGaps::operator=(GroupGaps&&) noexcept = default;

std::vector<GroupGap> GroupGaps::within(const Eigen::Isometry3d& upper_from_lower, double reach_mm) const {
  std::vector<GroupGap> gaps;
  impl_->for_pairs(upper_from_lower, reach_mm, false, [&](GroupPair pair, const PairSearch& search) {
    gaps.push_back({pair, search.distance_mm(), search.point()});
  });
  return gaps;
}

std::vector<GroupPair> GroupGaps::pairs_within(const Eigen::Isometry3d& upper_from_lower,
                                               double reach_mm) const {
  std::vector<GroupPair> pairs;
  impl_->for_pairs(upper_from_lower, reach_mm, true,
                   [&](GroupPair pair, const PairSearch&) { pairs.push_back(pair); });
  return pairs;
}

std::optional<GroupGap> GroupGaps::of_pair(const Eigen::Isometry3d& upper_from_lower, GroupPair pair,
                                           double reach_mm) const {
  const GroupedJaw &upper = impl_->upper, &lower = impl_->lower;
  const BoxTree *const upper_tree = upper.tree_of(pair.upper), *const lower_tree = lower.tree_of(pair.lower);
  if (upper_tree == nullptr || lower_tree == nullptr) return std::nullopt;
  const Placing placing = impl_->placing_of(upper_from_lower);
  PairSearch search(upper, lower, placing, reach_mm, false);
  if (!search.look(*upper_tree, *lower_tree)) return std::nullopt;
  return GroupGap{pair, search.distance_mm(), search.point()};
}

std::optional<GroupGap> GroupGaps::least(const Eigen::Isometry3d& upper_from_lower, double reach_mm,
                                         const std::function<bool(GroupPair)>& counts) const {
  const Placing placing = impl_->placing_of(upper_from_lower);
  PairSearch search(impl_->upper, impl_->lower, placing, reach_mm, false);
  std::optional<GroupGap> best;
  for (const auto& [upper_group, upper_tree] : impl_->upper.trees) {
    for (const auto& [lower_group, lower_tree] : impl_->lower.trees) {
      const GroupPair pair{upper_group, lower_group};
      if (counts(pair) && search.look(upper_tree, lower_tree))
        best = GroupGap{pair, search.distance_mm(), search.point()};
    }
  }
  return best;
}

}  // namespace intercusp
