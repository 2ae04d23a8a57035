#include "occlusion/several/longest_chord.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <queue>
#include <utility>
#include <vector>

#include "occlusion/geometry/box_tree.h"
#include "occlusion/view/view.h"

namespace intercusp {
namespace {

using Eigen::Vector2d;
using Eigen::Vector3d;

//! Surfaces and edges nearer to each other than this count as one.
constexpr double chord_rounding_mm = 1e-9;

//! A convex polygon in the plane perpendicular to the direction, counter-clockwise.
using Outline = std::vector<Vector2d>;

double cross(const Vector2d& a, const Vector2d& b) { return a.x() * b.y() - a.y() * b.x(); }

//! The part to the left of a line (Sutherland & Hodgman 1974).
Outline left_of(const Vector2d& from, const Vector2d& to, const Outline& outline) {
  const auto side = [&](const Vector2d& point) { return cross(to - from, point - from); };
  Outline left;
  for (std::size_t i = 0; i < outline.size(); ++i) {
    const Vector2d &a = outline[i], &b = outline[(i + 1) % outline.size()];
    const double at_a = side(a), at_b = side(b);
    if (at_a >= 0) left.push_back(a);
    if ((at_a > 0 && at_b < 0) || (at_a < 0 && at_b > 0)) left.push_back(a + at_a / (at_a - at_b) * (b - a));
  }
  return left;
}

bool is_narrow(const Outline& outline) {
  double twice_area = 0, longest = 0;
  for (std::size_t i = 1; i + 1 < outline.size(); ++i) {
    twice_area += cross(outline[i] - outline[0], outline[i + 1] - outline[0]);
    longest = std::max({longest, (outline[i] - outline[0]).norm(), (outline[i + 1] - outline[0]).norm()});
  }
  return twice_area <= chord_rounding_mm * longest;
}

//! A triangle seen along the direction, with its plane.
struct SeenPart {
  std::array<Vector3d, 3> corners;  //!< u, v and depth; counter-clockwise
  Vector2d rise;                    //!< change of the depth per mm along u and v
  double least_mm, most_mm;         //!< least and greatest depth
  bool begins;                      //!< lines enter the intersection here; otherwise they leave it
  bool anatomy;

  [[nodiscard]] Vector2d corner(std::size_t i) const { return corners[i % 3].head<2>(); }
  [[nodiscard]] double depth(const Vector2d& place) const {
    return std::clamp(corners[0].z() + rise.dot(place - corner(0)), least_mm, most_mm);
  }
  [[nodiscard]] bool holds(const Vector2d& place) const {
    for (std::size_t i = 0; i < 3; ++i)
      if (cross(corner(i + 1) - corner(i), place - corner(i)) < 0) return false;
    return true;
  }
};

//! Empty for a wall parallel to the direction.
std::optional<SeenPart> seen_part(const BoundingPart& part, const Eigen::Isometry3d& view_from_case) {
  constexpr double steepest = 1e8;
  SeenPart seen{.anatomy = part.anatomy};
  for (std::size_t i = 0; i < 3; ++i) seen.corners[i] = view_from_case * part.corners[i];
  const auto& [a, b, c] = seen.corners;
  const Vector3d normal = (b - a).cross(c - a);
  if (!(steepest * std::abs(normal.z()) > normal.norm())) return std::nullopt;
  seen.rise = -normal.head<2>() / normal.z();
  seen.begins = normal.z() < 0;
  seen.least_mm = std::min({a.z(), b.z(), c.z()});
  seen.most_mm = std::max({a.z(), b.z(), c.z()});
  if (seen.begins) std::swap(seen.corners[1], seen.corners[2]);
  return seen;
}

//! The outline of possible chords between two parts, and an upper bound for their lengths: that at
//! its best corner.
struct Candidate {
  std::uint32_t start, end;
  Outline outline;
  Vector2d best{0, 0};
  double most_mm = 0;
};

//! Branch and bound. Lengths are linear over an outline, so a candidate is longest at a corner. If a part is
//! in the way, its outline is removed from the candidate.
class ChordSearch {
 public:
  ChordSearch(std::span<const BoundingPart> surface, const Vector3d& direction)
      : parts_(seen_parts(surface, direction)), tree_(tree_of(parts_)) {}

  //! The longest chord; empty if none exceeds least_mm.
  std::optional<Chord> longest(double least_mm) {
    least_mm_ = least_mm;
    for (std::uint32_t start = 0; start < parts_.size(); ++start)
      if (parts_[start].begins && parts_[start].anatomy) add_candidates_from(start);
    constexpr int most_steps = 200'000;
    for (int step = 0; !open_.empty(); ++step) {
      const Candidate candidate = open_.top();
      if (step == most_steps) return Chord{least_mm, candidate.most_mm - least_mm};
      open_.pop();
      const Vector2d place = beside_best(candidate);
      const SeenPart* const blocking = in_the_way(candidate, place);
      if (!blocking) {
        const double mm = length(candidate, place);
        return Chord{mm, std::max(0.0, candidate.most_mm - mm)};
      }
      Outline rest = candidate.outline;
      for (std::size_t i = 0; i < 3; ++i) {
        const Vector2d from = blocking->corner(i), to = blocking->corner(i + 1);
        add(candidate.start, candidate.end, left_of(to, from, rest));
        rest = left_of(from, to, rest);
      }
    }
    return std::nullopt;
  }

