#include "io/mesh/repair/patch.h"

#include <Eigen/Geometry>
#include <limits>

namespace intercusp::repair {
namespace {

//! Area plus a small cost of long edges, so that among flat patches the one with better-shaped triangles wins.
double cost_of(const Eigen::Vector3d& a, const Eigen::Vector3d& b, const Eigen::Vector3d& c) {
  const double edges = (b - a).squaredNorm() + (c - b).squaredNorm() + (a - c).squaredNorm();
  return 0.5 * (b - a).cross(c - a).norm() + 1e-4 * edges;
}

}  // namespace

std::vector<std::array<std::size_t, 3>> least_area_patch(std::span<const Eigen::Vector3d> corners,
                                                         const JoinedCorners& joined) {
  constexpr double impossible = std::numeric_limits<double>::infinity();
  const std::size_t n = corners.size();
  if (n < 3 || n > most_patch_corners) return {};
  // least[i][k]: the cost of the patch over corners i to k, closed by the diagonal from i to k.
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
  std::vector<std::array<std::size_t, 3>> triangles;
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

}  // namespace intercusp::repair
