#include "io/picture/legend.h"

#include <algorithm>
#include <cmath>

#include "io/language/language.h"
#include "io/wording/definitions.h"

namespace intercusp {

double round_number_from(double least) {
  const double decade = std::pow(10.0, std::floor(std::log10(least)));
  constexpr double rounding = 1e-9;  // so that 0.05 stays 0.05
  for (const double step : {1.0, 2.0, 5.0}) {
    if (step * decade >= least * (1 - rounding)) return step * decade;
  }
  return 10 * decade;
}

Rgb colour_along(std::span<const Rgb> ramp, double share) {
  const double place = std::clamp(share, 0.0, 1.0) * static_cast<double>(ramp.size() - 1);
  const std::size_t first = std::min(static_cast<std::size_t>(place), ramp.size() - 2);
  return blend(ramp[first], ramp[first + 1], place - static_cast<double>(first));
}

void draw_colour_bar(Canvas& canvas, const Area& bar, const std::function<Rgb(double)>& colour_at,
                     const std::vector<Tick>& ticks) {
  const double height = bar.bottom - bar.top;
  for (double row = 0; row < height; ++row) {
    canvas.fill({bar.left, bar.top + row, bar.right, std::min(bar.top + row + 1, bar.bottom)},
                {colour_at(1 - std::min(row + 0.5, height) / height)});
  }
  canvas.view(bar);
  canvas.take(bar);
  for (const bool strong : {true, false}) {
    const Letters letters{canvas.small(), strong ? canvas.inks.strong : canvas.inks.minor, strong};
    for (const Tick& tick : ticks) {
      if (tick.strong != strong) continue;
      const double row = bar.top + std::round((1 - tick.share) * (height - 1));
      if (canvas.write_if_free(bar.right + 0.6 * canvas.em, row - canvas.small() / 2, tick.text, letters))
        canvas.fill({bar.right, row, bar.right + 0.35 * canvas.em, row + (strong ? 2 : 1)},
                    canvas.inks.strong);
    }
  }
}

double BarScale::position_at(double share) const {
  return share < contact_share ? share / contact_share - 1 : (share - contact_share) / (1 - contact_share);
}

double BarScale::share_of(double clearance_mm) const {
  const double position = colours.position(clearance_mm);
  return position < 0 ? contact_share * (1 + position) : contact_share + (1 - contact_share) * position;
}

double draw_swatch(Canvas& canvas, double x, double y, double width_px, Rgb colour, const std::string& text) {
  const double side = canvas.em, line_px = 1.1 * canvas.em;
  const Letters letters{canvas.small(), canvas.inks.strong};
  canvas.fill({x, y, x + side, y + side}, {colour});
  canvas.view({x, y, x + side, y + side});
  double top = y;
  for (const std::string& line : canvas.lines(text, width_px - 1.5 * side, letters)) {
    canvas.write(x + 1.5 * side, top, line, letters);
    top += line_px;
  }
  return std::max(side, top - y) + 0.35 * canvas.em;
}

void draw_scale_bar(Canvas& canvas, double x, double bottom, double pixels_per_mm, double picture_width_px) {
  const double longest_mm = picture_width_px / 4.0 / pixels_per_mm;
  const double decade = std::pow(10.0, std::floor(std::log10(longest_mm)));
  const double length_mm = longest_mm >= 5 * decade   ? 5 * decade
                           : longest_mm >= 2 * decade ? 2 * decade
                                                      : decade;
  const double right = x + std::round(length_mm * pixels_per_mm), tick = 0.5 * canvas.em;
  const std::vector<Area> strokes = {{x, bottom - 6, right, bottom - 3},
                                     {x, bottom - tick, x + 2, bottom},
                                     {right - 2, bottom - tick, right, bottom}};
  for (const Area& stroke : strokes)
    canvas.fill({stroke.left - 1, stroke.top - 1, stroke.right + 1, stroke.bottom + 1}, canvas.inks.halo);
  for (const Area& stroke : strokes) canvas.fill(stroke, canvas.inks.strong);
  canvas.take({x, bottom - tick, right, bottom});
  canvas.write(right + 0.5 * canvas.em, bottom - 0.7 * canvas.em, shortest(length_mm) + " mm",
               {0.9 * canvas.em, canvas.inks.strong});
}

PatientSides patient_sides(const Eigen::Isometry3d& view_from_case,
                           const std::optional<AnatomicalAxes>& axes) {
  PatientSides sides;
  if (!axes) return sides;
  constexpr double within = 0.70711;  // cosine of 45°
  const auto name = [&](const Eigen::Vector3d& towards, const std::string& forwards,
                        const std::string& backwards, std::string& far_edge, std::string& near_edge,
                        int axis) {
    const double along = (view_from_case.linear() * towards)[axis];
    if (along > within) far_edge = forwards, near_edge = backwards;
    if (along < -within) far_edge = backwards, near_edge = forwards;
  };
  name(axes->left, phrase("L"), phrase("R"), sides.right, sides.left, 0);
  name(axes->left, phrase("L"), phrase("R"), sides.bottom, sides.top, 1);
  name(axes->anterior, phrase("anterior"), phrase("posterior"), sides.right, sides.left, 0);
  name(axes->anterior, phrase("anterior"), phrase("posterior"), sides.bottom, sides.top, 1);
  return sides;
}

void draw_sides(Canvas& canvas, const Area& area, const PatientSides& sides, double beside_px) {
  const double middle_x = (area.left + area.right) / 2, middle_y = (area.top + area.bottom) / 2;
  const auto letters_of = [&](const std::string& side) {
    return side.size() == 1 ? Letters{1.8 * canvas.em, canvas.inks.strong, true}
                            : Letters{0.9 * canvas.em, canvas.inks.pale};
  };
  const auto half = [&](const std::string& side) { return letters_of(side).size_px / 2; };
  const auto write = [&](double x, double y, const std::string& side, Align align) {
    return side.empty() || canvas.write_if_free(x, y, side, letters_of(side), align);
  };
  write(area.left, middle_y - half(sides.left), sides.left, Align::left);
  if (!write(area.right, middle_y - half(sides.right), sides.right, Align::right))
    write(area.right - beside_px, middle_y - half(sides.right), sides.right, Align::right);
  write(middle_x, area.top, sides.top, Align::centre);
  write(middle_x, area.bottom - 2 * half(sides.bottom), sides.bottom, Align::centre);
}

}  // namespace intercusp
