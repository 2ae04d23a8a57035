// Counts, on the GPU between stages, the pixels that wait for each stage and their tiles
// (shaders/tally.comp). Only a few numbers per tile are read back before the map.
#pragma once

#include <Eigen/Geometry>
#include <array>
#include <cstdint>
#include <vector>

#include "occlusion/engines/gl/draw_state.h"
#include "occlusion/engines/gl/objects.h"
#include "occlusion/engines/gl/program.h"
#include "occlusion/engines/stencil/software/face_sieve.h"

namespace intercusp::stencil {

//! `undecided` are those of `layers` whose state depends on the layers.
enum class WaitsFor { pass1, pass2, overlap, layers, undecided };

//! The pixels that a stage is drawn for.
struct WaitingPixels {
  gl::Rectangle window;  //!< around their tiles
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
  Tallies();

  //! Recounts the pixels of MapPlanes::waits, after the preceding draws.
  void count(const gl::Texture& waits);

  //! How many pixels waited when they were counted.
  [[nodiscard]] std::uint32_t pixels(WaitsFor stage) const;

  //! Tile by tile, row by row: 1 where the lower covers a pixel.
  [[nodiscard]] std::vector<std::uint8_t> covered() const;

  //! \pre pixels wait for the stage
  [[nodiscard]] WaitingPixels waiting(WaitsFor stage) const;

 private:
  gl::Program program_;
  gl::HostBuffer buffer_;
  std::vector<std::array<std::uint32_t, 3>> tiles_;  // as in shaders/tally.comp
  int width_px_ = 0;
  int height_px_ = 0;
  int across_ = 0;
  int down_ = 0;
};

}  // namespace intercusp::stencil
