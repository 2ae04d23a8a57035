#include "occlusion/contacts/contact_rows.h"

#include <algorithm>
#include <cmath>

namespace intercusp {
namespace {

//! The greatest float that is at most the threshold. A float is at most one of them exactly if it is at
//! most the other.
float as_float_limit(double threshold_mm) {
  const auto nearest = static_cast<float>(threshold_mm);
  const bool above = static_cast<double>(nearest) > threshold_mm;
  return above ? std::nextafter(nearest, -unlimited_clearance) : nearest;
}

}  // namespace

ContactRows::ContactRows(const PixelGrid& grid, std::span<const float> gap_mm, double threshold_mm,
                         int first_row, int end_row)
    : grid_(grid),
      gap_mm_(gap_mm),
      kernels_(contacts::all_kernels().first[0]),
      limit_{threshold_mm, as_float_limit(threshold_mm)},
      first_row_(first_row) {
  across_ =
      static_cast<std::size_t>((grid.width + contacts::stretch_columns - 1) / contacts::stretch_columns);
  near_.resize(across_ * static_cast<std::size_t>(end_row - first_row + 2));
  for (int row = std::max(first_row - 1, 0); row < std::min(end_row + 1, grid.height); ++row) {
    kernels_.find_near(gap_mm.data() + grid.index(0, row), grid.width, limit_.as_float,
                       near_.data() + static_cast<std::size_t>(row - (first_row - 1)) * across_);
  }
}

void ContactRows::find_shares(int row, int first_column, contacts::Shares& shares) const {
  const int begin = std::max(first_column - 1, 0);
  const int end = std::min(first_column + contacts::stretch_columns + 1, grid_.width);
  contacts::Stretch stretch;
  for (int r = 0; r < 3; ++r) {
    float* const columns = stretch.rows[r];
    std::fill_n(columns, contacts::Stretch::columns, no_clearance);
    const int map_row = row + r - 1;
    if (map_row < 0 || map_row >= grid_.height) continue;
    std::copy_n(gap_mm_.data() + grid_.index(begin, map_row), end - begin,
                columns + (begin - (first_column - 1)));
  }
  kernels_.find_shares(stretch, limit_, shares);
}

}  // namespace intercusp
