#include "io/picture/marks.h"

#include <algorithm>
#include <cmath>

#include "io/picture/text.h"

namespace intercusp {

void draw_ring(Picture& picture, const Eigen::Vector2d& at, double radius_px, double half_width_px) {
  const int reach = static_cast<int>(std::ceil(radius_px + half_width_px)) + 2;
  for (int row = static_cast<int>(at.y()) - reach; row <= static_cast<int>(at.y()) + reach; ++row) {
    for (int column = static_cast<int>(at.x()) - reach; column <= static_cast<int>(at.x()) + reach;
         ++column) {
      if (!picture.has(column, row)) continue;
      const double off = std::abs(std::hypot(column + 0.5 - at.x(), row + 0.5 - at.y()) - radius_px);
      Rgb& colour = picture.at(column, row);
      colour = blend(colour, white, std::clamp(half_width_px + 2.0 - off, 0.0, 1.0));  // a white edge
      colour = blend(colour, ink, std::clamp(half_width_px + 0.5 - off, 0.0, 1.0));
    }
  }
}

void draw_number(Picture& picture, int x, int top, const std::string& text) {
  const TextStyle style{.size_px = 17, .bold = true};
  fill_box(picture, x - 2, top - 1, text_width_px(text, style) + 4, 20, white);
  draw_text(picture, x, top, text, style);
}

}  // namespace intercusp
