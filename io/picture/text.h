// Text in pictures, in a typeface that VTK carries in itself: the same everywhere, without any font
// installed. It has Latin letters, ≤ ± × ² µ and dashes, but no Greek besides µ.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "io/picture/picture.h"

namespace intercusp {

enum class Align { left, centre, right };

struct TextStyle {
  int size_px = 20;  //!< from the top of the tallest letter to the bottom of the lowest, about
  bool bold = false;
  Rgb colour = ink;
  Align align = Align::left;  //!< the x given is the left end, the middle or the right end
};

//! \param top of the line of text.  \return the width drawn, px.  \throw std::runtime_error if VTK cannot
//! draw text.
int draw_text(Picture& picture, int x, int top, std::string_view text, const TextStyle& style = {});

[[nodiscard]] int text_width_px(std::string_view text, const TextStyle& style = {});

//! The text in lines of at most `width_px`, broken at spaces.
[[nodiscard]] std::vector<std::string> wrapped(std::string_view text, int width_px,
                                               const TextStyle& style = {});

//! One below the other, from tops of letters to tops of letters `line_px`.
void draw_lines(Picture& picture, int x, int top, const std::vector<std::string>& lines, int line_px,
                const TextStyle& style = {});

}  // namespace intercusp
