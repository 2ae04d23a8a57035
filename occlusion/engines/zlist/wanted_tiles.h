// Decides which clusters can be skipped when only some pixels of a band are needed.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <vector>

#include "occlusion/engines/zlist/posed_mesh.h"

namespace intercusp::zlist {

//! Tells, tile by tile, whether a rectangle of a band contains a needed pixel and whether a surface that reaches up to
//! a depth can matter there.
class WantedTiles {
 public:
  explicit WantedTiles(int width)
      : width_(static_cast<std::uint32_t>(width)),
        across_((width_ + tile_columns - 1) / tile_columns),
        lowest_(across_ * (band_rows / tile_rows), std::numeric_limits<float>::infinity()) {
    lowest_in_row_.fill(std::numeric_limits<float>::infinity());
  }

  //! \param pixel counted row by row from the band's first
  //! \param above surfaces at most this high do not matter to the pixel
  void add(std::uint32_t pixel, float above) {
    add(static_cast<int>(pixel / width_), static_cast<int>(pixel % width_), above);
  }
  //! \param row of the band
  void add(int row, int column, float above) {
    float& lowest = lowest_[static_cast<std::size_t>(row / tile_rows) * across_ +
                            static_cast<std::size_t>(column / tile_columns)];
    lowest = std::min(lowest, above);
    float& lowest_in_row = lowest_in_row_[static_cast<std::size_t>(row / tile_rows)];
    lowest_in_row = std::min(lowest_in_row, above);
  }

  //! \param rows of the band; both may reach beyond it
  [[nodiscard]] bool any_in(PixelExtent columns, PixelExtent rows, float highest) const {
    const int first_row = std::max(rows.begin, 0) / tile_rows;
    const int last_row = (std::min(rows.end, band_rows) - 1) / tile_rows;
    for (int row = first_row; row <= last_row; ++row) {
      if (!(highest > lowest_in_row_[static_cast<std::size_t>(row)])) continue;
      const auto begin =
          lowest_.begin() + static_cast<std::ptrdiff_t>(static_cast<std::size_t>(row) * across_);
      if (std::any_of(begin + columns.begin / tile_columns, begin + (columns.end - 1) / tile_columns + 1,
                      [highest](float lowest) { return highest > lowest; })) {
        return true;
      }
    }
    return false;
  }

 private:
  std::uint32_t width_;
  std::size_t across_;
  std::vector<float> lowest_;                               // of `above` in each tile
  std::array<float, band_rows / tile_rows> lowest_in_row_;  // in each row of tiles
};

}  // namespace intercusp::zlist
