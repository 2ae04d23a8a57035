// Intervals of every line of a window inside one solid: the cache for the z-lists of a fixed jaw.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "occlusion/engines/zlist/column.h"
#include "occlusion/engines/zlist/posed_mesh.h"

namespace intercusp::zlist {

class IntervalLists {
 public:
  void make(const PosedMesh& mesh);

  //! The intervals of a pixel of a band, in order of depth; pixels are counted row by row from the band's first.
  [[nodiscard]] std::span<const DepthInterval> at(int band, std::size_t pixel) const {
    const Band& lists = bands_[static_cast<std::size_t>(band)];
    return {lists.intervals.data() + lists.first[pixel], lists.first[pixel + 1] - lists.first[pixel]};
  }

 private:
  struct Band {
    std::vector<std::uint32_t> first;  // per pixel, and one past the end
    std::vector<DepthInterval> intervals;
  };
  std::vector<Band> bands_;
};

}  // namespace intercusp::zlist
