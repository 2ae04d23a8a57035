#include "occlusion/motion/hinge.h"

#include <cmath>

namespace intercusp {

Condyles bonwill_condyles(const Eigen::Vector3d& incisal_point, const AnatomicalAxes& axes,
                          const BonwillTriangle& triangle) {
  const double half_mm = 0.5 * triangle.intercondylar_mm;
  const double height_mm = std::sqrt(triangle.bonwill_arm_mm * triangle.bonwill_arm_mm - half_mm * half_mm);
  const Eigen::Vector3d middle =
      incisal_point + height_mm * (std::cos(triangle.balkwill_rad) * axes.posterior() +
                                   std::sin(triangle.balkwill_rad) * axes.superior);
  return {.right = middle - half_mm * axes.left, .left = middle + half_mm * axes.left};
}

Eigen::Isometry3d opened_about(const Condyles& condyles, double opening_rad) {
  const Eigen::Translation3d middle(condyles.middle());
  return Eigen::Isometry3d(middle * Eigen::AngleAxisd(opening_rad, condyles.axis()) * middle.inverse());
}

}  // namespace intercusp
