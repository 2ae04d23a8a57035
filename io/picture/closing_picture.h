// What remains of a motion at every place, as a picture for people: travel in mm as colour, the first contact
// and the next ones marked in their order.
#pragma once

#include "io/picture/picture.h"
#include "io/wording/provenance.h"
#include "occlusion/motion/closing/closing.h"

namespace intercusp {

//! Where the travel of a picture is counted from. From the first contact on it shows what is still apart
//! there, and so which contacts come next.
enum class TravelFrom { start, first_contact };

//! Seen along the motion. Of a turn the axis runs across and the radius up or down; where the patient's
//! anterior is known it is on top. A map that is too large is reduced as layout_of (map_picture.h) says, to
//! the least travel of each block.  \pre there is a map, and the first contact that is counted from
[[nodiscard]] Picture closing_picture(const Closing& closing, TravelFrom from, const Provenance& provenance);

}  // namespace intercusp
