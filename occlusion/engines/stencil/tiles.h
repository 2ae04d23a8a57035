// How a map is divided: into windows, each drawn at once, and these into tiles, in which pixels are counted and sent.
#pragma once

namespace intercusp::stencil {

constexpr int max_window_px = 4096;  //!< of either side

constexpr int tile_px = 16;
constexpr int tiles_over(int size_px) { return (size_px + tile_px - 1) / tile_px; }

}  // namespace intercusp::stencil
