#include "occlusion/motion/contact_search.h"

#include <tbb/enumerable_thread_specific.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <atomic>
#include <limits>
#include <mutex>
#include <stdexcept>
#include <tuple>
#include <utility>
#include <vector>

#include "occlusion/base/for_all.h"
#include "occlusion/base/run_both.h"
#include "occlusion/motion/contact_event.h"
#include "occlusion/motion/depth_growth.h"
#include "occlusion/motion/prepared_jaw.h"
#include "occlusion/motion/trajectories.h"
#include "occlusion/motion/velocity_culling.h"

namespace intercusp {
namespace {

using motion::ContactEvent;
using motion::ContactFace;
using motion::DepthGrowth;
using motion::FaceEdge;
using motion::JawTree;
using motion::MotionBounds;
using motion::NodeShape;
using motion::PlacedPoint;
using motion::PreparedJaw;
using motion::Trajectories;

struct MovingNode {
  bool dropped = false;  //!< all of its faces are dropped by velocity
  MotionBounds bounds;
};

struct MovingFace {
  bool dropped = false;  //!< by velocity
  ContactFace triangle;  //!< without `across`
  MotionBounds bounds;
};

//! Values that are needed only for faces that may meet another face.
struct FaceFeatures {
  ContactFace triangle;
  std::array<bool, 3> has_edge;  //!< false if the face across the edge owns it
  //! An edge has the number of the corner at which it begins.
  std::array<MotionBounds, 3> corner_bounds, edge_bounds;

  [[nodiscard]] const Eigen::Vector3d& corner(std::size_t i) const { return triangle.corners[i]; }
  [[nodiscard]] FaceEdge edge(std::size_t i) const {
    const auto& corners = triangle.corners;
    return {corners[i], corners[(i + 1) % 3], {corners[(i + 2) % 3], triangle.across[i]}};
  }
};

//! Values for a few of many items, each computed once. A search needs a few per cent of a jaw.
template <class Value>
class SparseCache {
 public:
  //! Clears the cache but keeps its storage. Entries up to `before_` belong to earlier searches.
  void begin(std::size_t things) {
    before_ += static_cast<std::uint32_t>(values_.size());
    values_.clear();
    const std::size_t blocks = (things + block_things - 1) / block_things;
    constexpr std::uint32_t many = std::numeric_limits<std::uint32_t>::max() / 2;
    if (blocks_.size() == blocks && before_ < many) return;
    blocks_.clear();
    blocks_.resize(blocks);
    before_ = 0;
  }
  //! The reference is valid until the next call.
  template <class Make>
  const Value& at(std::uint32_t thing, const Make& make) {
    std::unique_ptr<Block>& block = blocks_[thing / block_things];
    if (!block) block = std::make_unique<Block>();
    std::uint32_t& place = (*block)[thing % block_things];
    if (place <= before_) {
      values_.push_back(make());
      place = before_ + static_cast<std::uint32_t>(values_.size());
    }
    return values_[place - before_ - 1];
  }

 private:
  static constexpr std::size_t block_things = 512;
  // Holds for each item the index of its value in values_, counted from before_ + 1.
  using Block = std::array<std::uint32_t, block_things>;
  std::vector<std::unique_ptr<Block>> blocks_;  // null until one of its items is needed
  std::uint32_t before_ = 0;
  std::vector<Value> values_;
};

//! The data of one jaw in a search.
struct SearchedJaw {
  SparseCache<MovingNode> nodes;
  SparseCache<MovingFace> faces;
  SparseCache<FaceFeatures> features;
};

//! The storage of one thread.
struct Scratch {
  SearchedJaw upper, lower;
};

//! One jaw in the motion's frame.
class JawInMotion {
 public:
  JawInMotion(const PreparedJaw& jaw, const Eigen::Isometry3d& motion_from_jaw, const Motion& in_motion_frame,
              Jaw which, bool culling, SearchedJaw& placed)
      : jaw_(jaw),
        motion_from_jaw_(motion_from_jaw),
        linear_(motion_from_jaw.linear()),
        motion_(in_motion_frame),
        trajectories_(in_motion_frame.kind()),
        which_(which),
        towards_(which == Jaw::lower ? 1 : -1),
        culling_(culling),
        placed_(placed) {
    placed_.nodes.begin(jaw.tree.numbers());
    placed_.faces.begin(jaw.solid->anatomy_faces);
    placed_.features.begin(jaw.solid->anatomy_faces);
  }

