// The Morton curve through a cube. Consecutive points of it are near each other, so a run of a sorted list of
// faces or points is a cluster of neighbours.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <span>
#include <vector>

namespace intercusp {

//! Spreads the lowest ten bits of a number, with two zeros between neighbours.
[[nodiscard]] inline std::uint32_t spread_bits(std::uint32_t bits) {
  bits &= 0x3FFU;
  bits = (bits | bits << 16) & 0x030000FFU;
  bits = (bits | bits << 8) & 0x0300F00FU;
  bits = (bits | bits << 4) & 0x030C30C3U;
  return (bits | bits << 2) & 0x09249249U;
}

//! Position on the curve of a point with coordinates from 0 to 1; other coordinates are clamped.
//! \param bits used per coordinate, 1 to 10; the result has three times as many
[[nodiscard]] inline std::uint32_t morton_place(const Eigen::Vector3d& point, int bits) {
  const double cells = (1 << bits) - 1;
  const Eigen::Array3d cell = (point.array() * cells).max(0).min(cells);
  return spread_bits(static_cast<std::uint32_t>(cell.x())) |
         spread_bits(static_cast<std::uint32_t>(cell.y())) << 1 |
         spread_bits(static_cast<std::uint32_t>(cell.z())) << 2;
}

//! Position on the curve of a cell whose coordinates have up to 20 bits; the result has 60 bits.
[[nodiscard]] inline std::uint64_t morton_place(const Eigen::Array<std::uint32_t, 3, 1>& cell) {
  std::uint64_t high = 0, low = 0;
  for (int axis = 0; axis < 3; ++axis) {
    high |= std::uint64_t{spread_bits(cell[axis] >> 10)} << axis;
    low |= std::uint64_t{spread_bits(cell[axis])} << axis;
  }
  return high << 30 | low;
}

//! The given numbers, sorted by the positions of their points on the curve through the bounding cube. Points
//! in one cell, 1/1023 of the cube wide, keep their order.
[[nodiscard]] std::vector<std::uint32_t> along_curve(std::span<const Eigen::Vector3d> points,
                                                     std::span<const std::uint32_t> numbers);

}  // namespace intercusp
