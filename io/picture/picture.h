// A picture in memory. (0, 0) is the top left pixel. Coordinates are pixels, and whole numbers are corners of
// pixels. Drawing is clipped to the picture.
#pragma once

#include <cstddef>
#include <vector>

#include "occlusion/maps/colour_scale.h"

namespace intercusp {

constexpr Rgb white{255, 255, 255};
constexpr Rgb ink{34, 34, 34};
constexpr Rgb pale_ink{110, 110, 110};

struct Picture {
  int width = 0;
  int height = 0;
  std::vector<Rgb> pixels;  //!< row by row from the top left

  Picture() = default;
  Picture(int width_px, int height_px, Rgb background = white)
      : width(width_px),
        height(height_px),
        pixels(static_cast<std::size_t>(width_px) * static_cast<std::size_t>(height_px), background) {}

  [[nodiscard]] bool has(int x, int y) const { return x >= 0 && y >= 0 && x < width && y < height; }
  [[nodiscard]] Rgb& at(int x, int y) { return pixels[static_cast<std::size_t>(y) * width + x]; }
  [[nodiscard]] const Rgb& at(int x, int y) const { return pixels[static_cast<std::size_t>(y) * width + x]; }
};

void fill_box(Picture& picture, int x, int y, int width, int height, Rgb colour);

//! The outline of a box, one pixel wide, just inside the box.
void frame_box(Picture& picture, int x, int y, int width, int height, Rgb colour);

//! Copies a picture, with its top left at (x, y).
void paste(Picture& picture, const Picture& part, int x, int y);

}  // namespace intercusp
