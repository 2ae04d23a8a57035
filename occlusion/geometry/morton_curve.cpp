#include "occlusion/geometry/morton_curve.h"

#include <algorithm>
#include <array>
#include <numeric>

#include "occlusion/geometry/triangle_mesh.h"

namespace intercusp {
namespace {

//! Stable radix sort by the upper 32 bits, 30 of which are used. A comparison sort takes
//! several times as long.
void sort_by_place(std::vector<std::uint64_t>& places) {
  constexpr int digit_bits = 10, digits = 3;
  std::vector<std::uint64_t> sorted(places.size());
  for (int digit = 0; digit < digits; ++digit) {
    const auto digit_of = [&](std::uint64_t place) {
      return place >> (32 + digit * digit_bits) & ((1U << digit_bits) - 1);
    };
    std::array<std::size_t, 1U << digit_bits> next{};
    for (const std::uint64_t place : places) ++next[digit_of(place)];
    std::exclusive_scan(next.begin(), next.end(), next.begin(), std::size_t{0});
    for (const std::uint64_t place : places) sorted[next[digit_of(place)]++] = place;
    places.swap(sorted);
  }
}

}  // namespace

std::vector<std::uint32_t> along_curve(std::span<const Eigen::Vector3d> points,
                                       std::span<const std::uint32_t> numbers) {
  Bounds bounds;
  for (const std::uint32_t number : numbers) bounds.add(points[number]);
  std::vector<std::uint64_t> places;
  places.reserve(numbers.size());
  const double side_mm = numbers.empty() ? 1 : std::max(bounds.size().maxCoeff(), 1e-9);
  for (const std::uint32_t number : numbers)
    places.push_back(std::uint64_t{morton_place((points[number] - bounds.min) / side_mm, 10)} << 32 | number);
  sort_by_place(places);
  std::vector<std::uint32_t> sorted(places.size());
  std::ranges::transform(places, sorted.begin(),
                         [](std::uint64_t place) { return static_cast<std::uint32_t>(place); });
  return sorted;
}

}  // namespace intercusp
