#include "occlusion/motion/articulator/group_gaps.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "occlusion/motion/articulator/triangle_distance.h"

namespace intercusp {
namespace {

using Triangle = std::array<Eigen::Vector3d, 3>;

struct Box {
  Eigen::Vector3d centre, half;
};

Box box_of(const Bounds& bounds) { return {bounds.centre(), 0.5 * bounds.size()}; }

double squared_gap(const Box& a, const Box& b) {
  const Eigen::Vector3d apart = ((a.centre - b.centre).cwiseAbs() - a.half - b.half).cwiseMax(0.0);
  return apart.squaredNorm();
}

//! Boxes of one group's faces, the root first; a leaf is one face.
struct Tree {
  struct Node {
    Box box;
    std::int32_t children = -1;  //!< the first of two neighbours; −1: a leaf
    std::uint32_t face = 0;
  };
  std::vector<Node> nodes;
};

class TreeBuilder {
 public:
  TreeBuilder(const std::vector<Triangle>& faces, std::vector<std::uint32_t> members)
      : faces_(faces), members_(std::move(members)) {
    tree_.nodes.reserve(2 * members_.size());
    tree_.nodes.emplace_back();
    build(0, 0, members_.size());
  }
  [[nodiscard]] Tree take() { return std::move(tree_); }

 private:
  void build(std::size_t node, std::size_t begin, std::size_t end) {
    Bounds bounds, middles;
    for (std::size_t i = begin; i < end; ++i) {
      for (const Eigen::Vector3d& corner : faces_[members_[i]]) bounds.add(corner);
      middles.add(middle_of(members_[i]));
    }
    tree_.nodes[node].box = box_of(bounds);
    if (end - begin == 1) {
      tree_.nodes[node].face = members_[begin];
      return;
    }
    Eigen::Index axis = 0;
    middles.size().maxCoeff(&axis);
    const std::size_t half = begin + (end - begin) / 2;
    const auto at = [&](std::size_t i) { return members_.begin() + static_cast<std::ptrdiff_t>(i); };
    std::nth_element(at(begin), at(half), at(end), [&](std::uint32_t a, std::uint32_t b) {
      return std::pair(middle_of(a)[axis], a) < std::pair(middle_of(b)[axis], b);
    });
    const std::size_t children = tree_.nodes.size();
    tree_.nodes[node].children = static_cast<std::int32_t>(children);
    tree_.nodes.resize(children + 2);
    build(children, begin, half);
    build(children + 1, half, end);
  }
  [[nodiscard]] Eigen::Vector3d middle_of(std::uint32_t face) const {
    return faces_[face][0] + faces_[face][1] + faces_[face][2];  // three times the middle: sorts the same
  }

  const std::vector<Triangle>& faces_;
  std::vector<std::uint32_t> members_;
  Tree tree_;
};

//! One jaw's anatomy as triangles, and a tree for each of its groups, sorted by group.
struct Jaw {
  std::vector<Triangle> faces;
  std::vector<std::pair<ToothGroup, Tree>> trees;

  [[nodiscard]] const Tree* tree_of(ToothGroup group) const {
    for (const auto& [name, tree] : trees) {
      if (name == group) return &tree;
    }
    return nullptr;
  }
};

Jaw jaw_of(const Solid& solid, const Eigen::Isometry3d& case_from_solid,
           const std::vector<ToothGroup>& groups) {
  Jaw jaw;
  jaw.faces.reserve(solid.anatomy_faces);
  for (std::size_t face = 0; face < solid.anatomy_faces; ++face) {
    const auto& [a, b, c] = solid.mesh.faces[face];
    const auto& vertices = solid.mesh.vertices;
    jaw.faces.push_back(
        {case_from_solid * vertices[a], case_from_solid * vertices[b], case_from_solid * vertices[c]});
  }
  std::vector<std::uint32_t> order(solid.anatomy_faces);
  std::iota(order.begin(), order.end(), 0U);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return groups[a] < groups[b]; });
  for (auto first = order.begin(); first != order.end();) {
    const ToothGroup group = groups[*first];
    const auto last = std::find_if(first, order.end(), [&](std::uint32_t f) { return groups[f] != group; });
    jaw.trees.emplace_back(group, TreeBuilder(jaw.faces, {first, last}).take());
    first = last;
  }
  return jaw;
}

//! How the lower stands away from where its trees were made.
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

//! The search of one pair.
class PairSearch {
 public:
  PairSearch(const Jaw& upper, const Jaw& lower, const Placing& placing, double reach_mm,
             bool first_is_enough)
      : upper_(upper), lower_(lower), placing_(placing), first_is_enough_(first_is_enough) {
    // A pair exactly as far as the reach counts.
    best_ = std::nextafter(reach_mm * reach_mm, std::numeric_limits<double>::infinity());
  }

  //! \return whether something within reach, and closer than all before, was found.
  bool look(const Tree& upper_tree, const Tree& lower_tree) {
    found_ = false;
    descend(upper_tree, 0, lower_tree, 0, placing_.of(lower_tree.nodes[0].box));
    return found_;
  }
  [[nodiscard]] double distance_mm() const { return std::sqrt(best_); }
  [[nodiscard]] const Eigen::Vector3d& point() const { return point_; }

