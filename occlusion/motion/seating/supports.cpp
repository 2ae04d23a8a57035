#include "occlusion/motion/seating/supports.h"

#include <algorithm>
#include <array>
#include <limits>
#include <map>

#include "occlusion/geometry/adjacency.h"

namespace intercusp {
namespace {

constexpr double one_support_mm = 1;  // nearer contacts appear as one on articulating foil

double load_of(const PressedPoint& point) { return point.area_mm2 * point.depth_mm; }

using Cell = std::array<int, 3>;

Cell cell_of(const Eigen::Vector3d& point) {
  const Eigen::Vector3d cell = (point / one_support_mm).array().floor();
  return {static_cast<int>(cell.x()), static_cast<int>(cell.y()), static_cast<int>(cell.z())};
}

//! Joins points that are near each other.
UnionFind joined(std::span<const PressedPoint> points) {
  std::map<Cell, std::vector<std::size_t>> cells;
  for (std::size_t i = 0; i < points.size(); ++i) cells[cell_of(points[i].case_point)].push_back(i);
  UnionFind sets(points.size());
  const auto join_with = [&](std::size_t i, const std::vector<std::size_t>& others) {
    for (const std::size_t j : others) {
      if ((points[i].case_point - points[j].case_point).norm() <= one_support_mm) {
        sets.join(static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(j));
      }
    }
  };
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Cell middle = cell_of(points[i].case_point);
    for (int n = 0; n < 27; ++n) {
      const auto there =
          cells.find({middle[0] + n % 3 - 1, middle[1] + n / 3 % 3 - 1, middle[2] + n / 9 - 1});
      if (there != cells.end()) join_with(i, there->second);
    }
  }
  return sets;
}

std::vector<Support> supports_of(std::span<const PressedPoint> points) {
  UnionFind sets = joined(points);
  std::map<std::uint32_t, Support> supports;
  std::map<std::uint32_t, double> deepest;
  double whole = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const std::uint32_t set = sets.root(static_cast<std::uint32_t>(i));
    const PressedPoint& point = points[i];
    const double load = load_of(point);
    auto [entry, is_new] = supports.try_emplace(
        set, Support{.case_point = Eigen::Vector3d::Zero(), .push = Eigen::Vector3d::Zero()});
    Support& support = entry->second;
    support.case_point += load * point.case_point;
    support.push += load * point.push;
    support.load_share += load;
    whole += load;
    if (!is_new && deepest[set] >= point.depth_mm) continue;
    deepest[set] = point.depth_mm;
    support.upper_face = point.upper_face;
    support.lower_face = point.lower_face;
  }
  std::vector<Support> result;
  for (auto& [set, support] : supports) {
    support.case_point /= support.load_share;
    support.push.normalize();
    support.load_share /= whole;
    result.push_back(support);
  }
  std::stable_sort(result.begin(), result.end(),
                   [](const Support& a, const Support& b) { return a.load_share > b.load_share; });
  return result;
}

double cross(const Eigen::Vector2d& a, const Eigen::Vector2d& b) { return a.x() * b.y() - a.y() * b.x(); }

//! The convex hull, counter-clockwise (Andrew 1979).
std::vector<Eigen::Vector2d> convex_hull(std::vector<Eigen::Vector2d> points) {
  std::sort(points.begin(), points.end(), [](const Eigen::Vector2d& a, const Eigen::Vector2d& b) {
    return std::pair(a.x(), a.y()) < std::pair(b.x(), b.y());
  });
  std::vector<Eigen::Vector2d> hull;
  for (int chain = 0; chain < 2; ++chain) {
    const std::size_t first = hull.size();
    for (const Eigen::Vector2d& point : points) {
      while (hull.size() >= first + 2 && cross(hull.back() - hull[hull.size() - 2], point - hull.back()) <= 0)
        hull.pop_back();
      hull.push_back(point);
    }
    if (!hull.empty()) hull.pop_back();
    std::reverse(points.begin(), points.end());
  }
  return hull;
}

//! How far a point lies inside a convex outline. Negative outside, where the distance is at least the
//! absolute value.
double depth_inside(const Eigen::Vector2d& point, const std::vector<Eigen::Vector2d>& hull) {
  if (hull.size() < 3) return -std::numeric_limits<double>::infinity();
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < hull.size(); ++i) {
    const Eigen::Vector2d side = hull[(i + 1) % hull.size()] - hull[i];
    least = std::min(least, cross(side.normalized(), point - hull[i]));
  }
  return least;
}

}  // namespace

Supports find_supports(std::span<const PressedPoint> points, const AnatomicalAxes& axes,
                       const Eigen::Vector3d& centre) {
  Supports supports{.all = supports_of(points)};
  const auto seen = [&](const Eigen::Vector3d& point) {
    return Eigen::Vector2d(axes.left.dot(point), axes.anterior.dot(point));
  };
  std::vector<Eigen::Vector2d> places;
  for (const PressedPoint& point : points) places.push_back(seen(point.case_point));
  supports.margin_mm = depth_inside(seen(centre), convex_hull(places));
  for (const Support& support : supports.all) {
    if (axes.left.dot(support.case_point - centre) > 0) supports.left_share += support.load_share;
  }
  return supports;
}

}  // namespace intercusp
