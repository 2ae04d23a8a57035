#include "occlusion/registration/shape_starts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <span>

#include "occlusion/base/angles.h"
#include "occlusion/base/for_all.h"
#include "occlusion/geometry/decompositions.h"

namespace intercusp {
namespace {

constexpr double cell_mm = 2.5;      // about half a front tooth: cusps and edges remain
constexpr double least_pair_mm = 5;  // nearer pairs tell no direction
constexpr double most_pair_mm = 70;  // of an arch
constexpr double distance_step_mm = 2;
constexpr int angle_steps = 12;               // of half a turn
constexpr int turn_steps = 24;                // of a whole one
constexpr std::size_t most_references = 150;  // points of the moving scan that look for their place
//! Eight real jaws gave 5 to 8 million. Two balls of 20 mm would give 8000 million, which takes a minute.
constexpr std::size_t most_votes = 200'000'000;
constexpr std::size_t most_points = 1200;

struct OrientedPoint {
  Eigen::Vector3d place, normal;
};

//! Which of the six directions of the axes a normal is nearest to, so that both sides of an edge are points of their own.
int sector_of(const Eigen::Vector3d& normal) {
  Eigen::Index axis = 0;
  normal.cwiseAbs().maxCoeff(&axis);
  return static_cast<int>(2 * axis) + (normal[axis] < 0 ? 1 : 0);
}

//! Means of the vertices in each cell that face alike.
std::vector<OrientedPoint> oriented_points(const MatchSurface& surface, double size_mm) {
  struct Entry {
    std::uint64_t key;
    std::uint32_t vertex;
  };
  std::vector<Entry> entries;
  const std::vector<Eigen::Vector3d>& vertices = surface.mesh().vertices;
  for (std::uint32_t v = 0; v < vertices.size(); ++v) {
    if (surface.is_rim(v) || surface.normals()[v].squaredNorm() < 0.5) continue;
    const Eigen::Vector3d from = (vertices[v] - surface.centre()) / size_mm;
    std::uint64_t key = 0;
    for (const double at : from) key = key << 18 | static_cast<std::uint64_t>(std::floor(at) + (1 << 17));
    entries.push_back({key << 3 | static_cast<std::uint64_t>(sector_of(surface.normals()[v])), v});
  }
  std::ranges::stable_sort(entries, {}, &Entry::key);
  std::vector<OrientedPoint> points;
  for (std::size_t first = 0; first < entries.size();) {
    Eigen::Vector3d place = Eigen::Vector3d::Zero(), normal = Eigen::Vector3d::Zero();
    double area = 0;
    std::size_t i = first;
    for (; i < entries.size() && entries[i].key == entries[first].key; ++i) {
      const std::uint32_t v = entries[i].vertex;
      place += surface.areas_mm2()[v] * vertices[v];
      normal += surface.areas_mm2()[v] * surface.normals()[v];
      area += surface.areas_mm2()[v];
    }
    first = i;
    const double least_area = 0.15 * size_mm * size_mm;
    if (area > least_area) points.push_back({place / area, normal.normalized()});
  }
  return points;
}

std::vector<OrientedPoint> some_oriented_points(const MatchSurface& surface) {
  double size_mm = cell_mm;
  std::vector<OrientedPoint> points = oriented_points(surface, size_mm);
  while (points.size() > most_points) points = oriented_points(surface, size_mm *= 1.3);
  return points;
}

//! Puts a point at the origin with its normal along x.
Eigen::Isometry3d own_frame(const OrientedPoint& point) {
  const Eigen::Quaterniond turn = turn_between(point.normal, Eigen::Vector3d::UnitX());
  Eigen::Isometry3d pose = Eigen::Isometry3d::Identity();
  pose.linear() = turn.toRotationMatrix();
  pose.translation() = -(pose.linear() * point.place);
  return pose;
}

int angle_step(const Eigen::Vector3d& a, const Eigen::Vector3d& b) {
  const double angle = std::acos(std::clamp(a.dot(b), -1.0, 1.0));
  return std::min(angle_steps - 1, static_cast<int>(angle / std::numbers::pi * angle_steps));
}

//! What two points look like in every frame; nothing where they are too near or far.
std::optional<std::uint32_t> feature_of(const OrientedPoint& a, const OrientedPoint& b) {
  const Eigen::Vector3d way = b.place - a.place;
  const double distance = way.norm();
  if (distance < least_pair_mm || distance > most_pair_mm) return std::nullopt;
  const Eigen::Vector3d along = way / distance;
  auto key = static_cast<std::uint32_t>(distance / distance_step_mm);
  for (const int step :
       {angle_step(a.normal, along), angle_step(b.normal, along), angle_step(a.normal, b.normal)})
    key = key * angle_steps + static_cast<std::uint32_t>(step);
  return key;
}

//! The turn about the first point's normal at which the second lies.
double turn_of(const Eigen::Isometry3d& own_frame, const Eigen::Vector3d& second) {
  const Eigen::Vector3d at = own_frame * second;
  return std::atan2(at.z(), at.y());
}

struct PairEntry {
  std::uint32_t feature;
  std::uint16_t first;
  float turn_rad;
};

//! All pairs of the fixed scan, by feature.
class PairTable {
 public:
  explicit PairTable(std::span<const OrientedPoint> points) {
    std::vector<std::vector<PairEntry>> of_first(points.size());
    for_all(std::size_t{0}, points.size(), [&](std::size_t i) {
      const Eigen::Isometry3d own = own_frame(points[i]);
      for (std::size_t j = 0; j < points.size(); ++j) {
        if (const auto feature = feature_of(points[i], points[j]))
          of_first[i].push_back(
              {*feature, static_cast<std::uint16_t>(i), static_cast<float>(turn_of(own, points[j].place))});
      }
    });
    first_.assign(features + 1, 0);
    for (const auto& list : of_first) {
      for (const PairEntry& entry : list) ++first_[entry.feature + 1];
    }
    for (std::size_t k = 0; k < features; ++k) first_[k + 1] += first_[k];
    entries_.resize(first_.back());
    std::vector<std::uint32_t> next(first_.begin(), first_.end() - 1);
    for (const auto& list : of_first) {
      for (const PairEntry& entry : list) entries_[next[entry.feature]++] = entry;
    }
  }

