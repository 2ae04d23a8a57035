#include "occlusion/geometry/morton_curve.h"

#include <algorithm>
#include <numeric>

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

std::vector<std::uint32_t> faces_along_curve(const TriangleMesh& mesh, std::uint32_t first,
                                             std::uint32_t end) {
  std::vector<Eigen::Vector3d> middles(end);
  for (std::uint32_t face = first; face < end; ++face) {
    const auto& [a, b, c] = mesh.faces[face];
    middles[face] = (mesh.vertices[a] + mesh.vertices[b] + mesh.vertices[c]) / 3;
  }
  std::vector<std::uint32_t> faces(end - first);
  std::iota(faces.begin(), faces.end(), first);
  return along_curve(middles, faces);
}

}  // namespace intercusp
