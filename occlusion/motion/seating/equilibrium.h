// Where the lower comes to rest when it is pressed against the upper: the least energy of the elastic bed
// under a closing force, near a start (elastic_bed.h). Six degrees of freedom, no friction: the lower slides
// down slopes and turns until the pushes balance the force.
//
// Levenberg-Marquardt steps (Marquardt 1963) on beds that go from soft to hard. On a soft bed the whole bite
// takes part and the roughness of the surfaces does not, so many starts lead to one place; on a hard one only
// the points of rigid contact are left.
#pragma once

#include <Eigen/Geometry>

#include "occlusion/motion/seating/elastic_bed.h"

namespace intercusp {

//! How the lower is pressed.
struct ClosingForce {
  Eigen::Vector3d direction;     //!< unit, case frame, from lower to upper
  Eigen::Vector3d lower_centre;  //!< where the force acts, in the lower's frame
};

struct Rest {
  Eigen::Isometry3d upper_from_lower;
  double force = 0;               //!< N on a bed of 1 N/mm per mm² (elastic_bed.h)
  double deepest_mm = 0;          //!< of the bed's points
  double bearing_mm2 = 0;         //!< area of the points that bear
  double force_residual = 0;      //!< what the pushes leave of the closing force, as a share of it
  double moment_residual_mm = 0;  //!< the moment they leave, over the force: by how far it misses its line
  bool at_rest = false;           //!< whether it came to rest, on something and without turning over
};

//! How deep the lower sinks into the softest bed: as deep as scanned bites run through each other, and
//! deeper than the steps of their surfaces.
constexpr double soft_bed_depth_mm = 0.2;

//! The lower settled on the soft bed.
//! \param reach_mm surfaces further apart than this do not meet on the first mm of the way.
[[nodiscard]] Rest rest_on_soft_bed(const Bite& start, const PreparedJaws& jaws, const ClosingForce& closing,
                                    double reach_mm);

//! From a rest on one bed to that on a harder one, into which the lower sinks by `depth_mm`: on finer points.
//! \param rest not on a much softer bed: faces further from the other jaw than 6 times the depth do not take
//! part.  \param points where given, the points that bear in the new rest.
[[nodiscard]] Rest rest_on_harder_bed(const Bite& bite, const PreparedJaws& jaws, const ClosingForce& closing,
                                      const Rest& rest, double depth_mm,
                                      std::vector<PressedPoint>* points = nullptr);

}  // namespace intercusp
