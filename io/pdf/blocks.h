// The parts of a printed page: blocks of text, charts and pictures. Each has a height, and the page decides where it is
// drawn. Lengths are in points, 1/72 inch; y points down.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "io/picture/picture.h"

using cairo_t = struct _cairo;

namespace intercusp::pdf {

constexpr Rgb pale{102, 102, 102}, line_colour{221, 221, 221}, soft{243, 246, 249}, accent{45, 109, 163},
    second{224, 164, 88}, warning{255, 246, 224}, warning_edge{208, 138, 0};

struct Block {
  double height = 0;
  std::function<void(cairo_t*, double x, double y)> draw;
  //! The pieces to put below each other if no page is high enough for the whole; empty if the block cannot be split.
  std::vector<Block> pieces = {};
};

enum class Side { left, middle, right };

struct Type {
  double size = 9;
  bool bold = false;
  Rgb colour = ink;
  Side side = Side::left;
};

//! Lines as wide as given, broken between words and, where a word is longer, within it. Invalid UTF-8 and control
//! characters are replaced.
[[nodiscard]] Block text_block(const std::string& text, const Type& type, double width);
//! Width of the longest line if no line is broken.
[[nodiscard]] double width_of(const std::string& text, const Type& type);

[[nodiscard]] Block space(double height);
//! Blocks below each other.
[[nodiscard]] Block stack(std::vector<Block> blocks);
//! Blocks side by side, each starting at its own x.
struct Cell {
  double x = 0;
  Block block;
};
[[nodiscard]] Block beside(std::vector<Cell> columns);
//! On a coloured ground with a bar at its left edge. \param block 24 narrower than `width`
[[nodiscard]] Block boxed(Block block, double width, Rgb ground, Rgb edge);

//! \throw std::runtime_error for anything but a PNG
[[nodiscard]] Block picture_block(std::string_view png, double width, double greatest_height);

void fill_box(cairo_t* page, double x, double y, double width, double height, Rgb colour);

}  // namespace intercusp::pdf
