// The curve of the dental arch, along which the bite is cut into sectors.
#pragma once

#include <Eigen/Core>
#include <array>
#include <span>
#include <vector>

#include "occlusion/case/anatomy.h"

namespace intercusp {

//! Seen along `superior`, an arch is a horseshoe around a centre on the midline at its posterior end. The
//! distance from this centre is a polynomial of the angle, fitted to points of the teeth. Positions are arc
//! lengths in mm from the midline, positive towards the patient's left.
class ArchCurve {
 public:
  //! \param points of the bite, case frame; at least 8. \throw std::invalid_argument with fewer.
  ArchCurve(const AnatomicalAxes& axes, std::span<const Eigen::Vector3d> points);

  //! Arc length at the angle of a point. It keeps growing beyond the ends of the arch.
  [[nodiscard]] double place_mm(const Eigen::Vector3d& point) const;

  //! Positions of the ends; 99 % of the points lie between them.
  [[nodiscard]] double right_end_mm() const { return right_end_mm_; }
  [[nodiscard]] double left_end_mm() const { return left_end_mm_; }

 private:
  //! 0 in front, positive towards the left, from -pi to pi.
  [[nodiscard]] double angle_rad(const Eigen::Vector3d& point) const;
  [[nodiscard]] double radius_mm(double angle_rad) const;

  AnatomicalAxes axes_;
  Eigen::Vector3d centre_ = Eigen::Vector3d::Zero();
  std::array<double, 5> radius_of_angle_{};  //!< coefficients, constant first
  double fitted_rad_ = 0;                    //!< the polynomial holds between ± this angle
  std::vector<double> length_mm_;  //!< arc length from the front, at equal steps of the angle from -pi to pi
  double right_end_mm_ = 0, left_end_mm_ = 0;
};

}  // namespace intercusp
