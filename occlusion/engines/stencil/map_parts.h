// A map that is too large for one window is computed in parts and put together.
#pragma once

#include "occlusion/maps/clearance_map.h"

namespace intercusp::stencil {

//! The pixels [column, column + width) × [row, row + height) of a frame.
[[nodiscard]] View part_of(const View& view, int column, int row, int width, int height);

//! Writes a part, whose first pixel is at (column, row), into the whole.
void paste_map(const ClearanceMap& part, int column, int row, ClearanceMap& whole);

}  // namespace intercusp::stencil
