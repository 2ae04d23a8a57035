// The two condyles, the axis through them, and their positions in the movements of an articulator. Pure geometry, in
// the case frame, mm and radians.
//
// The guides are fixed to the upper (case frame), the condyles belong to the lower. The travel of the guiding
// condyle determines a movement. The distance of the condyles is preserved to the last bits.
#pragma once

#include <Eigen/Geometry>
#include <array>

#include "occlusion/case/anatomy.h"
#include "occlusion/motion/articulator/articulator_settings.h"

namespace intercusp {

struct Condyles {
  Eigen::Vector3d right, left;

  [[nodiscard]] Eigen::Vector3d middle() const { return 0.5 * (right + left); }
  //! Unit, from the right to the left: a right-handed turn about it opens.
  [[nodiscard]] Eigen::Vector3d axis() const { return (left - right).normalized(); }
  [[nodiscard]] double distance_mm() const { return (left - right).norm(); }
};

//! The mandible's excursions; working is the side it moves to.
enum class Excursion { protrusion, laterotrusion_right, laterotrusion_left };
constexpr std::array<Excursion, 3> all_excursions = {Excursion::protrusion, Excursion::laterotrusion_right,
                                                     Excursion::laterotrusion_left};
[[nodiscard]] const char* name_of(Excursion excursion);

//! From the Bonwill triangle (incisal point and condyles) and the Balkwill angle between it and the occlusal plane:
//! behind and above the incisal point, symmetric about it.
[[nodiscard]] Condyles bonwill_condyles(const Eigen::Vector3d& incisal_point, const AnatomicalAxes& axes,
                                        const ArticulatorSettings& settings);

//! The positions of the condyles after `travel_mm` of the guiding condyle.
//! - Protrusion: each moves that far forward and down its inclination. If the inclinations differ, the condyles would
//!   separate by some hundredths of a mm: each moves inward by half of that.
//! - Laterotrusion: the balancing condyle guides. First both move sideways by the immediate side shift, which counts as
//!   travel; then the balancing one moves forward, down and inward along a straight line, with the Bennett angle seen
//!   from above and the inclination seen from the side. The working condyle stays on
//!   its transverse line.
//! \pre 0 ≤ travel_mm, less than half the condyles' distance.
[[nodiscard]] Condyles moved_condyles(const Condyles& condyles, const AnatomicalAxes& axes,
                                      const ArticulatorSettings& settings, Excursion excursion,
                                      double travel_mm);

//! How far sideways an excursion moves before it moves forward, mm of travel.
[[nodiscard]] double side_shift_of(const ArticulatorSettings& settings, Excursion excursion);

//! The rotation of least angle that takes one axis to the other, condyle to condyle; a turn about the axis
//! remains.  \pre equal condylar distances
[[nodiscard]] Eigen::Isometry3d least_turn(const Condyles& from, const Condyles& to);

//! An opening about the axis through the condyles at their present place; negative closes.
[[nodiscard]] Eigen::Isometry3d opened_about(const Condyles& condyles, double opening_rad);

}  // namespace intercusp