  [[nodiscard]] std::span<const PairEntry> of(std::uint32_t feature) const {
    return std::span(entries_).subspan(first_[feature], first_[feature + 1] - first_[feature]);
  }

 private:
  static constexpr std::size_t features =
      static_cast<std::size_t>(most_pair_mm / distance_step_mm + 1) * angle_steps * angle_steps * angle_steps;
  std::vector<PairEntry> entries_;
  std::vector<std::uint32_t> first_;
};

//! How many votes a point of the moving scan has to give.
std::size_t votes_to_give(const OrientedPoint& reference, std::span<const OrientedPoint> moving,
                          const PairTable& table) {
  std::size_t votes = 0;
  for (const OrientedPoint& other : moving)
    if (const auto feature = feature_of(reference, other)) votes += table.of(*feature).size();
  return votes;
}

//! Points of the moving scan, evenly. Where most pairs look alike, as on a ball, they are fewer.
std::vector<std::size_t> references_of(std::span<const OrientedPoint> moving, const PairTable& table) {
  std::size_t step = std::max<std::size_t>(1, moving.size() / most_references), votes = 0;
  for (std::size_t i = 0; i < moving.size(); i += step) votes += votes_to_give(moving[i], moving, table);
  step *= 1 + votes / most_votes;
  std::vector<std::size_t> references;
  for (std::size_t i = 0; i < moving.size(); i += step) references.push_back(i);
  return references;
}

//! Votes of one point of the moving scan for points of the fixed one and turns about their normals.
std::vector<ShapeStart> votes_of(const OrientedPoint& reference, std::span<const OrientedPoint> moving,
                                 std::span<const OrientedPoint> fixed, const PairTable& table) {
  std::vector<float> votes(fixed.size() * turn_steps, 0);
  const Eigen::Isometry3d own = own_frame(reference);
  for (const OrientedPoint& other : moving) {
    const auto feature = feature_of(reference, other);
    if (!feature) continue;
    const std::span<const PairEntry> entries = table.of(*feature);
    const double turn = turn_of(own, other.place);
    for (const PairEntry& entry : entries) {
      const double whole = (entry.turn_rad - turn) / (2 * std::numbers::pi) + 2;  // above 0
      const auto step = static_cast<std::size_t>((whole - std::floor(whole)) * turn_steps) % turn_steps;
      votes[entry.first * turn_steps + step] += 1;
    }
  }
  constexpr std::size_t kept = 3;
  std::vector<ShapeStart> best;
  for (std::size_t round = 0; round < kept; ++round) {
    const auto top = std::ranges::max_element(votes);
    if (!(*top > 0)) break;
    const auto place = static_cast<std::size_t>(top - votes.begin());
    const double turn = (static_cast<double>(place % turn_steps) + 0.5) / turn_steps * 2 * std::numbers::pi;
    const Eigen::Isometry3d pose = own_frame(fixed[place / turn_steps]).inverse() *
                                   Eigen::AngleAxisd(turn, Eigen::Vector3d::UnitX()) * own;
    best.push_back({pose, *top});
    *top = 0;
  }
  return best;
}

bool are_alike(const Eigen::Isometry3d& a, const Eigen::Isometry3d& b, const Eigen::Vector3d& centre) {
  constexpr double alike_mm = 5, alike_rad = 20 * rad_per_deg;
  return (a * centre - b * centre).norm() < alike_mm &&
         Eigen::AngleAxisd(a.linear().transpose() * b.linear()).angle() < alike_rad;
}

//! Adds the votes for poses that are alike.
std::vector<ShapeStart> clusters(std::vector<ShapeStart> votes, const Eigen::Vector3d& centre) {
  std::ranges::stable_sort(votes, std::greater(), &ShapeStart::votes);
  std::vector<ShapeStart> found;
  for (const ShapeStart& vote : votes) {
    const auto same = std::ranges::find_if(found, [&](const ShapeStart& start) {
      return are_alike(start.fixed_from_moving, vote.fixed_from_moving, centre);
    });
    if (same == found.end()) {
      found.push_back(vote);
    } else {
      same->votes += vote.votes;
    }
  }
  std::ranges::stable_sort(found, std::greater(), &ShapeStart::votes);
  return found;
}

}  // namespace

std::vector<ShapeStart> shape_starts(const MatchSurface& fixed, const MatchSurface& moving,
                                     std::size_t most) {
  const std::vector<OrientedPoint> of_fixed = some_oriented_points(fixed),
                                   of_moving = some_oriented_points(moving);
  if (of_fixed.empty() || of_moving.empty()) return {};  // a face or two, all of them rim
  const PairTable table(of_fixed);
  const std::vector<std::size_t> references = references_of(of_moving, table);
  std::vector<std::vector<ShapeStart>> votes(references.size());
  for_each_task(references.size(), [&](std::size_t i) {
    votes[i] = votes_of(of_moving[references[i]], of_moving, of_fixed, table);
  });
  std::vector<ShapeStart> all;
  for (const auto& list : votes) all.insert(all.end(), list.begin(), list.end());
  std::vector<ShapeStart> found = clusters(std::move(all), moving.centre());
  if (found.size() > most) found.resize(most);
  constexpr double least_share = 0.02;  // of the votes for the best: right poses have had the most by far
  const double least = found.empty() ? 0 : least_share * found.front().votes;
  std::erase_if(found, [&](const ShapeStart& start) { return start.votes < least; });
  return found;
}

}  // namespace intercusp
