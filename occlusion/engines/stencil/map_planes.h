// The map while it lives on the GPU.
//
// Formats: a pixel RGBA32UI: the bits of the clearance (mm), the upper's face, the lower's, and flags: coverage in bits
// 0-1, state 2-3, resolved_by 4-6, valued_by 7-9, intervals of the upper 10-17 and of the lower 18-25, with the values
// of clearance_map.h. The overlap R32F (mm), valid where the state is interfering. `waits` (R8UI) says what a pixel
// still waits for (shaders/parameters.glsl).
#pragma once

#include "occlusion/engines/gl/objects.h"
#include "occlusion/maps/clearance_map.h"

namespace intercusp::stencil {

struct MapPlanes {
  MapPlanes(int width_px, int height_px);

  gl::Texture pixel, overlap, waits;
  gl::Framebuffer pixel_alone, pixel_and_overlap;
};

// A map that is too large for one window is computed in parts and put together.

//! The pixels [column, column + width) × [row, row + height) of a frame.
[[nodiscard]] View part_of(const View& view, int column, int row, int width, int height);

//! Writes a part, whose first pixel is at (column, row), into the whole.
void paste_map(const ClearanceMap& part, int column, int row, ClearanceMap& whole);

}  // namespace intercusp::stencil
