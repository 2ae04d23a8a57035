// One rigid motion of the lower jaw, as a whole instead of in steps (Eichner 1986): a turn about an axis that
// is fixed in the case frame, or a straight shift.
//
// An amount of a motion is in radians for a turn, in mm for a shift.
#pragma once

#include <Eigen/Geometry>

namespace intercusp {

class Motion {
 public:
  enum class Kind { turn, shift };

  //! A right-handed turn about `axis`, which passes through `origin`.
  //! \param limit_rad is capped at a full turn
  //! \throw std::invalid_argument if the axis is zero, anything is not finite or the limit is negative
  [[nodiscard]] static Motion turn(const Eigen::Vector3d& origin, const Eigen::Vector3d& axis,
                                   double limit_rad);

  //! \throw as turn
  [[nodiscard]] static Motion shift(const Eigen::Vector3d& direction, double limit_mm);

  [[nodiscard]] Kind kind() const { return kind_; }
  [[nodiscard]] double limit() const { return limit_; }
  //! This motion with another limit, which is not capped.
  [[nodiscard]] Motion with_limit(double limit) const;

  //! Displacement of the lower jaw (case frame) after the amount: the new pose is at(amount) *
  //! upper_from_lower.
  [[nodiscard]] Eigen::Isometry3d at(double amount) const;

  //! The velocity of the lower's point at `case_point`: mm per radian for a turn, mm per mm (unit length) for
  //! a shift.
  [[nodiscard]] Eigen::Vector3d velocity_at(const Eigen::Vector3d& case_point) const;

  //! Takes the case frame to the motion's frame. Its z is the axis of a turn, which passes through the
  //! origin, or the direction of a shift.
  [[nodiscard]] const Eigen::Isometry3d& motion_from_case() const { return motion_from_case_; }

 private:
  Motion(Kind kind, const Eigen::Vector3d& origin, const Eigen::Vector3d& axis, double limit);

  Kind kind_;
  Eigen::Isometry3d motion_from_case_;
  double limit_;
};

}  // namespace intercusp
