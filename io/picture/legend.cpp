#include "io/picture/legend.h"

#include <algorithm>
#include <cmath>

#include "io/picture/text.h"
#include "io/wording/definitions.h"

namespace intercusp {

void draw_colour_bar(Picture& picture, int x, int y, int width, int height,
                     const std::function<Rgb(double)>& colour_at, const std::vector<Tick>& ticks) {
  for (int row = 0; row < height; ++row) {
    fill_box(picture, x, y + row, width, 1, colour_at(1 - (row + 0.5) / height));
  }
  frame_box(picture, x, y, width, height, pale_ink);
  constexpr int size_px = 17;
  std::vector<int> taken;
  const auto place = [&](const Tick& tick) {
    const int row = y + static_cast<int>(std::lround((1 - tick.share) * (height - 1)));
    if (std::any_of(taken.begin(), taken.end(), [&](int other) { return std::abs(other - row) < size_px; }))
      return;
    taken.push_back(row);
    fill_box(picture, x + width, row, 7, tick.strong ? 2 : 1, ink);
    draw_text(picture, x + width + 12, row - size_px / 2, tick.text,
              {.size_px = size_px, .bold = tick.strong});
  };
  for (const bool strong : {true, false}) {
    for (const Tick& tick : ticks) {
      if (tick.strong == strong) place(tick);
    }
  }
}

int draw_swatch(Picture& picture, int x, int y, int width_px, Rgb colour, const std::string& text) {
  constexpr int side = 20, line_px = 22;
  const TextStyle style{.size_px = 17};
  fill_box(picture, x, y, side, side, colour);
  frame_box(picture, x, y, side, side, pale_ink);
  int top = y;
  for (const std::string& line : wrapped(text, width_px - side - 10, style)) {
    draw_text(picture, x + side + 10, top, line, style);
    top += line_px;
  }
  return std::max(side, top - y) + 8;
}

void draw_scale_bar(Picture& picture, int x, int bottom, double pixels_per_mm, int picture_width_px) {
  const double longest_mm = picture_width_px / 4.0 / pixels_per_mm;
  const double decade = std::pow(10.0, std::floor(std::log10(longest_mm)));
  const double length_mm = longest_mm >= 5 * decade   ? 5 * decade
                           : longest_mm >= 2 * decade ? 2 * decade
                                                      : decade;
  const int length_px = static_cast<int>(std::lround(length_mm * pixels_per_mm));
  fill_box(picture, x, bottom - 6, length_px, 3, ink);
  fill_box(picture, x, bottom - 10, 2, 10, ink);
  fill_box(picture, x + length_px - 2, bottom - 10, 2, 10, ink);
  draw_text(picture, x + length_px + 10, bottom - 14, shortest(length_mm) + " mm", {.size_px = 18});
}

PatientSides patient_sides(const Eigen::Isometry3d& view_from_case,
                           const std::optional<AnatomicalAxes>& axes) {
  PatientSides sides;
  if (!axes) return sides;
  constexpr double within = 0.70711;  // cosine of 45°
  const auto name = [&](const Eigen::Vector3d& towards, const char* forwards, const char* backwards,
                        std::string& far_edge, std::string& near_edge, int axis) {
    const double along = (view_from_case.linear() * towards)[axis];
    if (along > within) far_edge = forwards, near_edge = backwards;
    if (along < -within) far_edge = backwards, near_edge = forwards;
  };
  name(axes->left, "L", "R", sides.right, sides.left, 0);
  name(axes->left, "L", "R", sides.bottom, sides.top, 1);
  name(axes->anterior, "anterior", "posterior", sides.right, sides.left, 0);
  name(axes->anterior, "anterior", "posterior", sides.bottom, sides.top, 1);
  return sides;
}

void draw_sides(Picture& picture, int x, int y, int width, int height, const PatientSides& sides) {
  const auto draw = [&](const std::string& text, int at_x, int middle_y) {
    const bool letter = text.size() == 1;
    const TextStyle style{.size_px = letter ? 36 : 18,
                          .bold = letter,
                          .colour = letter ? ink : pale_ink,
                          .align = Align::centre};
    if (!text.empty()) draw_text(picture, at_x, middle_y - style.size_px / 2, text, style);
  };
  draw(sides.left, x - sides_px / 2, y + height / 2);
  draw(sides.right, x + width + sides_px / 2, y + height / 2);
  draw(sides.top, x + width / 2, y - ends_px / 2);
  draw(sides.bottom, x + width / 2, y + height + ends_px / 2);
}

}  // namespace intercusp
