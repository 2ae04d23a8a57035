// The stretches of every line of a window inside one solid: what a jaw that rests keeps of its z-lists.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "occlusion/projection/map_frame.h"
#include "occlusion/zlist/column.h"
#include "occlusion/zlist/layer_lists.h"

namespace intercusp::zlist {

class IntervalLists {
 public:
  void make(const LayerLists& layers, const PixelGrid& grid);

  //! The stretches at a pixel (PixelGrid::index), in order of depth.
  [[nodiscard]] std::span<const Interval> at(std::size_t pixel) const {
    return {intervals_.data() + first_[pixel], first_[pixel + 1] - first_[pixel]};
  }

 private:
  std::vector<std::size_t> first_;  // per pixel, and one past the end
  std::vector<Interval> intervals_;
};

}  // namespace intercusp::zlist
