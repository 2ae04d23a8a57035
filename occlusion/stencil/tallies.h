// How many pixels wait for which stage, where, and which: counted by the passes that settle pixels
// (shaders/tally.glsl), read between the stages. A few numbers are all that comes back before the map.
#pragma once

#include <Eigen/Geometry>
#include <array>
#include <cstdint>
#include <vector>

#include "occlusion/gl/draw_state.h"
#include "occlusion/gl/objects.h"
#include "occlusion/stencil/face_sieve.h"

namespace intercusp::stencil {

//! std430.
struct Tally {
  std::uint32_t pixels = 0;
  std::int32_t min_x = INT32_MAX, min_y = INT32_MAX, max_x = INT32_MIN, max_y = INT32_MIN;

  //! \pre there are pixels
  [[nodiscard]] gl::Rectangle rectangle() const {
    return {min_x, min_y, max_x - min_x + 1, max_y - min_y + 1};
  }
};

//! std430.
struct TallyCounts {
  Tally pass1, pass2, overlap, layers;
  Tally undecided;                 //!< of those that wait for layers: pixels whose state depends on them
  std::uint32_t lower_layers = 0;  //!< sum of the lower's layers over the pixels that wait for layers
  std::uint32_t max_layers = 0;    //!< most layers of both jaws at a pixel that waits for layers
  std::uint32_t overflowed = 0;    //!< undecided pixels with more layers than the code holds
};

struct PixelPlace {
  int column = 0;
  int row = 0;
};

//! As in shaders/tally.glsl.
enum class WaitsFor : std::uint32_t { pass1, pass2, overlap, layers, undecided };

//! The pixels that a stage is drawn for.
struct WaitingPixels {
  gl::Rectangle window;  //!< around all of them
  int across = 0;        //!< tiles of 16 × 16 pixels over the whole map
  int down = 0;
  std::vector<std::uint8_t> tiles = {};  //!< row by row: 1 where pixels wait in it
  gl::Buffer rectangles = {};            //!< the same tiles, runs of a row joined, as vec4 in pixels
  std::size_t rectangle_count = 0;

  //! Whether a pixel waits in a tile that meets the pixels [min, max], which may reach beyond the map.
  [[nodiscard]] bool any(const Eigen::AlignedBox2d& pixels) const;

  //! Whether one waits in one of these tiles.
  [[nodiscard]] bool any(const TileRange& range) const {
    for (int row = range.first_row; row <= range.last_row; ++row) {
      for (int column = range.first_column; column <= range.last_column; ++column) {
        if (tiles[static_cast<std::size_t>(row) * across + column] != 0) return true;
      }
    }
    return false;
  }
};

class Tallies {
 public:
  explicit Tallies(std::uint32_t max_listed);

  //! Forgets all, for a window of this size.
  void reset(int width_px, int height_px);
  void bind() const;
  //! Waits for the drawing before.
  [[nodiscard]] TallyCounts read() const;
  //! \pre pixels wait for the stage, and `tally` counts them
  [[nodiscard]] WaitingPixels waiting(WaitsFor stage, const Tally& tally) const;
  [[nodiscard]] int tiles_across() const { return tiles_across_; }

  //! The pixels that wait for layers, or those that overflowed the code, row by row.
  //! \pre there are no more than max_listed.
  [[nodiscard]] std::vector<PixelPlace> waiting_for_layers(std::uint32_t count) const {
    return listed(0, count);
  }
  [[nodiscard]] std::vector<PixelPlace> overflowed(std::uint32_t count) const {
    return listed(max_listed_, count);
  }

 private:
  [[nodiscard]] std::vector<PixelPlace> listed(std::uint32_t first, std::uint32_t count) const;

  std::uint32_t max_listed_;
  int tiles_across_ = 0;
  int tiles_down_ = 0;
  gl::Buffer counts_, listed_, tiles_;
};

}  // namespace intercusp::stencil
