#include "occlusion/teeth/crown_heights.h"

#include <algorithm>
#include <cstddef>

namespace intercusp {

std::vector<double> crown_heights_mm(std::span<const Eigen::Vector3d> vertices, std::span<const int> crown,
                                     std::size_t count, const Eigen::Vector3d& up) {
  std::vector<std::vector<double>> heights(count);
  for (std::size_t v = 0; v < crown.size(); ++v) {
    if (crown[v] >= 0) heights[static_cast<std::size_t>(crown[v])].push_back(up.dot(vertices[v]));
  }
  std::vector<double> extents;
  for (std::vector<double>& h : heights) {
    std::sort(h.begin(), h.end());
    const std::size_t stray = h.size() / 50;
    extents.push_back(h.empty() ? 0 : h[h.size() - 1 - stray] - h[stray]);
  }
  return extents;
}

}  // namespace intercusp