 private:
  static std::vector<SeenPart> seen_parts(std::span<const BoundingPart> surface, const Vector3d& direction) {
    const Eigen::Isometry3d view_from_case = orthographic(direction);
    std::vector<SeenPart> seen;
    for (const BoundingPart& part : surface)
      if (const auto one = seen_part(part, view_from_case)) seen.push_back(*one);
    return seen;
  }

  static BoxTree tree_of(const std::vector<SeenPart>& parts) {
    TriangleMesh mesh;
    std::vector<std::uint32_t> faces;
    for (const SeenPart& part : parts) {
      const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
      faces.push_back(static_cast<std::uint32_t>(mesh.faces.size()));
      mesh.faces.push_back({first, first + 1, first + 2});
      mesh.vertices.insert(mesh.vertices.end(), part.corners.begin(), part.corners.end());
    }
    return {mesh, faces, 4};
  }

  //! Calls use(part) for each part that comes near a box.
  template <class Use>
  void for_each_near(const Bounds& box, const Use& use) const {
    if (tree_.nodes().empty()) return;
    std::vector<const BoxTree::Node*> open = {tree_.nodes().data()};
    while (!open.empty()) {
      const BoxTree::Node& node = *open.back();
      open.pop_back();
      const Vector3d centre = node.centre(), half = node.half();
      if (((centre + half).array() < box.min.array()).any() ||
          ((centre - half).array() > box.max.array()).any())
        continue;
      if (node.is_leaf()) {
        for (const std::uint32_t part : tree_.faces(node)) use(part);
      } else {
        const auto [first, second] = tree_.children(node);
        open.push_back(first);
        open.push_back(second);
      }
    }
  }

  void add_candidates_from(std::uint32_t start) {
    const SeenPart& from = parts_[start];
    Bounds above;
    for (const Vector3d& corner : from.corners) above.add(corner);
    above.min.z() += least_mm_;
    above.max.z() = std::numeric_limits<double>::infinity();
    for_each_near(above, [&](std::uint32_t end) {
      const SeenPart& to = parts_[end];
      if (to.begins || !to.anatomy) return;
      Outline outline = {from.corner(0), from.corner(1), from.corner(2)};
      for (std::size_t i = 0; i < 3; ++i) outline = left_of(to.corner(i), to.corner(i + 1), outline);
      add(start, end, std::move(outline));
    });
  }

  void add(std::uint32_t start, std::uint32_t end, Outline outline) {
    if (is_narrow(outline)) return;
    Candidate candidate{start, end, std::move(outline)};
    for (const Vector2d& corner : candidate.outline) {
      const double mm = length(candidate, corner);
      if (mm <= candidate.most_mm) continue;
      candidate.most_mm = mm;
      candidate.best = corner;
    }
    if (candidate.most_mm > least_mm_) open_.push(std::move(candidate));
  }

  [[nodiscard]] double length(const Candidate& candidate, const Vector2d& place) const {
    return parts_[candidate.end].depth(place) - parts_[candidate.start].depth(place);
  }

  //! A point inside the outline near its best corner, chosen so that edges do not pass through
  //! it by symmetry.
  static Vector2d beside_best(const Candidate& candidate) {
    constexpr double beside_mm = 1e-8;
    Vector2d middle{0, 0};
    double weight = 1, weights = 0;
    for (const Vector2d& corner : candidate.outline) {
      middle += weight * corner;
      weights += weight;
      weight *= 1.1;
    }
    const Vector2d inwards = middle / weights - candidate.best;
    return candidate.best + std::min(0.25, beside_mm / inwards.norm()) * inwards;
  }

  //! The part at which the line through a point leaves the intersection before the candidate's end; null
  //! if there is none.
  [[nodiscard]] const SeenPart* in_the_way(const Candidate& candidate, const Vector2d& place) const {
    const double start_mm = parts_[candidate.start].depth(place), end_mm = parts_[candidate.end].depth(place);
    Bounds line;
    line.add({place.x(), place.y(), start_mm});
    line.add({place.x(), place.y(), end_mm});
    std::vector<std::pair<double, const SeenPart*>> met;
    for_each_near(line, [&](std::uint32_t i) {
      const SeenPart& part = parts_[i];
      if (i == candidate.start || i == candidate.end || !part.holds(place)) return;
      const double mm = part.depth(place) - (part.begins ? chord_rounding_mm : 0);
      if (mm > start_mm && mm < end_mm - chord_rounding_mm) met.emplace_back(mm, &part);
    });
    std::ranges::sort(met, {}, &std::pair<double, const SeenPart*>::first);
    int inside = 1;
    for (const auto& [mm, part] : met) {
      inside += part->begins ? 1 : -1;
      if (inside == 0) return part;
    }
    return nullptr;
  }

  struct Shorter {
    bool operator()(const Candidate& a, const Candidate& b) const { return a.most_mm < b.most_mm; }
  };

  std::vector<SeenPart> parts_;
  BoxTree tree_;
  double least_mm_ = 0;  //!< candidates must be longer
  std::priority_queue<Candidate, std::vector<Candidate>, Shorter> open_;
};

}  // namespace

std::optional<Chord> longest_chord(std::span<const BoundingPart> surface, const Vector3d& direction,
                                   double known_mm) {
  constexpr double surely = 0.99;  // share of the known length, which z-lists may overstate on steep faces
  ChordSearch search(surface, direction);
  const std::optional<Chord> chord = search.longest(surely * known_mm);
  return chord ? chord : search.longest(0);
}

}  // namespace intercusp
