// The impact map of a collider as a picture: when and how fast the first droplet came to each place.
#pragma once

#include <cstddef>

#include "io/picture/picture.h"
#include "io/results/spray/words.h"

namespace intercusp {

//! The shaded collider twice, painted with the time in ms and the speed in mm/s of the first hit in each pixel of its impact
//! map, seen from the nozzle; below, where droplets ended on the side turned away, the same from the far side.
//! \pre droplets hit the solid
[[nodiscard]] Picture impact_picture(const SprayReport& report, std::size_t solid);

}  // namespace intercusp
