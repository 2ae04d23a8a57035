// Which clusters can be left out where only some pixels of a band are wanted.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "occlusion/zlist/posed_mesh.h"

namespace intercusp::zlist {

//! Whether a rectangle of a band holds a wanted pixel, by tiles.
class WantedTiles {
 public:
  //! \param wanted pixels, counted row by row from the band's first; empty: all are.
  WantedTiles(std::span<const std::uint32_t> wanted, int width)
      : across_(static_cast<std::size_t>((width + tile_columns - 1) / tile_columns)),
        tiles_(wanted.empty() ? 0 : across_ * (band_rows / tile_rows)) {
    const auto columns = static_cast<std::uint32_t>(width);
    for (const std::uint32_t pixel : wanted) {
      tiles_[pixel / columns / tile_rows * across_ + pixel % columns / tile_columns] = 1;
    }
  }

  //! \param rows of the band; both may reach beyond it
  [[nodiscard]] bool any_in(PixelExtent columns, PixelExtent rows) const {
    if (tiles_.empty()) return true;
    const int first_row = std::max(rows.begin, 0) / tile_rows;
    const int last_row = (std::min(rows.end, band_rows) - 1) / tile_rows;
    for (int row = first_row; row <= last_row; ++row) {
      const auto begin =
          tiles_.begin() + static_cast<std::ptrdiff_t>(static_cast<std::size_t>(row) * across_);
      const auto end = begin + (columns.end - 1) / tile_columns + 1;
      if (std::find(begin + columns.begin / tile_columns, end, 1) != end) return true;
    }
    return false;
  }

 private:
  std::size_t across_;
  std::vector<std::uint8_t> tiles_;
};

}  // namespace intercusp::zlist