  [[nodiscard]] const PreparedJaw& jaw() const { return jaw_; }
  [[nodiscard]] const JawTree& tree() const { return jaw_.tree; }
  [[nodiscard]] const Eigen::Isometry3d& motion_from_jaw() const { return motion_from_jaw_; }

  const MovingNode& node(std::uint32_t number) {
    return placed_.nodes.at(number, [&] { return place_node(number); });
  }

  const MovingFace& face(std::uint32_t index) {
    return placed_.faces.at(index, [&] { return place_face(index); });
  }

  const FaceFeatures& features(std::uint32_t index) {
    return placed_.features.at(index, [&] { return features_of(index, face(index)); });
  }

  [[nodiscard]] std::uint32_t vertex(std::uint32_t face, std::size_t corner) const {
    return jaw_.solid->mesh.faces[face][corner];
  }

 private:
  [[nodiscard]] MovingNode place_node(std::uint32_t number) const {
    const BoxTree::Node& node = jaw_.tree.node(number);
    const NodeShape& shape = jaw_.tree.shape(number);
    const Eigen::Vector3d centre = motion_from_jaw_ * node.centre(), half = node.half();
    const Eigen::Vector3d normal = linear_ * shape.normal.cast<double>();
    MovingNode placed;
    placed.dropped = culling_ && all_move_away(normal, shape.least_cosine, centre, half.norm());
    if (placed.dropped) return placed;
    placed.bounds =
        trajectories_.of_body(centre,
                              [&](const Eigen::Vector3d& direction) {
                                return motion::reach_along(linear_.transpose() * direction, half, shape);
                              },
                              {normal, normal.dot(centre) + shape.offset, towards_});
    return placed;
  }

  //! Whether velocity is sure to drop all faces in a ball whose normals lie within a cone.
  [[nodiscard]] bool all_move_away(const Eigen::Vector3d& normal, double least_cosine,
                                   const Eigen::Vector3d& centre, double radius_mm) const {
    constexpr double rounding = 1e-6;
    const Eigen::Vector3d velocity = motion_.velocity_at(centre);
    const double closing = towards_ * normal.dot(velocity);
    if (!(least_cosine > 0 && closing < 0)) return false;
    // The normal of the cone that is nearest to the velocity, and the velocity that differs most from that of
    // the centre.
    const double across = std::sqrt(std::max(0.0, velocity.squaredNorm() - closing * closing));
    const double sine = std::sqrt(1 - least_cosine * least_cosine);
    const double differs = motion_.kind() == Motion::Kind::turn ? radius_mm : 0;
    return closing * least_cosine + across * sine + differs < -rounding;
  }

  [[nodiscard]] MovingFace place_face(std::uint32_t index) const {
    MovingFace face;
    auto& corners = face.triangle.corners;
    for (std::size_t i = 0; i < 3; ++i) {
      corners[i] = motion_from_jaw_ * jaw_.solid->mesh.vertices[vertex(index, i)];
    }
    face.triangle.normal = (corners[1] - corners[0]).cross(corners[2] - corners[0]);
    face.dropped = culling_ && moves_away(corners, face.triangle.normal, motion_, which_);
    if (face.dropped) return face;
    const Eigen::Vector3d centre = (corners[0] + corners[1] + corners[2]) / 3;
    face.bounds = trajectories_.of_body(
        centre,
        [&](const Eigen::Vector3d& direction) -> motion::Reach {
          const double at_centre = direction.dot(centre);
          const double a = direction.dot(corners[0]), b = direction.dot(corners[1]),
                       c = direction.dot(corners[2]);
          return {std::min({a, b, c}) - at_centre, std::max({a, b, c}) - at_centre};
        },
        front_plane(face.triangle));
    return face;
  }

  [[nodiscard]] FaceFeatures features_of(std::uint32_t index, const MovingFace& face) const {
    FaceFeatures features{.triangle = face.triangle};
    const auto& corners = face.triangle.corners;
    std::array<PlacedPoint, 3> placed;
    for (std::size_t i = 0; i < 3; ++i) {
      placed[i] = trajectories_.place(corners[i]);
      features.corner_bounds[i] = trajectories_.of_corner(placed[i]);
      features.corner_bounds[i].front = trajectories_.front_of_corner(features.corner_bounds[i]);
    }
    for (std::size_t i = 0; i < 3; ++i) {
      MotionBounds& bounds = features.edge_bounds[i];
      bounds = trajectories_.of_edge(placed[i], placed[(i + 1) % 3]);
      bounds.front = trajectories_.front_of(front_plane(face.triangle), bounds);
      const motion::AcrossEdge& across = jaw_.across[index][i];
      features.triangle.across[i] =
          motion_from_jaw_ * jaw_.solid->mesh.vertices[vertex(across.face, across.corner)];
      features.has_edge[i] = has_edge(index, i, features.triangle);
    }
    return features;
  }

