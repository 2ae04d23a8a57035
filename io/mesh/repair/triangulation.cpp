#include "io/mesh/repair/steps.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <limits>
#include <numeric>
#include <optional>
#include <utility>

namespace intercusp::repair {
namespace {

//! Area plus a small cost of long edges, so that the better-shaped triangles win among flat patches.
double cost_of(const Eigen::Vector3d& a, const Eigen::Vector3d& b, const Eigen::Vector3d& c) {
  const double edges = (b - a).squaredNorm() + (c - b).squaredNorm() + (a - c).squaredNorm();
  return 0.5 * (b - a).cross(c - a).norm() + 1e-4 * edges;
}

}  // namespace

Triangles least_area_patch(std::span<const Eigen::Vector3d> corners, const JoinedCorners& joined) {
  constexpr double impossible = std::numeric_limits<double>::infinity();
  const std::size_t n = corners.size();
  if (n < 3 || n > most_patch_corners) return {};
  // least[i][k] is the cost of the patch over corners i to k, closed by the diagonal from i to k.
  std::vector<double> least(n * n, 0);
  std::vector<std::size_t> apex(n * n, 0);
  for (std::size_t span = 2; span < n; ++span) {
    for (std::size_t i = 0; i + span < n; ++i) {
      const std::size_t k = i + span;
      double& best = least[i * n + k] = impossible;
      const bool is_diagonal = span < n - 1;
      if (is_diagonal && joined.has(i, k)) continue;
      for (std::size_t j = i + 1; j < k; ++j) {
        const double cost = least[i * n + j] + least[j * n + k] + cost_of(corners[i], corners[j], corners[k]);
        if (cost >= best) continue;
        best = cost;
        apex[i * n + k] = j;
      }
    }
  }
  if (least[n - 1] == impossible) return {};
  Triangles triangles;
  std::vector<std::pair<std::size_t, std::size_t>> open = {{0, n - 1}};
  while (!open.empty()) {
    const auto [i, k] = open.back();
    open.pop_back();
    const std::size_t j = apex[i * n + k];
    triangles.push_back({i, j, k});
    if (j > i + 1) open.emplace_back(i, j);
    if (k > j + 1) open.emplace_back(j, k);
  }
  return triangles;
}

namespace {

double cross(const Eigen::Vector2d& a, const Eigen::Vector2d& b, const Eigen::Vector2d& c) {
  return (b.x() - a.x()) * (c.y() - a.y()) - (b.y() - a.y()) * (c.x() - a.x());
}

class EarCutter {
 public:
  explicit EarCutter(std::span<const Eigen::Vector2d> corners)
      : corners_(corners), before_(corners.size()), after_(corners.size()), cut_(corners.size(), 0) {
    const std::size_t n = corners.size();
    double area = 0;
    for (std::size_t i = 0; i < n; ++i) {
      before_[i] = (i + n - 1) % n;
      after_[i] = (i + 1) % n;
      area += cross(corners[0], corners[i], corners[(i + 1) % n]);
    }
    side_ = area < 0 ? -1 : 1;
    for (std::size_t i = 0; i < n; ++i) {
      if (turn_at(i) <= 0) reflex_.push_back(i);
    }
  }

  Triangles triangles() {
    Triangles result;
    std::size_t left = corners_.size();
    std::size_t tried = 0;
    std::size_t at = 0;
    while (left > 3) {
      if (!is_ear(at)) {
        if (++tried > left) return {};
        at = after_[at];
        continue;
      }
      result.push_back({before_[at], at, after_[at]});
      after_[before_[at]] = after_[at];
      before_[after_[at]] = before_[at];
      cut_[at] = 1;
      --left;
      tried = 0;
      // Skipping the neighbour avoids a fan of thin triangles.
      at = after_[after_[at]];
    }
    if (turn_at(at) <= 0) return {};
    result.push_back({before_[at], at, after_[at]});
    return result;
  }

 private:
  [[nodiscard]] double turn_at(std::size_t i) const {
    return side_ * cross(corners_[before_[i]], corners_[i], corners_[after_[i]]);
  }

