// Colours that tell the teeth of a jaw apart.
#pragma once

#include "occlusion/maps/colour_scale.h"

namespace intercusp {

//! The colour of a tooth by its place in the arch: of seven teeth in a row no two have the same. The colour of gum for 0.
[[nodiscard]] Rgb tooth_colour(int fdi);

}  // namespace intercusp
