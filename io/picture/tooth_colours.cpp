#include "io/picture/tooth_colours.h"

#include <array>

#include "occlusion/case/fdi.h"

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
  if (!is_tooth(fdi)) return gum;
  return colours[static_cast<std::size_t>(place_along_arch(fdi)) % colours.size()];
}

}  // namespace intercusp
