#include "io/picture/tooth_colours.h"

#include <array>

namespace intercusp {
namespace {

constexpr Rgb gum{228, 206, 200};

//! Neighbours are far apart in hue, and for colour-blind readers in lightness.
constexpr std::array<Rgb, 7> colours = {{{84, 136, 224},
                                         {246, 222, 92},
                                         {222, 92, 84},
                                         {96, 200, 206},
                                         {164, 100, 190},
                                         {104, 180, 84},
                                         {236, 140, 44}}};

}  // namespace

Rgb tooth_colour(int fdi) {
  if (fdi <= 0) return gum;
  const int quadrant = (fdi / 10 - 1) % 4 + 1;  // deciduous teeth as their successors
  const int from_midline = fdi % 10;
  const bool right = quadrant == 1 || quadrant == 4;
  const int place = right ? 8 - from_midline : 7 + from_midline;  // along the arch, from 0
  return colours[static_cast<std::size_t>(place + 7) % colours.size()];
}

}  // namespace intercusp
