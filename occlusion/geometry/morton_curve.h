// The Morton curve through a cube: consecutive points are near each other, so pieces of a sorted list of
// faces or points are clusters of neighbours.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <span>
#include <vector>

namespace intercusp {

//! The lowest ten bits of a number, two zeros between each.
[[nodiscard]] inline std::uint32_t spread_bits(std::uint32_t bits) {
  bits &= 0x3FFU;
  bits = (bits | bits << 16) & 0x030000FFU;
  bits = (bits | bits << 8) & 0x0300F00FU;
  bits = (bits | bits << 4) & 0x030C30C3U;
  return (bits | bits << 2) & 0x09249249U;
}

//! Place along the curve of a point with coordinates from 0 to 1; beyond, the nearest such point counts.
//! \param bits of each coordinate that count, 1 to 10; the result has three times as many.
[[nodiscard]] inline std::uint32_t morton_place(const Eigen::Vector3d& point, int bits) {
  const double cells = (1 << bits) - 1;
  const Eigen::Array3d cell = (point.array() * cells).max(0).min(cells);
  return spread_bits(static_cast<std::uint32_t>(cell.x())) |
         spread_bits(static_cast<std::uint32_t>(cell.y())) << 1 |
         spread_bits(static_cast<std::uint32_t>(cell.z())) << 2;
}

//! Place along the curve of a cell whose coordinates have up to 20 bits; the result has 60.
[[nodiscard]] inline std::uint64_t morton_place(const Eigen::Array<std::uint32_t, 3, 1>& cell) {
  std::uint64_t high = 0, low = 0;
  for (int axis = 0; axis < 3; ++axis) {
    high |= std::uint64_t{spread_bits(cell[axis] >> 10)} << axis;
    low |= std::uint64_t{spread_bits(cell[axis])} << axis;
  }
  return high << 30 | low;
}

//! The given numbers, sorted by their points along the curve through the bounding cube; points in one cell, a 1023rd of
//! the cube wide, keep their order.
[[nodiscard]] std::vector<std::uint32_t> along_curve(std::span<const Eigen::Vector3d> points,
                                                     std::span<const std::uint32_t> numbers);

}  // namespace intercusp
