// Quasi-static equilibrium of the lower under a closing force: the minimum of the elastic bed's energy near a
// start (elastic_bed.h). The lower has six degrees of freedom and no friction. It slides down slopes and
// turns until the contact forces balance the closing force.
//
// Levenberg-Marquardt steps (Marquardt 1963) find it on beds of increasing stiffness. On a soft bed the whole
// bite carries load and the roughness of the surfaces does not matter, so many starts lead to one place. On a
// hard bed only the points of rigid contact remain.
#pragma once

#include <Eigen/Geometry>

#include "occlusion/motion/seating/elastic_bed.h"

namespace intercusp {

struct ClosingForce {
  Eigen::Vector3d direction;     //!< unit, case frame, from lower to upper
  Eigen::Vector3d lower_centre;  //!< where the force acts, in the lower's frame
};

struct Equilibrium {
  Eigen::Isometry3d upper_from_lower;
  double force = 0;               //!< N on a bed of 1 N/mm per mm² (elastic_bed.h)
  double deepest_mm = 0;          //!< depth of the deepest point of the bed
  double bearing_mm2 = 0;         //!< area of the points that bear
  double force_residual = 0;      //!< unbalanced share of the closing force
  double moment_residual_mm = 0;  //!< unbalanced moment, divided by the force
  bool converged = false;  //!< whether the search converged, with contact and without turning the lower over
};

//! Depth to which the lower sinks into the softest bed. It is the depth of typical overlaps of scanned bites,
//! and exceeds the steps of their surfaces.
constexpr double soft_bed_depth_mm = 0.2;

//! Equilibrium on the soft bed.
//! \param reach_mm surfaces further apart than this do not meet within the first mm of the motion
[[nodiscard]] Equilibrium equilibrium_on_soft_bed(const Bite& start, const SeatingJaws& jaws,
                                                  const ClosingForce& closing, double reach_mm);

//! Moves from the equilibrium on one bed to that on a harder one with finer points, into which the lower
//! sinks by `depth_mm`.
//! \param equilibrium not on a much softer bed: faces further from the other jaw than 6 times the depth do
//! not take part
//! \param points if given, receives the points that bear load in the new equilibrium
[[nodiscard]] Equilibrium equilibrium_on_harder_bed(const Bite& bite, const SeatingJaws& jaws,
                                                    const ClosingForce& closing,
                                                    const Equilibrium& equilibrium, double depth_mm,
                                                    std::vector<PressedPoint>* points = nullptr);

}  // namespace intercusp
