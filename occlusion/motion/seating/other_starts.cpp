#include "occlusion/motion/seating/other_starts.h"

#include <array>

#include "occlusion/base/angles.h"

namespace intercusp {
namespace {

Eigen::Isometry3d moved(const Eigen::Isometry3d& pose, const Eigen::Vector3d& shift, double angle_rad,
                        const Eigen::Vector3d& axis, const Eigen::Vector3d& centre) {
  return Eigen::Translation3d(centre + shift) * Eigen::AngleAxisd(angle_rad, axis) *
         Eigen::Translation3d(-centre) * pose;
}

}  // namespace

std::vector<Eigen::Isometry3d> starts_nearby(const Bite& bite, const AnatomicalAxes& axes,
                                             const Eigen::Vector3d& lower_centre) {
  constexpr double shift_mm = 0.3, turn_rad = 0.5 * rad_per_deg;
  const std::array<Eigen::Vector3d, 3> along = {axes.left, axes.anterior, axes.superior};
  const Eigen::Vector3d centre = bite.upper_from_lower * lower_centre;
  std::vector<Eigen::Isometry3d> starts;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    for (const double sign : {1.0, -1.0}) {
      starts.push_back(moved(bite.upper_from_lower, sign * shift_mm * along[axis], sign * turn_rad,
                             along[(axis + 1) % 3], centre));
    }
  }
  return starts;
}

std::vector<StartElsewhere> starts_elsewhere(const Eigen::Isometry3d& upper_from_lower,
                                             const AnatomicalAxes& axes,
                                             const Eigen::Vector3d& lower_centre) {
  // A premolar is 7 mm long; on an arch 25 mm from its middle that is 16°.
  constexpr double tooth_mm = 7, tooth_rad = 16 * rad_per_deg, opening_mm = 4;
  const Eigen::Vector3d opened = -opening_mm * axes.superior;
  const Eigen::Vector3d centre = upper_from_lower * lower_centre;
  const auto moved_start = [&](OtherStart start, const Eigen::Vector3d& shift, double turn_rad) {
    return StartElsewhere{start, moved(upper_from_lower, opened + shift, turn_rad, axes.superior, centre)};
  };
  return {moved_start(OtherStart::tooth_forward, tooth_mm * axes.anterior, 0),
          moved_start(OtherStart::tooth_back, -tooth_mm * axes.anterior, 0),
          moved_start(OtherStart::turned_left, Eigen::Vector3d::Zero(), tooth_rad),
          moved_start(OtherStart::turned_right, Eigen::Vector3d::Zero(), -tooth_rad),
          moved_start(OtherStart::back_to_front, Eigen::Vector3d::Zero(), std::numbers::pi)};
}

}  // namespace intercusp
