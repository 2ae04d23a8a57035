#include "occlusion/view/measured_poses.h"

#include <algorithm>
#include <cmath>

#include "occlusion/base/angles.h"

namespace intercusp {

std::vector<Eigen::Isometry3d> measured_poses(const Bite& bite, const Eigen::Isometry3d& view_from_case,
                                              double least_clearance_mm, int count) {
  const Eigen::Matrix3d case_from_view = view_from_case.linear().transpose();
  const Eigen::Vector3d pi = case_from_view.col(2);
  const double standing_mm = std::isfinite(least_clearance_mm) ? least_clearance_mm : 0;
  const auto closed_to = [&](double clearance_mm) {
    return Eigen::Isometry3d(Eigen::Translation3d((standing_mm - clearance_mm) * pi) * bite.upper_from_lower);
  };

  std::vector<Eigen::Isometry3d> poses;
  const int openings = std::max(1, static_cast<int>(std::lround(count * 5.0 / 16)));
  const int translations = std::max(1, count - openings);
  for (int i = 0; i < translations; ++i) {
    const double share = translations == 1 ? 0 : static_cast<double>(i) / (translations - 1);
    poses.push_back(closed_to(3.0 - 4.0 * share));
  }
  // The condyles lie some 50 mm behind and 35 mm above the middle of the arch (Bonwill's triangle and
  // Balkwill's angle, docs/ACCURACY.md). v points backward and u to the left. A rotation about u that moves
  // the front away from the upper is an opening.
  const Bounds box = bounds_of(bite.upper->mesh);
  const Eigen::Vector3d hinge = box.centre() + 50 * case_from_view.col(1) + 35 * pi;
  for (int i = 0; i < openings && static_cast<int>(poses.size()) < count; ++i) {
    const double angle_rad = 0.5 * (i + 1) * rad_per_deg;
    const Eigen::Isometry3d opening = Eigen::Translation3d(hinge) *
                                      Eigen::AngleAxisd(angle_rad, case_from_view.col(0)) *
                                      Eigen::Translation3d(-hinge);
    poses.push_back(opening * closed_to(0));
  }
  return poses;
}

}  // namespace intercusp
