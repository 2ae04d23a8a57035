#include "io/picture/canvas.h"

#include <algorithm>
#include <cmath>

namespace intercusp {

void Canvas::view(const Area& area) {
  fill({area.left, area.top, area.right, area.top + 1}, inks.view);
  fill({area.left, area.bottom - 1, area.right, area.bottom}, inks.view);
  fill({area.left, area.top + 1, area.left + 1, area.bottom - 1}, inks.view);
  fill({area.right - 1, area.top + 1, area.right, area.bottom - 1}, inks.view);
}

Area Canvas::area_of(double x, double y, std::string_view text, const Letters& letters, Align align) const {
  const double width = text_width(text, letters);
  const double left = align == Align::left ? x : align == Align::centre ? x - width / 2 : x - width;
  return {left, y, left + width, y + letters.size_px};
}

Area Canvas::write(double x, double y, std::string_view text, const Letters& letters, Align align) {
  const Area area = area_of(x, y, text, letters, align);
  if (inks.halo.opacity > 0) {
    const double rim =
        std::max(1.0, std::floor(letters.size_px / 10));  // if thinner than a stroke, there is no gap between
    const Letters halo{letters.size_px, inks.halo, letters.bold};
    for (const double aside : {-rim, 0.0, rim}) {
      for (const double down : {-rim, 0.0, rim}) draw_text(area.left + aside, area.top + down, text, halo);
    }
  }
  draw_text(area.left, area.top, text, letters);
  take(area);
  labels_.push_back({std::string(text), area});
  return area;
}

bool Canvas::write_if_free(double x, double y, std::string_view text, const Letters& letters, Align align) {
  const Area area = area_of(x, y, text, letters, align);
  if (!is_free({area.left - 2, area.top, area.right + 2, area.bottom})) return false;
  write(x, y, text, letters, align);
  return true;
}

bool Canvas::is_free(const Area& area) const {
  const bool inside = area.left >= bounds.left && area.top >= bounds.top && area.right <= bounds.right &&
                      area.bottom <= bounds.bottom;
  return inside &&
         std::none_of(taken_.begin(), taken_.end(), [&](const Area& other) { return area.meets(other); });
}

std::vector<std::string> Canvas::lines(std::string_view text, double width_px, const Letters& letters) const {
  // Measures words one by one, and the space between letters. Complete lines would fill the cache of the
  // pixel canvas with text that is never drawn.
  // canvas with text that is never drawn.
  const double space_px = text_width("n n", letters) - text_width("nn", letters);
  std::vector<std::string> lines;
  double used_px = 0;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    const double word_px = text_width(word, letters) + 2;
    if (lines.empty() || used_px + space_px + word_px > width_px) {
      lines.emplace_back(word);
      used_px = word_px;
    } else {
      lines.back().append(" ").append(word);
      used_px += space_px + word_px;
    }
  }
  return lines;
}

std::string fitting(const Canvas& canvas, const std::string& text, double width_px, const Letters& letters) {
  if (canvas.text_width(text, letters) <= width_px) return text;
  const auto cut_to = [&](std::size_t length) {
    while (length > 0 && (text[length] & 0xC0) == 0x80) --length;  // the middle of a UTF-8 character
    return text.substr(0, length) + "…";
  };
  // Bisection, because measuring takes time proportional to the text.
  std::size_t fits = 0, too_long = text.size();
  while (too_long - fits > 1) {
    const std::size_t middle = (fits + too_long) / 2;
    (canvas.text_width(cut_to(middle), letters) <= width_px ? fits : too_long) = middle;
  }
  return cut_to(fits);
}

}  // namespace intercusp
