// Cylindrical coordinates about an axis, in which a turn of the lower jaw is a shift (Eichner 1986): every
// circle about the axis has one (u, v), and a turn adds its angle to the depth of every point.
#pragma once

#include <Eigen/Geometry>

namespace intercusp {

//! u: mm along the axis. v: radius, mm. Depth: angle in radians, growing with a right-handed turn about the axis.
class HingeChart {
 public:
  //! \param opposite_cut points from the axis to the middle of the jaws, where depth is 0. The cut, where
  //!        depth jumps from +π to -π, lies on the other side.
  //! \throw std::invalid_argument if `axis` is zero or parallel to `opposite_cut`.
  HingeChart(const Eigen::Vector3d& origin, const Eigen::Vector3d& axis, const Eigen::Vector3d& opposite_cut);

  //! (u, v, depth) of a point of the case.
  [[nodiscard]] Eigen::Vector3d map(const Eigen::Vector3d& case_point) const;

  //! The point of the case at (u, v, depth).
  [[nodiscard]] Eigen::Vector3d unmap(const Eigen::Vector3d& uvd) const;

  //! Unit vector along which depth grows at a point of the case.
  [[nodiscard]] Eigen::Vector3d direction_at(const Eigen::Vector3d& case_point) const;

  //! Straight axes: x along the hinge, y towards the middle of the jaws, z the direction in which that middle
  //! turns.
  [[nodiscard]] const Eigen::Isometry3d& hinge_from_case() const { return hinge_from_case_; }

 private:
  Eigen::Isometry3d hinge_from_case_;
};

}  // namespace intercusp