  [[nodiscard]] motion::FrontPlane front_plane(const ContactFace& triangle) const {
    return {triangle.normal, triangle.normal.dot(triangle.corners[0]), towards_};
  }

  //! A shared edge belongs to the face with the smaller number, unless that one is dropped.
  [[nodiscard]] bool has_edge(std::uint32_t index, std::size_t edge, const ContactFace& triangle) const {
    const std::uint32_t other = jaw_.across[index][edge].face;
    if (other >= index || !jaw_.solid->is_anatomy(other)) return true;
    const Eigen::Vector3d &from = triangle.corners[edge], &to = triangle.corners[(edge + 1) % 3];
    const Eigen::Vector3d& third = triangle.across[edge];
    const Eigen::Vector3d normal = (from - to).cross(third - to);
    return culling_ && moves_away({to, from, third}, normal, motion_, which_);
  }

  const PreparedJaw& jaw_;
  Eigen::Isometry3d motion_from_jaw_;
  Eigen::Matrix3d linear_;
  const Motion& motion_;
  Trajectories trajectories_;
  Jaw which_;
  double towards_;
  bool culling_;
  SearchedJaw& placed_;
};

struct NodePair {
  double least;   //!< nothing in the two boxes meets before this amount
  double likely;  //!< estimate of the amount at which they meet
  std::uint32_t lower, upper;
};
//! Sorts the likeliest pair to the end, from where pairs are taken.
bool is_later(const NodePair& a, const NodePair& b) {
  if (a.likely != b.likely) return a.likely > b.likely;
  return a.lower != b.lower ? a.lower > b.lower : a.upper > b.upper;
}

//! The earliest contact that any of the running searches has found. Later ones do not matter.
class Bound {
 public:
  explicit Bound(double limit) : amount_(limit) {}
  [[nodiscard]] double amount() const { return amount_.load(std::memory_order_relaxed); }
  void lower_to(double amount) {
    double before = this->amount();
    while (amount < before && !amount_.compare_exchange_weak(before, amount, std::memory_order_relaxed)) {
    }
  }

 private:
  std::atomic<double> amount_;
};

//! Orders contacts with equal amounts by their numbers, so that the result does not depend on the order of
//! the search.
bool is_before(const FirstContact& a, const FirstContact& b) {
  const auto order = [](const FirstContact& c) {
    return std::tuple(c.amount, c.upper_face, c.lower_face, c.features, c.upper_vertices, c.lower_vertices);
  };
  return order(a) < order(b);
}

//! The search of one thread. It always opens the likeliest pair of boxes at hand, down to pairs of features.
//! (A heap over all pairs opens a tenth fewer pairs and takes twice the time.)
class PartSearch {
 public:
  PartSearch(JawInMotion& lower, JawInMotion& upper, const Motion& in_motion_frame, Bound& bound)
      : lower_(lower),
        upper_(upper),
        kind_(in_motion_frame.kind()),
        trajectories_(kind_),
        bound_(bound),
        growth_(upper.jaw(), lower.jaw(), upper.motion_from_jaw(), lower.motion_from_jaw(), kind_,
                in_motion_frame.limit()) {}

  //! Pairs of boxes that together hold everything that may meet, the likeliest first. There are a hundred or
  //! more, if so many exist.
  [[nodiscard]] std::vector<NodePair> parts() {
    constexpr std::size_t enough = 100;
    add(JawTree::root, JawTree::root);
    for (bool halved = true; halved && pairs_.size() < enough;) {
      halved = false;
      for (const NodePair& pair : std::exchange(pairs_, {})) {
        if (halve(pair)) {
          halved = true;
        } else {
          pairs_.push_back(pair);
        }
      }
    }
    std::sort(pairs_.rbegin(), pairs_.rend(), is_later);
    return std::exchange(pairs_, {});
  }

