// Shaded solids painted with the droplets per mm² that a nozzle brings to each place.
#pragma once

#include <vector>

#include "io/picture/jaw_picture.h"
#include "io/wording/spray_words.h"

namespace intercusp {

//! From the nozzle, which sees all that straight droplets reach; from beside it; and from the other side.
[[nodiscard]] std::vector<JawView> spray_views(const SprayReport& report);

//! Colours are those to be expected of the nozzle, from the ways back to it at every pixel, not the random droplets counted.
[[nodiscard]] Picture spray_picture(const SprayReport& report, const JawView& view);

}  // namespace intercusp