  [[nodiscard]] bool is_ear(std::size_t i) {
    if (turn_at(i) <= 0) return false;
    const Eigen::Vector2d& a = corners_[before_[i]];
    const Eigen::Vector2d& b = corners_[i];
    const Eigen::Vector2d& c = corners_[after_[i]];
    // A corner that is no longer reflex stays convex, because cutting ears only reduces the remaining angles.
    std::erase_if(reflex_, [&](std::size_t r) { return cut_[r] != 0 || turn_at(r) > 0; });
    for (const std::size_t r : reflex_) {
      if (r == before_[i] || r == after_[i]) continue;
      const Eigen::Vector2d& p = corners_[r];
      if (side_ * cross(a, b, p) >= 0 && side_ * cross(b, c, p) >= 0 && side_ * cross(c, a, p) >= 0)
        return false;
    }
    return true;
  }

  std::span<const Eigen::Vector2d> corners_;
  std::vector<std::size_t> before_;
  std::vector<std::size_t> after_;
  std::vector<char> cut_;
  std::vector<std::size_t> reflex_;
  double side_ = 1;
};

using Outline = std::vector<std::size_t>;  //!< numbers of corners, in order around a polygon

//! Triangulates a polygon that does not cross itself.
//! \return false if no ear remains
bool cut_ears(std::span<const Eigen::Vector2d> corners, const Outline& outline, Triangles& triangles) {
  if (outline.size() < 3) return true;  // two corners: the diagonal is already an edge
  std::vector<Eigen::Vector2d> places;
  for (const std::size_t corner : outline) places.push_back(corners[corner]);
  const Triangles cut = EarCutter(places).triangles();
  for (const auto& [a, b, c] : cut) triangles.push_back({outline[a], outline[b], outline[c]});
  return !cut.empty();
}

bool cross_each_other(const Eigen::Vector2d& a, const Eigen::Vector2d& b, const Eigen::Vector2d& c,
                      const Eigen::Vector2d& d) {
  return cross(a, b, c) * cross(a, b, d) < 0 && cross(c, d, a) * cross(c, d, b) < 0;
}

//! The pair of crossing edges with the fewest corners between them. Each is named by its start in the
//! outline.
std::optional<std::pair<std::size_t, std::size_t>> smallest_loop(std::span<const Eigen::Vector2d> corners,
                                                                 const Outline& outline) {
  const std::size_t n = outline.size();
  const auto corner = [&](std::size_t i) -> const Eigen::Vector2d& { return corners[outline[i % n]]; };
  for (std::size_t between = 2; between <= n / 2; ++between) {
    for (std::size_t i = 0; i < n; ++i) {
      const std::size_t k = i + between;
      if (!cross_each_other(corner(i), corner(i + 1), corner(k), corner(k + 1))) continue;
      return std::pair(i, k);
    }
  }
  return std::nullopt;
}

//! Cuts off the loop between the crossing edges i and k. The loop and the rest share a quadrilateral of the
//! four corners at the crossing, which is as small as the two edges.
void cut_loop_off(std::size_t i, std::size_t k, Outline& outline, Outline& loop, Triangles& triangles) {
  std::rotate(outline.begin(), outline.begin() + static_cast<std::ptrdiff_t>(i), outline.end());
  k -= i;  // the loop is now corners 1 … k, the rest is 0, k + 1, …
  loop.assign(outline.begin() + 1, outline.begin() + static_cast<std::ptrdiff_t>(k) + 1);
  const std::size_t after = outline[(k + 1) % outline.size()];
  triangles.push_back({outline[0], outline[1], outline[k]});
  triangles.push_back({outline[0], outline[k], after});
  outline.erase(outline.begin() + 1, outline.begin() + static_cast<std::ptrdiff_t>(k) + 1);
}

}  // namespace

Triangles triangulate_polygon(std::span<const Eigen::Vector2d> corners) {
  constexpr std::size_t most_corners = 12000;
  constexpr int most_crossings = 20;
  if (corners.size() < 3 || corners.size() > most_corners) return {};
  Outline outline(corners.size());
  std::iota(outline.begin(), outline.end(), std::size_t{0});
  Triangles triangles;
  Outline loop;
  for (int crossings = 0; const auto crossing = smallest_loop(corners, outline); ++crossings) {
    if (crossings == most_crossings) return {};
    cut_loop_off(crossing->first, crossing->second, outline, loop, triangles);
    if (!cut_ears(corners, loop, triangles)) return {};
  }
  if (!cut_ears(corners, outline, triangles)) return {};
  return triangles;
}

}  // namespace intercusp::repair