  //! Searches for a contact that is earlier than any found so far.
  void run(const NodePair& part) {
    pairs_.push_back(part);
    while (!pairs_.empty()) {
      const NodePair pair = pairs_.back();
      pairs_.pop_back();
      if (!(pair.least <= bound_.amount())) continue;
      if (!halve(pair)) open_faces(pair);
    }
  }

  [[nodiscard]] const std::optional<FirstContact>& found() const { return found_; }

 private:
  [[nodiscard]] bool may_matter(const MotionBounds& lower, const MotionBounds& upper) const {
    return trajectories_.least_amount(lower, upper) <= bound_.amount();
  }

  void add(std::uint32_t lower, std::uint32_t upper) {
    const MovingNode &of_lower = lower_.node(lower), &of_upper = upper_.node(upper);
    if (of_lower.dropped || of_upper.dropped) return;
    const double least = trajectories_.least_amount(of_lower.bounds, of_upper.bounds);
    if (!(least <= bound_.amount())) return;
    pairs_.push_back({least, trajectories_.likely_amount(of_lower.bounds, of_upper.bounds), lower, upper});
  }

  //! Halves both nodes; a leaf stays whole.
  //! \return false if both are leaves
  bool halve(const NodePair& pair) {
    const auto lower = lower_.tree().children(pair.lower), upper = upper_.tree().children(pair.upper);
    if (!lower && !upper) return false;
    const std::size_t before = pairs_.size();
    if (!lower) {
      for (const std::uint32_t half : *upper) add(pair.lower, half);
    } else if (!upper) {
      for (const std::uint32_t half : *lower) add(half, pair.upper);
    } else {
      for (const std::uint32_t of_lower : *lower) {
        for (const std::uint32_t of_upper : *upper) add(of_lower, of_upper);
      }
    }
    std::sort(pairs_.begin() + static_cast<std::ptrdiff_t>(before), pairs_.end(), is_later);
    return true;
  }

  void open_faces(const NodePair& leaves) {
    for (const std::uint32_t lower_face : lower_.tree().faces(leaves.lower)) {
      const MovingFace& of_lower = lower_.face(lower_face);
      if (of_lower.dropped) continue;
      for (const std::uint32_t upper_face : upper_.tree().faces(leaves.upper)) {
        const MovingFace& of_upper = upper_.face(upper_face);
        if (of_upper.dropped) continue;
        if (may_matter(of_lower.bounds, of_upper.bounds)) meet(lower_face, of_lower, upper_face, of_upper);
      }
    }
  }

  void meet(std::uint32_t lower_face, const MovingFace& lower_placed, std::uint32_t upper_face,
            const MovingFace& upper_placed) {
    const FaceFeatures &lower = lower_.features(lower_face), &upper = upper_.features(upper_face);
    const auto lower_vertex = [&](std::size_t i) { return lower_.vertex(lower_face, i % 3); };
    const auto upper_vertex = [&](std::size_t i) { return upper_.vertex(upper_face, i % 3); };
    const auto keep = [&](const std::optional<ContactEvent>& event, ContactFeatures features,
                          std::array<std::uint32_t, 2> upper_vertices,
                          std::array<std::uint32_t, 2> lower_vertices, const auto& sinks_in) {
      if (!event || event->amount > bound_.amount()) return;
      const FirstContact contact{.amount = event->amount,
                                 .case_point = event->point,
                                 .features = features,
                                 .upper_face = upper_face,
                                 .lower_face = lower_face,
                                 .upper_vertices = upper_vertices,
                                 .lower_vertices = lower_vertices};
      if (found_ && !is_before(contact, *found_)) return;
      if (!sinks_in()) return;
      found_ = contact;
      bound_.lower_to(contact.amount);
    };
    for (std::size_t i = 0; i < 3; ++i) {
      if (may_matter(lower.corner_bounds[i], upper_placed.bounds)) {
        const auto event = motion::lower_corner_meets(kind_, lower.corner(i), upper.triangle);
        keep(event, ContactFeatures::lower_corner_on_upper_face, {upper_vertex(0), upper_vertex(1)},
             {lower_vertex(i), lower_vertex(i)},
             [&] { return growth_.corner_sinks_in(*event, true, lower.corner(i), upper.triangle); });
      }
      if (may_matter(lower_placed.bounds, upper.corner_bounds[i])) {
        const auto event = motion::upper_corner_meets(kind_, upper.corner(i), lower.triangle);
        keep(event, ContactFeatures::upper_corner_on_lower_face, {upper_vertex(i), upper_vertex(i)},
             {lower_vertex(0), lower_vertex(1)},
             [&] { return growth_.corner_sinks_in(*event, false, upper.corner(i), lower.triangle); });
      }
      for (std::size_t k = 0; k < 3 && lower.has_edge[i]; ++k) {
        if (!upper.has_edge[k] || !may_matter(lower.edge_bounds[i], upper.edge_bounds[k])) continue;
        const FaceEdge of_lower = lower.edge(i), of_upper = upper.edge(k);
        const auto event = motion::edges_meet(kind_, of_lower, of_upper);
        keep(event, ContactFeatures::edge_on_edge, {upper_vertex(k), upper_vertex(k + 1)},
             {lower_vertex(i), lower_vertex(i + 1)},
             [&] { return growth_.edges_sink_in(*event, of_lower, of_upper); });
      }
    }
  }