 private:
  void descend(const Tree& upper_tree, std::int32_t upper_node, const Tree& lower_tree,
               std::int32_t lower_node, const Box& lower_box) {
    if (done()) return;
    const Tree::Node& u = upper_tree.nodes[static_cast<std::size_t>(upper_node)];
    const Tree::Node& l = lower_tree.nodes[static_cast<std::size_t>(lower_node)];
    if (squared_gap(u.box, lower_box) >= best_) return;
    if (u.children < 0 && l.children < 0) return look_at(u.face, l.face);
    const bool split_upper =
        l.children < 0 || (u.children >= 0 && u.box.half.squaredNorm() > lower_box.half.squaredNorm());
    if (split_upper) {
      const double first = squared_gap(box(upper_tree, u.children), lower_box);
      const double second = squared_gap(box(upper_tree, u.children + 1), lower_box);
      const std::int32_t nearer = first <= second ? 0 : 1;
      descend(upper_tree, u.children + nearer, lower_tree, lower_node, lower_box);
      descend(upper_tree, u.children + 1 - nearer, lower_tree, lower_node, lower_box);
    } else {
      const std::array<Box, 2> boxes = {placing_.of(box(lower_tree, l.children)),
                                        placing_.of(box(lower_tree, l.children + 1))};
      const std::int32_t nearer = squared_gap(u.box, boxes[0]) <= squared_gap(u.box, boxes[1]) ? 0 : 1;
      for (const std::int32_t child : {nearer, 1 - nearer}) {
        descend(upper_tree, upper_node, lower_tree, l.children + child,
                boxes[static_cast<std::size_t>(child)]);
      }
    }
  }
  static const Box& box(const Tree& tree, std::int32_t node) {
    return tree.nodes[static_cast<std::size_t>(node)].box;
  }
  void look_at(std::uint32_t upper_face, std::uint32_t lower_face) {
    const TriangleGap gap = triangle_gap(upper_.faces[upper_face], placing_.of(lower_.faces[lower_face]));
    if (!(gap.squared_mm2 < best_)) return;
    best_ = gap.squared_mm2;
    point_ = 0.5 * (gap.on_first + gap.on_second);
    found_ = true;
  }
  [[nodiscard]] bool done() const { return found_ && (first_is_enough_ || best_ <= 0); }

  const Jaw &upper_, &lower_;
  const Placing& placing_;
  bool first_is_enough_, found_ = false;
  double best_;
  Eigen::Vector3d point_ = Eigen::Vector3d::Zero();
};

}  // namespace

class GroupGaps::Impl {
 public:
  Impl(const Bite& bite, const BiteGroups& groups)
      : upper_(jaw_of(*bite.upper, Eigen::Isometry3d::Identity(), groups.upper)),
        lower_(jaw_of(*bite.lower, bite.upper_from_lower, groups.lower)),
        lower_from_case_(bite.upper_from_lower.inverse(Eigen::Isometry)) {}

  //! Calls `each(pair, search)` for every pair with something within reach, in order.
  template <class Each>
  void for_pairs(const Eigen::Isometry3d& pose, double reach_mm, bool first_is_enough, Each each) const {
    const Placing placing = placing_of(pose);
    for (const auto& [upper_group, upper_tree] : upper_.trees) {
      for (const auto& [lower_group, lower_tree] : lower_.trees) {
        PairSearch search(upper_, lower_, placing, reach_mm, first_is_enough);
        if (search.look(upper_tree, lower_tree)) each(GroupPair{upper_group, lower_group}, search);
      }
    }
  }

  [[nodiscard]] std::optional<GroupGap> of_pair(const Eigen::Isometry3d& pose, GroupPair pair,
                                                double reach_mm) const {
    const Tree *const upper_tree = upper_.tree_of(pair.upper), *const lower_tree = lower_.tree_of(pair.lower);
    if (upper_tree == nullptr || lower_tree == nullptr) return std::nullopt;
    const Placing placing = placing_of(pose);
    PairSearch search(upper_, lower_, placing, reach_mm, false);
    if (!search.look(*upper_tree, *lower_tree)) return std::nullopt;
    return GroupGap{pair, search.distance_mm(), search.point()};
  }

  [[nodiscard]] std::optional<GroupGap> least(const Eigen::Isometry3d& pose, double reach_mm,
                                              const std::function<bool(GroupPair)>& counts) const {
    const Placing placing = placing_of(pose);
    PairSearch search(upper_, lower_, placing, reach_mm, false);
    std::optional<GroupGap> best;
    for (const auto& [upper_group, upper_tree] : upper_.trees) {
      for (const auto& [lower_group, lower_tree] : lower_.trees) {
        const GroupPair pair{upper_group, lower_group};
        if (counts(pair) && search.look(upper_tree, lower_tree))
          best = GroupGap{pair, search.distance_mm(), search.point()};
      }
    }
    return best;
  }

 private:
  [[nodiscard]] Placing placing_of(const Eigen::Isometry3d& pose) const {
    return Placing(pose * lower_from_case_);
  }

  Jaw upper_, lower_;
  Eigen::Isometry3d lower_from_case_;
};

GroupGaps::GroupGaps(const Bite& bite, const BiteGroups& groups)
    : impl_(std::make_unique<Impl>(bite, groups)) {}
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
  return impl_->of_pair(upper_from_lower, pair, reach_mm);
}

std::optional<GroupGap> GroupGaps::least(const Eigen::Isometry3d& upper_from_lower, double reach_mm,
                                         const std::function<bool(GroupPair)>& counts) const {
  return impl_->least(upper_from_lower, reach_mm, counts);
}

}  // namespace intercusp
