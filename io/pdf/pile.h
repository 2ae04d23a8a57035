// The parts of a printed page, the sheets of paper that they fill from top to bottom, and a PDF made of these.
//
// Parts are blocks of text, charts and pictures. Each has a height, and the page decides where it is drawn. Lengths are in
// points, 1/72 inch; y points down.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "io/files/write_atomically.h"
#include "io/picture/picture.h"
#include "io/report/first_page.h"

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

struct Paper {
  double width = 0, height = 0;
};
constexpr Paper a4{595.276, 841.89}, letter{612, 792};
constexpr double margin = 36;

struct Placed {
  double y = 0;
  Block block;
};
using Sheet = std::vector<Placed>;

class Pile {
 public:
  //! \param foot height that each sheet keeps for its last lines
  Pile(const Paper& paper, double foot)
      : width_(paper.width - 2 * margin), height_(paper.height - 2 * margin - foot) {}

  [[nodiscard]] double width() const { return width_; }
  [[nodiscard]] double room() const { return height_ - y_; }
  [[nodiscard]] const std::vector<Sheet>& sheets() const { return sheets_; }

  void start_sheet();
  //! Starts a sheet unless this one has that much room or nothing is on it.
  void keep(double height);
  //! Puts the block on this sheet if it has room, else on the next; in pieces if no sheet is high enough.
  void put(const Block& block);
  //! Leaves a gap, except at the head of a sheet.
  void skip(double height);

 private:
  double width_, height_, y_ = 0;
  std::vector<Sheet> sheets_ = {{}};
};

struct Foot {
  std::string text;         //!< on every sheet, before the number of the page
  std::string title, date;  //!< of the file; YYYY-MM-DD, empty: none
};

//! Height of the foot of each sheet, at most three lines of text.
[[nodiscard]] double height_of(const Foot& foot, const Paper& paper);

//! Gives the same bytes for the same sheets. \throw std::runtime_error where cairo fails
[[nodiscard]] std::string pdf_bytes(const std::vector<Sheet>& sheets, const Paper& paper, const Foot& foot);

//! The first page of a report, with the words and figures of the page of HTML. The arches take the height that the rest
//! leaves. \param made the report's files, from which the pictures are taken
void put_first_page(Pile& pile, const FirstPage& page, const std::string& title,
                    const std::vector<OutputFile>& made);

}  // namespace intercusp::pdf
