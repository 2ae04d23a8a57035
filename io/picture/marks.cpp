#include "io/picture/marks.h"

#include <algorithm>
#include <cmath>

#include "io/picture/pixel_canvas.h"

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

void draw_number(Picture& picture, double x, double top, const std::string& text) {
  PixelCanvas canvas(picture);
  const Letters letters{17, {ink}, true};
  canvas.fill({x - 2, top - 1, x + canvas.text_width(text, letters) + 2, top + 19}, {white});
  canvas.write(x, top, text, letters);
}

}  // namespace intercusp
