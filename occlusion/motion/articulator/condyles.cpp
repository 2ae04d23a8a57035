#include "occlusion/motion/articulator/condyles.h"

#include <cmath>

#include "occlusion/geometry/decompositions.h"

namespace intercusp {
namespace {

//! A condyle's path seen from the side, forward and down: unit length.
Eigen::Vector3d protrusive_path(const AnatomicalAxes& axes, double inclination_rad) {
  return std::cos(inclination_rad) * axes.anterior - std::sin(inclination_rad) * axes.superior;
}

//! The balancing condyle's path, unit length. It goes `inward` by the Bennett angle seen from above, and down
//! by the inclination seen from the side.
Eigen::Vector3d balancing_path(const AnatomicalAxes& axes, const Eigen::Vector3d& inward,
                               double inclination_rad, double bennett_rad) {
  const double forward = std::cos(bennett_rad);
  const Eigen::Vector3d path = forward * axes.anterior + std::sin(bennett_rad) * inward -
                               std::tan(inclination_rad) * forward * axes.superior;
  return path.normalized();
}

Condyles protruded(const Condyles& condyles, const AnatomicalAxes& axes, const BothSides& inclination_rad,
                   double travel_mm) {
  const Eigen::Vector3d right = condyles.right + travel_mm * protrusive_path(axes, inclination_rad.right);
  const Eigen::Vector3d left = condyles.left + travel_mm * protrusive_path(axes, inclination_rad.left);
  const Eigen::Vector3d apart = left - right;
  const double across = apart.dot(axes.left);
  const double beside_squared = (apart - across * axes.left).squaredNorm();
  const double distance = condyles.distance_mm();
  const double kept_across =
      std::copysign(std::sqrt(std::max(0.0, distance * distance - beside_squared)), across);
  const Eigen::Vector3d inward = 0.5 * (across - kept_across) * axes.left;
  return {.right = right + inward, .left = left - inward};
}

//! The point on the working condyle's transverse line, on the working side, that preserves the distance
//! between the condyles.
Eigen::Vector3d working_condyle(const Eigen::Vector3d& start, const Eigen::Vector3d& balancing,
                                const Eigen::Vector3d& to_working, double distance_mm) {
  const Eigen::Vector3d from_start = balancing - start;
  const double along = from_start.dot(to_working);
  const double beside_squared = (from_start - along * to_working).squaredNorm();
  const double reach = std::sqrt(std::max(0.0, distance_mm * distance_mm - beside_squared));
  return start + (along + reach) * to_working;
}

//! How far an excursion moves sideways before it moves forward, mm of travel.
double side_shift_of(const CondylarGuidance& guidance, Excursion excursion) {
  if (excursion == Excursion::protrusion) return 0;
  return excursion == Excursion::laterotrusion_right ? guidance.side_shift_mm.left
                                                     : guidance.side_shift_mm.right;
}

}  // namespace

Condyles moved_condyles(const Condyles& condyles, const AnatomicalAxes& axes,
                        const CondylarGuidance& guidance, Excursion excursion, double travel_mm) {
  if (excursion == Excursion::protrusion)
    return protruded(condyles, axes, guidance.inclination_rad, travel_mm);
  const bool to_right = excursion == Excursion::laterotrusion_right;
  const Eigen::Vector3d to_working = to_right ? Eigen::Vector3d(-axes.left) : axes.left;
  const double inclination = to_right ? guidance.inclination_rad.left : guidance.inclination_rad.right;
  const double bennett = to_right ? guidance.bennett_rad.left : guidance.bennett_rad.right;
  const double shift_mm = std::min(travel_mm, side_shift_of(guidance, excursion));
  const Eigen::Vector3d& start = to_right ? condyles.left : condyles.right;
  const Eigen::Vector3d balancing =
      start + shift_mm * to_working +
      (travel_mm - shift_mm) * balancing_path(axes, to_working, inclination, bennett);
  const Eigen::Vector3d working = working_condyle(to_right ? condyles.right : condyles.left, balancing,
                                                  to_working, condyles.distance_mm());
  return to_right ? Condyles{.right = working, .left = balancing}
                  : Condyles{.right = balancing, .left = working};
}

Eigen::Isometry3d least_turn(const Condyles& from, const Condyles& to) {
  const Eigen::Quaterniond turn = turn_between(from.axis(), to.axis());
  Eigen::Isometry3d moved = Eigen::Isometry3d::Identity();
  moved.linear() = turn.toRotationMatrix();
  moved.translation() = to.middle() - moved.linear() * from.middle();
  return moved;
}

}  // namespace intercusp
