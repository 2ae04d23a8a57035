// For each tile, how many pixels wait for which stage. The GPU counts them between stages
// (shaders/tally.glsl). Before the map, only a few numbers per tile are read back.
#pragma once

#include <Eigen/Geometry>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "occlusion/engines/gl/draw_state.h"
#include "occlusion/engines/gl/objects.h"
#include "occlusion/engines/gl/program.h"
#include "occlusion/engines/stencil/parameters.h"

namespace intercusp::stencil {

//! Pixels are counted and sent in square tiles with this many pixels a side.
constexpr int tile_px = 16;
constexpr int tiles_over(int size_px) { return (size_px + tile_px - 1) / tile_px; }

//! `undecided`: pixels of `layers` whose state depends on the layers.
enum class WaitsFor { pass1, pass2, overlap, layers, undecided };

//! The pixels that wait for a stage.
struct WaitingPixels {
  gl::Rectangle window;  //!< around the tiles of these pixels
  int across = 0;        //!< number of tiles of 16 × 16 pixels in a row of the map
  int down = 0;
  std::vector<std::uint8_t> tiles = {};  //!< row by row: 1 if pixels wait in the tile
  gl::Buffer rectangles = {};            //!< these tiles, joined to runs in each row, as vec4 in pixels
  std::size_t rectangle_count = 0;

  //! Whether a pixel waits in a tile that meets the pixels [min, max]; these may reach beyond the map.
  [[nodiscard]] bool any(const Eigen::AlignedBox2d& pixels) const;
};

class Tallies {
 public:
  explicit Tallies(int invocations);

  //! Starts a map.
  //! \param asked per tile, row by row: 1 if the host needs the tile even if the lower does not cover it
  void begin(int width_px, int height_px, std::span<const std::uint8_t> asked);

  [[nodiscard]] int across() const { return across_; }
  [[nodiscard]] int down() const { return down_; }

  //! Binds the counters for a shader that counts.
  void bind() const { buffer_.bind_storage(tiles_binding); }

  //! Reads the GPU's counts for some rows of tiles.
  void take(int first_row, int end_row);

  //! Counts the pixels of MapPlanes::waits again, after the preceding draws.
  void count(const gl::Texture& waits);

  //! How many pixels waited at the last count.
  [[nodiscard]] std::uint32_t pixels(WaitsFor stage) const {
    return pixels_[static_cast<std::size_t>(stage)];
  }

  //! Per tile, row by row: 1 if the lower covers a pixel.
  [[nodiscard]] std::vector<std::uint8_t> covered() const;

  [[nodiscard]] bool covers(std::size_t tile) const { return tiles_[tile][2] >> 16 != 0; }
  //! Whether a pixel of the tile waits for any stage.
  [[nodiscard]] bool waits(std::size_t tile) const { return (tiles_[tile][0] | tiles_[tile][1]) != 0; }

  //! \pre pixels wait for the stage
  [[nodiscard]] WaitingPixels waiting(WaitsFor stage) const;

 private:
  using Tally = std::array<std::uint32_t, 4>;  // as in shaders/tally.glsl

  gl::Program program_;
  gl::HostBuffer buffer_;
  std::vector<Tally> tiles_;
  std::array<std::uint32_t, 5> pixels_ = {};  // over all tiles, by WaitsFor
  int width_px_ = 0;
  int height_px_ = 0;
  int across_ = 0;
  int down_ = 0;
};

}  // namespace intercusp::stencil
