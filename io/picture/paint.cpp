#include "io/picture/paint.h"

#include <algorithm>
#include <array>
#include <utility>

#include "io/language/language.h"
#include "io/picture/legend.h"
#include "io/wording/definitions.h"
#include "occlusion/case/fdi.h"

namespace intercusp {
namespace {

constexpr Rgb bare_tooth{236, 229, 214};  // the ground below a translucent coat in legends

//! 1 at contact, 0 at the end of the scale.
double opacity_of_gap(double share) {
  constexpr double fades_from = 0.45;
  const double t = std::clamp((share - fades_from) / (1 - fades_from), 0.0, 1.0);
  return 1 - t * t * (3 - 2 * t);
}

Area bar_in(const Canvas& canvas, const Area& bounds) {
  return {bounds.left, bounds.top + 2.1 * canvas.em, bounds.left + 1.6 * canvas.em,
          bounds.bottom - 0.5 * canvas.em};
}

std::string minus(double value) { return "–" + shortest(value); }

constexpr Rgb gum{228, 206, 200};

//! Neighbours differ strongly in hue and, for colour-blind readers, in lightness.
constexpr std::array<Rgb, 7> colours = {{{84, 136, 224},
                                         {246, 222, 92},
                                         {222, 92, 84},
                                         {96, 200, 206},
                                         {164, 100, 190},
                                         {104, 180, 84},
                                         {236, 140, 44}}};

}  // namespace

Rgb foil_colour(double threshold_mm) {
  constexpr std::array<std::pair<double, Rgb>, 5> foils = {{{0.008, {44, 42, 52}},
                                                            {0.012, {124, 54, 168}},
                                                            {0.04, {18, 136, 78}},
                                                            {0.1, {206, 30, 46}},
                                                            {0.2, {30, 82, 204}}}};
  for (const auto& [thickness_mm, colour] : foils)
    if (threshold_mm <= thickness_mm) return colour;
  return foils.back().second;
}

bool wants_dark_letters(Rgb ground) {
  return 0.299 * ground.red + 0.587 * ground.green + 0.114 * ground.blue > 140;
}

Rgb colour_in_legend(const PaintScale& scale, double value_mm) {
  const Coat coat = scale.at(value_mm);
  return blend(bare_tooth, coat.colour, coat.opacity);
}

Coat PaintScale::at(double value_mm) const {
  if (!(value_mm <= end_mm())) return {};  // also for NaN
  switch (paint) {
    case Paint::foil:
      return {foil_colour(threshold_mm), 1};
    case Paint::depth:
      return value_mm < 0 ? Coat{colours.colour(value_mm), 1} : Coat{};
    case Paint::distance:
      break;
  }
  return {colours.colour(value_mm), opacity_of_gap(value_mm / colours.farthest_mm)};
}

double PaintScale::end_mm() const {
  return paint == Paint::foil ? threshold_mm : paint == Paint::depth ? 0 : colours.farthest_mm;
}

void draw_paint_legend(Canvas& canvas, const PaintScale& scale, const std::string& measure,
                       const std::vector<double>& thresholds_mm, const Area& bounds) {
  canvas.write(bounds.left, bounds.top, measure, {canvas.em, canvas.inks.strong, true});
  const BarScale bar_scale{scale.colours};
  const double deepest = scale.colours.deepest_mm, farthest = scale.colours.farthest_mm;
  std::vector<Tick> ticks = {{bar_scale.contact_share, phrase("{}  Contact", "0"), true},
                             {1, phrase("{}  Gap", shortest(farthest)), true},
                             {0, phrase("{}  Overlap", minus(deepest)), true}};
  const bool one = thresholds_mm.size() == 1;
  for (const double threshold : thresholds_mm) {
    const std::string number = shortest(threshold);
    ticks.push_back({bar_scale.share_of(threshold), one ? phrase("{}  threshold", number) : number, one});
  }
  for (const double part : {0.1, 0.25, 0.5, 0.75})
    ticks.push_back({bar_scale.share_of(part * farthest), shortest(as_decimal(part * farthest)), false});
  for (const double part : {0.4, 0.8, 0.2, 0.6})
    ticks.push_back({bar_scale.contact_share * (1 - part), minus(as_decimal(part * deepest)), false});
  const Area bar = bar_in(canvas, bounds);
  const auto colour_at = [&](double share) {
    return colour_in_legend(scale, scale.colours.clearance_at(bar_scale.position_at(share)));
  };
  draw_colour_bar(canvas, bar, colour_at, ticks);
  if (!one) return;
  const double row = bar.bottom - bar_scale.share_of(thresholds_mm[0]) * (bar.bottom - bar.top);
  canvas.fill({bar.left, row - 1, bar.right, row + 1}, {{20, 20, 24}});
}

Rgb tooth_colour(int fdi) {
  if (!is_tooth(fdi)) return gum;
  return colours[static_cast<std::size_t>(place_along_arch(fdi)) % colours.size()];
}

}  // namespace intercusp
