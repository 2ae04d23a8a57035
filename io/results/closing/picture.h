// Picture of a closing or slide: the remaining travel of every place as colour, the first contact and the next ones marked
// in their order.
#pragma once

#include "io/picture/picture.h"
#include "io/wording/provenance.h"
#include "occlusion/motion/closing/closing.h"

namespace intercusp {

//! Where travel is counted from. Counted from the first contact, the picture shows which contacts come next.
enum class TravelFrom { start, first_contact };

//! Seen along the motion, anterior on top if known. For a rotation the axis runs across and the radius up or down. Large
//! maps are reduced as in layout_of (map_picture.h), to the smallest travel of each block.
//! \pre there is a map, and a first contact to count from
[[nodiscard]] Picture closing_picture(const Closing& closing, TravelFrom from, const Provenance& provenance);

}  // namespace intercusp
