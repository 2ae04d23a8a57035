// The parts of a printed page, the sheets of paper that they fill from top to bottom, and a PDF made from
// these sheets.
//
// Parts are blocks of text, charts and pictures. Each has a height, and the page decides where it is drawn.
// Lengths are in points, 1/72 inch. y points down.
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
  //! Pieces that replace the block, one below the other, if no page is high enough for it. Empty if the block
  //! cannot be split.
  std::vector<Block> pieces = {};
};

enum class Side { left, middle, right };

struct Type {
  double size = 9;
  bool bold = false;
  Rgb colour = ink;
  Side side = Side::left;
};

//! Text in lines of at most the given width, broken between words and, if a word is longer, within it.
//! Invalid UTF-8 and control characters are replaced.
[[nodiscard]] Block text_block(const std::string& text, const Type& type, double width);
//! Width of the longest line if no line is broken.
[[nodiscard]] double width_of(const std::string& text, const Type& type);

[[nodiscard]] Block space(double height);
//! Blocks, one below the other.
[[nodiscard]] Block stack(std::vector<Block> blocks);
//! A block of a row, and the x at which it starts.
struct Cell {
  double x = 0;
  Block block;
};
[[nodiscard]] Block beside(std::vector<Cell> columns);
//! A block on a coloured ground, with a bar at its left edge.
//! \param block 24 narrower than `width`
[[nodiscard]] Block boxed(Block block, double width, Rgb ground, Rgb edge);

//! \throw std::runtime_error if the bytes are not a PNG
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
  //! Starts a sheet, unless the current one has this much room or is empty.
  void keep(double height);
  //! Puts the block on this sheet if it has room, else on the next one. Puts it in pieces if no sheet is high
  //! enough.
  void put(const Block& block);
  //! Leaves a gap, except at the head of a sheet.
  void skip(double height);

 private:
  double width_, height_, y_ = 0;
  std::vector<Sheet> sheets_ = {{}};
};

struct Foot {
  std::string text;         //!< shown on every sheet, before the page number
  std::string title, date;  //!< of the file; the date is YYYY-MM-DD, or empty
};

//! Height of the foot of each sheet, at most three lines of text.
[[nodiscard]] double height_of(const Foot& foot, const Paper& paper);

//! Equal sheets give equal bytes.
//! \throw std::runtime_error if cairo fails
[[nodiscard]] std::string pdf_bytes(const std::vector<Sheet>& sheets, const Paper& paper, const Foot& foot);

//! The first page of a report, with the words and figures of the HTML page. The arches get the height that
//! the rest leaves.
//! \param made the report's files, which include the pictures
void put_first_page(Pile& pile, const FirstPage& page, const std::string& title,
                    const std::vector<OutputFile>& made);

}  // namespace intercusp::pdf
