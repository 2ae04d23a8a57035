// The positions of the condyles in the movements of an articulator. Pure geometry in the case frame, in mm
// and radians.
//
// The guides are fixed to the upper jaw (case frame). The condyles belong to the lower jaw. The travel of the
// guiding condyle determines a movement. The distance between the condyles is preserved up to rounding.
#pragma once

#include <Eigen/Geometry>

#include "occlusion/motion/articulator/articulator_settings.h"
#include "occlusion/motion/excursion.h"

namespace intercusp {

//! The positions of the condyles after `travel_mm` of the guiding condyle.
//! - Protrusion: each condyle moves by the travel, forward and down along its inclination. If the
//!   inclinations differ, the condyles would separate by some hundredths of a mm. Each condyle therefore
//!   moves inward by half of that.
//! - Laterotrusion: the balancing condyle guides. First both condyles move sideways by the immediate side
//!   shift, which counts as travel. Then the balancing condyle moves forward, down and inward along a
//!   straight line, with the Bennett angle seen from above and the inclination seen from the side. The
//!   working condyle stays on its transverse line.
//! \pre 0 ≤ travel_mm, less than half the condyles' distance
[[nodiscard]] Condyles moved_condyles(const Condyles& condyles, const AnatomicalAxes& axes,
                                      const CondylarGuidance& guidance, Excursion excursion,
                                      double travel_mm);

//! The rotation of least angle that takes one axis to the other, condyle to condyle. The turn about the axis
//! remains free.
//! \pre both axes have the same distance between condyles
[[nodiscard]] Eigen::Isometry3d least_turn(const Condyles& from, const Condyles& to);

}  // namespace intercusp
