// Sheets as the bytes of a PDF.
#pragma once

#include <string>

#include "io/pdf/pile.h"

namespace intercusp::pdf {

struct Foot {
  std::string text;         //!< on every sheet, before the number of the page
  std::string title, date;  //!< of the file; YYYY-MM-DD, empty: none
};

//! Height of the foot of each sheet, at most three lines of text.
[[nodiscard]] double height_of(const Foot& foot, const Paper& paper);

//! The same sheets give the same bytes. \throw std::runtime_error where cairo fails
[[nodiscard]] std::string pdf_bytes(const std::vector<Sheet>& sheets, const Paper& paper, const Foot& foot);

}  // namespace intercusp::pdf
