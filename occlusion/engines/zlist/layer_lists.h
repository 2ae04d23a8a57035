// z-lists (Shinya & Forgue 1991): for every pixel of a window, all layers of one solid, sorted by depth. Each
// layer has its face and whether the line enters or leaves there.
//
// Each solid has its own lists over a common frame; lists are compared pixel by pixel.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "occlusion/engines/zlist/posed_mesh.h"
#include "occlusion/maps/clearance_map.h"

namespace intercusp::zlist {

//! Tells, tile by tile, whether a rectangle of a band contains a needed pixel at which a surface of a given
//! greatest depth may matter.
class WantedTiles {
 public:
  explicit WantedTiles(int width)
      : width_(static_cast<std::uint32_t>(width)),
        across_((width_ + tile_columns - 1) / tile_columns),
        lowest_(across_ * (band_rows / tile_rows), std::numeric_limits<float>::infinity()) {
    lowest_in_row_.fill(std::numeric_limits<float>::infinity());
  }

  //! \param pixel number in the band, row by row
  //! \param above surfaces at most this high do not matter to the pixel
  void add(std::uint32_t pixel, float above) {
    add(static_cast<int>(pixel / width_), static_cast<int>(pixel % width_), above);
  }
  //! \param row in the band
  void add(int row, int column, float above) {
    float& lowest = lowest_[static_cast<std::size_t>(row / tile_rows) * across_ +
                            static_cast<std::size_t>(column / tile_columns)];
    lowest = std::min(lowest, above);
    float& lowest_in_row = lowest_in_row_[static_cast<std::size_t>(row / tile_rows)];
    lowest_in_row = std::min(lowest_in_row, above);
  }

  //! \param rows of the band; both ranges may reach beyond it
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
  std::vector<float> lowest_;                               // least `above` in each tile
  std::array<float, band_rows / tile_rows> lowest_in_row_;  // least `above` in each row of tiles
};

//! A crossing of a pixel's line with a face. Layers are ordered by depth. At equal depth, entering comes
//! before leaving, so that touching parts form one interval; then they are ordered by face.
struct Layer {
  float depth;              //!< mm from the depth origin of the posed mesh
  std::uint32_t exit_face;  //!< as in Fragment

  [[nodiscard]] bool leaves() const { return (exit_face & exit_bit) != 0; }
  [[nodiscard]] std::int32_t face() const { return static_cast<std::int32_t>(exit_face & face_bits); }
  friend bool operator<(const Layer& a, const Layer& b) {
    return a.depth != b.depth ? a.depth < b.depth : a.exit_face < b.exit_face;
  }
};

struct ListedLayer {
  std::uint32_t list;
  Layer layer;
};

//! The lists of one band of rows. One thread builds them without locks, so the result is bit-identical for
//! any number of threads. Storage is reused.
class BandLists {
 public:
  //! Makes lists of all pixels of the band. Depths of two jaws must have a common origin; put it in the
  //! middle of the jaws, because depths are floats.
  void make(const PosedMesh& mesh, int band);
  //! Makes lists of some of the band's pixels.
  //! \param wanted per pixel of the band: 1 if it gets a list
  //! \param wanted_pixels numbers of these pixels, ascending
  void make(const PosedMesh& mesh, int band, std::span<const std::uint8_t> wanted,
            std::span<const std::uint32_t> wanted_pixels);

  //! The sorted layers of a pixel. Its index is its number in the band or, if pixels were selected, its
  //! position among them.
  [[nodiscard]] std::span<const Layer> at(std::size_t pixel) const {
    return {layers_.data() + first_[pixel], first_[pixel + 1] - first_[pixel]};
  }

 private:
  void sort_into_lists(std::size_t count);

  std::vector<ListedLayer> fragments_;  // in the order in which they are drawn
  std::vector<std::uint32_t> first_;    // per list, and one past the end
  std::vector<Layer> layers_;
  std::vector<std::uint32_t> list_of_pixel_;  // set for wanted pixels only
};

// Evaluates one pixel's line from the lists of two solids.

//! A stretch of the line inside a solid.
struct DepthInterval {
  float start, end;  //!< depth, mm from the lists' origin
  std::int32_t start_face, end_face;
};

//! Finds the maximal stretches with a winding number of at least 1. Overwrites `intervals`; the caller owns
//! it, so that nothing is allocated per pixel.
void find_intervals(std::span<const Layer> layers, std::vector<DepthInterval>& intervals);

//! The rules for gaps and overlaps (clearance_map.h).
struct ColumnRules {
  std::size_t upper_anatomy_faces, lower_anatomy_faces;
  double depth_tolerance_mm;

  [[nodiscard]] bool is_upper_anatomy(std::int32_t face) const {
    return static_cast<std::size_t>(face) < upper_anatomy_faces;
  }
  [[nodiscard]] bool is_lower_anatomy(std::int32_t face) const {
    return static_cast<std::size_t>(face) < lower_anatomy_faces;
  }
};

//! The pixel's result by the definitions of clearance_map.h.
[[nodiscard]] PixelResult compare_intervals(std::span<const DepthInterval> upper,
                                            std::span<const DepthInterval> lower, const ColumnRules& rules);

//! Intervals of every line of a window inside one solid: a cache for a jaw that does not move.
class IntervalLists {
 public:
  void make(const PosedMesh& mesh);

  //! The intervals of a pixel, sorted by depth. Pixels are numbered row by row from the band's first.
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