  JawInMotion& lower_;
  JawInMotion& upper_;
  Motion::Kind kind_;
  Trajectories trajectories_;
  Bound& bound_;
  std::vector<NodePair> pairs_;
  DepthGrowth growth_;
  std::optional<FirstContact> found_;
};

//! The motion in its own frame.
Motion in_motion_frame(const Motion& motion) {
  const Eigen::Vector3d z = Eigen::Vector3d::UnitZ();
  if (motion.kind() == Motion::Kind::shift) return Motion::shift(z, motion.limit());
  return Motion::turn(Eigen::Vector3d::Zero(), z, motion.limit());
}

}  // namespace

struct ContactSearch::Impl {
  std::optional<PreparedJaw> upper, lower;
  tbb::enumerable_thread_specific<Scratch> scratch;
};

ContactSearch::ContactSearch(std::shared_ptr<const Solid> upper, std::shared_ptr<const Solid> lower)
    : impl_(std::make_unique<Impl>()) {
  if (!upper || !lower) throw std::invalid_argument("a search for contact needs both jaws");
  run_both([&] { impl_->upper.emplace(std::move(upper)); }, [&] { impl_->lower.emplace(std::move(lower)); });
}
ContactSearch::~ContactSearch() = default;
ContactSearch::ContactSearch(ContactSearch&&) noexcept = default;
ContactSearch& ContactSearch::operator=(ContactSearch&&) noexcept = default;

bool ContactSearch::overlap(const Eigen::Isometry3d& upper_from_lower) const {
  return motion::overlap(*impl_->upper, *impl_->lower, upper_from_lower);
}

std::optional<FirstContact> ContactSearch::first(const Eigen::Isometry3d& upper_from_lower,
                                                 const Motion& motion,
                                                 const ContactSearchOptions& options) const {
  const PreparedJaw &upper = *impl_->upper, &lower = *impl_->lower;
  if (!upper_from_lower.matrix().allFinite()) throw std::invalid_argument("the pose is not finite");
  if (upper.tree.empty() || lower.tree.empty()) return std::nullopt;
  const Motion local = in_motion_frame(motion);
  const Eigen::Isometry3d& motion_from_case = motion.motion_from_case();
  Bound bound(local.limit());
  std::mutex together;
  std::optional<FirstContact> contact;
  const auto search_with = [&](const auto& task) {
    Scratch& scratch = impl_->scratch.local();
    JawInMotion of_upper(upper, motion_from_case, local, Jaw::upper, options.velocity_culling, scratch.upper);
    JawInMotion of_lower(lower, motion_from_case * upper_from_lower, local, Jaw::lower,
                         options.velocity_culling, scratch.lower);
    PartSearch search(of_lower, of_upper, local, bound);
    task(search);
    const std::scoped_lock lock(together);
    if (search.found() && (!contact || is_before(*search.found(), *contact))) contact = search.found();
  };
  std::vector<NodePair> parts;
  search_with([&](PartSearch& search) { parts = search.parts(); });
  // Each thread takes the likeliest remaining part. One of them soon finds an early bound, which serves all.
  std::atomic<std::size_t> next = 0;
  for_all(0, tbb::this_task_arena::max_concurrency(), [&](int) {
    if (next >= parts.size()) return;
    search_with([&](PartSearch& search) {
      for (std::size_t part = next++; part < parts.size(); part = next++) search.run(parts[part]);
    });
  });
  if (contact) contact->case_point = motion_from_case.inverse(Eigen::Isometry) * contact->case_point;
  return contact;
}

}  // namespace intercusp
