#include "occlusion/validation/stratified_pixel.h"

#include <cmath>
#include <stdexcept>

#include "occlusion/base/random.h"

namespace intercusp {
StratifiedPixel::StratifiedPixel(int rays, std::uint64_t seed) : seed_(seed) {
  if (rays < 1) throw std::invalid_argument("a pixel needs at least one ray");
  const int rows = static_cast<int>(std::lround(std::sqrt(rays)));
  const auto first_of = [&](int row) { return static_cast<int>(std::int64_t{rays} * row / rows); };
  for (int row = 0; row < rows; ++row) {
    const int in_row = first_of(row + 1) - first_of(row);
    for (int i = 0; i < in_row; ++i) {
      parts_.push_back(
          {.corner = {static_cast<double>(i) / in_row, static_cast<double>(first_of(row)) / rays},
           .size = {1.0 / in_row, static_cast<double>(in_row) / rays}});
    }
  }
}

Eigen::Vector2d StratifiedPixel::place(std::size_t map, std::size_t pixel, int ray) const {
  const std::uint64_t random = mixed(mixed(mixed(seed_ ^ mixed(map)) ^ pixel) ^ static_cast<unsigned>(ray));
  constexpr double share = 1.0 / 4294967296.0;  // of 32 bits
  const Eigen::Vector2d in_part(static_cast<double>(random >> 32) * share,
                                static_cast<double>(random & 0xffffffffU) * share);
  const Part& part = parts_[static_cast<std::size_t>(ray)];
  return part.corner + part.size.cwiseProduct(in_part);
}

}  // namespace intercusp
