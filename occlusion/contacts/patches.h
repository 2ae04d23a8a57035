// Connected components of a picture.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace intercusp {

//! One label per pixel, row by row: 0 where the mask is 0, else the number, from 1 without gaps, of the
//! pixel's component; pixels that touch at a side or a corner are connected. Components are numbered by their
//! first pixel. \pre mask.size() == width · height.
[[nodiscard]] std::vector<int> label_components(std::span<const std::uint8_t> mask, int width, int height);

}  // namespace intercusp
