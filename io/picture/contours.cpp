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

ContourField::Range ContourField::range_around(int column, int row) const {
  Range range{unlimited_clearance, -unlimited_clearance};
  for (int y = std::max(0, row - 1); y <= std::min(rows_ - 1, row + 1); ++y) {
    for (int x = std::max(0, column - 1); x <= std::min(columns_ - 1, column + 1); ++x) {
      const float value = values_mm_[index(x, y)];
      range.least = std::min(range.least, value);  // NaN changes neither
      range.greatest = std::max(range.greatest, value);
    }
  }
  return range;
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
    // A line's distance is the difference of the values over the slope.
    const double cover =
        std::clamp(line.half_width_px + 0.5 - std::abs(value - line.at_mm) / slope_per_px, 0.0, 1.0);
    colour = blend(colour, line_ink, cover * line.strength);
  }
  return colour;
}

}  // namespace intercusp
