// Sheets of paper that are filled with blocks from top to bottom, and a PDF made of them.
#pragma once

#include <string>
#include <vector>

#include "io/files/write_atomically.h"
#include "io/pdf/blocks.h"
#include "io/report/first_page.h"

namespace intercusp::pdf {

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
