// Which clusters can be left out where only some pixels of a band are wanted.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "occlusion/zlist/kernels/kernels.h"

namespace intercusp::zlist {

//! Whether some columns hold a wanted pixel, by tiles of columns.
class WantedTiles {
 public:
  //! \param wanted pixels, counted row by row from the band's first; empty: all are.
  WantedTiles(std::span<const std::uint32_t> wanted, int width)
      : tiles_(wanted.empty() ? 0 : static_cast<std::size_t>((width + tile_columns - 1) / tile_columns)) {
    for (const std::uint32_t pixel : wanted)
      tiles_[pixel % static_cast<std::uint32_t>(width) / tile_columns] = 1;
  }
  [[nodiscard]] bool any_in(int begin_column, int end_column) const {
    if (tiles_.empty()) return true;
    const auto first = tiles_.begin() + begin_column / tile_columns;
    const auto last = tiles_.begin() + (end_column - 1) / tile_columns;
    return std::find(first, last + 1, 1) != last + 1;
  }

 private:
  std::vector<std::uint8_t> tiles_;
};

}  // namespace intercusp::zlist
