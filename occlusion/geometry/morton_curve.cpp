#include "occlusion/geometry/morton_curve.h"

#include <algorithm>

#include "occlusion/geometry/triangle_mesh.h"

namespace intercusp {

std::vector<std::uint32_t> along_curve(std::span<const Eigen::Vector3d> points,
                                       std::span<const std::uint32_t> numbers) {
  Bounds bounds;
  for (const std::uint32_t number : numbers) bounds.add(points[number]);
  std::vector<std::uint64_t> places;
  places.reserve(numbers.size());
  const double side_mm = numbers.empty() ? 1 : std::max(bounds.size().maxCoeff(), 1e-9);
  for (const std::uint32_t number : numbers)
    places.push_back(std::uint64_t{morton_place((points[number] - bounds.min) / side_mm, 10)} << 32 | number);
  std::ranges::sort(places);
  std::vector<std::uint32_t> sorted(places.size());
  std::ranges::transform(places, sorted.begin(),
                         [](std::uint64_t place) { return static_cast<std::uint32_t>(place); });
  return sorted;
}

}  // namespace intercusp
