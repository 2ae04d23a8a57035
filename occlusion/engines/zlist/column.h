// Evaluates one pixel's line from the z-lists of two solids.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "occlusion/engines/zlist/layer_lists.h"
#include "occlusion/engines/zlist/posed_mesh.h"
#include "occlusion/maps/clearance_map.h"

namespace intercusp::zlist {

//! A stretch of the line inside a solid.
struct DepthInterval {
  float start, end;  //!< depth, mm from the lists' origin
  std::int32_t start_face, end_face;
};

//! Maximal stretches with a winding number of at least 1. `intervals` is overwritten; the caller owns it, so that
//! nothing is allocated per pixel.
void find_intervals(std::span<const Layer> layers, std::vector<DepthInterval>& intervals);

//! What counts as a gap or an overlap (clearance_map.h).
struct ColumnRules {
  std::size_t upper_anatomy_faces, lower_anatomy_faces;
  double depth_tolerance_mm;
};

//! The pixel's result by the definitions of clearance_map.h.
[[nodiscard]] PixelResult compare_intervals(std::span<const DepthInterval> upper,
                                            std::span<const DepthInterval> lower, const ColumnRules& rules);

//! Intervals of every line of a window inside one solid: the cache for the z-lists of a fixed jaw.
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
