#include "io/picture/contours.h"

#include <algorithm>
#include <cmath>

namespace intercusp {

double ContourField::at(double column, double row) const {
  const double x = std::clamp(column - 0.5, 0.0, columns_ - 1.0), y = std::clamp(row - 0.5, 0.0, rows_ - 1.0);
  const int left = static_cast<int>(x), top = static_cast<int>(y);
  const int right = std::min(left + 1, columns_ - 1), bottom = std::min(top + 1, rows_ - 1);
  const double across = x - left, down = y - top;
  const auto value = [&](int c, int r) { return static_cast<double>(values_mm_[index(c, r)]); };
  return (value(left, top) * (1 - across) + value(right, top) * across) * (1 - down) +
         (value(left, bottom) * (1 - across) + value(right, bottom) * across) * down;
}

std::vector<ContourField::Range> ContourField::ranges_around(int row) const {
  const auto columns = static_cast<std::size_t>(columns_);
  constexpr Range nothing{unlimited_clearance, -unlimited_clearance};
  const auto join = [](Range& range, float least, float greatest) {
    range.least = std::min(range.least, least);  // NaN changes neither value
    range.greatest = std::max(range.greatest, greatest);
  };
  std::vector<Range> upright(columns, nothing);
  for (int y = std::max(0, row - 1); y <= std::min(rows_ - 1, row + 1); ++y) {
    const float* const values = &values_mm_[index(0, y)];
    for (std::size_t x = 0; x < columns; ++x) join(upright[x], values[x], values[x]);
  }
  std::vector<Range> ranges = upright;
  for (std::size_t x = 0; x < columns; ++x) {
    if (x > 0) join(ranges[x], upright[x - 1].least, upright[x - 1].greatest);
    if (x + 1 < columns) join(ranges[x], upright[x + 1].least, upright[x + 1].greatest);
  }
  return ranges;
}

Rgb ContourField::with_lines(Rgb colour, std::span<const ContourLine> lines, double column, double row,
                             int pixels) const {
  constexpr Rgb line_ink{24, 24, 28};
  const double value = at(column, row);
  const double slope_per_px = std::hypot(at(column + 0.5, row) - at(column - 0.5, row),
                                         at(column, row + 0.5) - at(column, row - 0.5)) /
                              pixels;
  if (!(slope_per_px > 0)) return colour;
  for (const ContourLine& line : lines) {
    // The distance from a line is the difference of the values divided by the slope.
    const double cover =
        std::clamp(line.half_width_px + 0.5 - std::abs(value - line.at_mm) / slope_per_px, 0.0, 1.0);
    colour = blend(colour, line_ink, cover * line.strength);
  }
  return colour;
}

}  // namespace intercusp
