#include "occlusion/maps/colour_scale.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

namespace intercusp {
namespace {

// Stops at equal distances, from the first position of a ramp to its last.
constexpr std::array<Rgb, 4> classic_overlap = {
    Rgb{150, 0, 24}, {214, 24, 24}, {245, 128, 20}, {255, 230, 40}};
constexpr std::array<Rgb, 4> classic_gap = {Rgb{46, 168, 58}, {28, 170, 140}, {44, 128, 200}, {38, 60, 158}};
// Lightness L* rises evenly: 20 to 62 for overlaps, 66 to 94 for gaps.
constexpr std::array<Rgb, 4> safe_overlap = {Rgb{94, 22, 8}, {147, 48, 10}, {198, 78, 14}, {241, 113, 26}};
constexpr std::array<Rgb, 4> safe_gap = {
    Rgb{104, 168, 216}, {146, 194, 228}, {190, 218, 240}, {230, 240, 250}};

Rgb along(std::span<const Rgb> stops, double share) {
  const double place = std::clamp(share, 0.0, 1.0) * static_cast<double>(stops.size() - 1);
  const auto first = std::min(static_cast<std::size_t>(place), stops.size() - 2);
  return blend(stops[first], stops[first + 1], place - static_cast<double>(first));
}

}  // namespace

Rgb blend(Rgb from, Rgb to, double share) {
  const auto mix = [share](std::uint8_t a, std::uint8_t b) {
    return static_cast<std::uint8_t>(a + (b - a) * share +
                                     0.5);  // lround would be a call; the value is never below 0
  };
  return {mix(from.red, to.red), mix(from.green, to.green), mix(from.blue, to.blue)};
}

double ColourScale::position(double clearance_mm) const {
  if (clearance_mm < 0) return std::max(-1.0, clearance_mm / deepest_mm);
  return std::min(1.0, std::sqrt(clearance_mm / farthest_mm));
}

double ColourScale::clearance_at(double position) const {
  return position < 0 ? position * deepest_mm : position * position * farthest_mm;
}

Rgb ColourScale::colour_at(double position) const {
  const bool classic = palette == Palette::classic;
  if (position < 0) return along(classic ? classic_overlap : safe_overlap, 1 + position);
  return along(classic ? classic_gap : safe_gap, position);
}

Rgb ColourScale::upper_only() const {
  return palette == Palette::classic ? Rgb{205, 205, 205} : Rgb{176, 176, 176};
}

Rgb ColourScale::lower_only() const {
  return palette == Palette::classic ? Rgb{202, 200, 228} : Rgb{218, 218, 218};
}

Rgb ColourScale::not_anatomy() const {
  return palette == Palette::classic ? Rgb{238, 230, 214} : Rgb{244, 244, 238};
}

ColourScale scale_for(Palette palette, double max_penetration_mm) {
  ColourScale scale{.palette = palette};
  for (double decade = 1; scale.deepest_mm < max_penetration_mm && decade < 1e6; decade *= 10) {
    for (const double step : {1.0, 2.0, 5.0}) {
      if (scale.deepest_mm < max_penetration_mm) scale.deepest_mm = step * decade;
    }
  }
  return scale;
}

Rgb pixel_colour(const ColourScale& scale, const ClearanceMap& map, std::size_t pixel) {
  switch (map.state[pixel]) {
    case PixelState::not_anatomy:
      return scale.not_anatomy();
    case PixelState::free:
    case PixelState::interfering:
      return scale.colour(map.clearance_mm[pixel]);
    case PixelState::outside:
      break;
  }
  if (map.coverage[pixel] == Coverage::upper_only) return scale.upper_only();
  if (map.coverage[pixel] == Coverage::lower_only) return scale.lower_only();
  return {255, 255, 255};
}

}  // namespace intercusp
