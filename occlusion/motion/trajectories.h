// Coordinates in which every motion is a straight shift: across its trajectories and along them.
//
// All input is in the motion's frame (Motion::motion_from_case: z along the axis or the direction).
//  - turn: trajectories are circles. Coordinates across them are z and the distance from the axis, along them
//    the angle.
//  - shift: trajectories are lines. Coordinates across them are x and y, along them z.
// Two features can meet only if their extents overlap across the trajectories, and not before the motion has
// covered the smallest difference along them. Internal to occlusion/motion.
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <array>
#include <limits>
#include <numbers>

#include "occlusion/motion/motion.h"

namespace intercusp::motion {

//! Bounds grow by this margin: more than rounding errors, less than anything measured.
constexpr double margin_mm = 1e-7;

//! Conservative bounds of a feature in trajectory coordinates.
struct MotionBounds {
  std::array<double, 2> low{}, high{};  //!< across, mm
  double middle = 0, half = 0;          //!< along, radians or mm
};

//! A little more than half a turn: no angle is further from the middle.
constexpr double any_angle = 3.2;
constexpr double full_turn = 2 * std::numbers::pi;

//! A point and its trajectory coordinates.
struct PlacedPoint {
  Eigen::Vector3d point;
  std::array<double, 2> across;
  double along;
};

class Trajectories {
 public:
  explicit Trajectories(Motion::Kind kind) : kind_(kind) {}

  [[nodiscard]] PlacedPoint place(const Eigen::Vector3d& point) const;

  //! \param motion_from_box linear part: the box's own axes in the motion's frame
  [[nodiscard]] MotionBounds of_box(const Eigen::Vector3d& centre, const Eigen::Vector3d& half,
                                    const Eigen::Matrix3d& motion_from_box) const;
  [[nodiscard]] MotionBounds of_corner(const PlacedPoint& corner) const;
  [[nodiscard]] MotionBounds of_edge(const PlacedPoint& from, const PlacedPoint& to) const;
  //! \param edges the bounds of its three edges
  [[nodiscard]] MotionBounds of_face(const std::array<PlacedPoint, 3>& corners,
                                     const std::array<MotionBounds, 3>& edges) const;

  //! Lower bound of the amount at which `lower` meets `upper`; infinity if they never meet.
  [[nodiscard]] double least_amount(const MotionBounds& lower, const MotionBounds& upper) const;

  //! Estimates when they meet: halfway between the least amount and the amount between their middles. Apart
  //! from a constant it does not depend on where the motion starts. \pre least_amount is finite
  [[nodiscard]] double likely_amount(const MotionBounds& lower, const MotionBounds& upper) const;

 private:
  //! Amount between their middles; negative if they overlap and the upper lies behind.
  [[nodiscard]] double between(const MotionBounds& lower, const MotionBounds& upper) const;

  Motion::Kind kind_;
};

// Inline because it runs for every pair. A loop replaces the division: the angles span a few turns at most.
inline double Trajectories::between(const MotionBounds& lower, const MotionBounds& upper) const {
  double onward = upper.middle - lower.middle;
  if (kind_ == Motion::Kind::shift) return onward;
  while (onward < 0) onward += full_turn;
  while (onward >= full_turn) onward -= full_turn;
  return onward >= full_turn - (lower.half + upper.half) ? onward - full_turn : onward;
}

inline double Trajectories::least_amount(const MotionBounds& lower, const MotionBounds& upper) const {
  constexpr double never = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < 2; ++i) {
    if (lower.low[i] > upper.high[i] || upper.low[i] > lower.high[i]) return never;
  }
  const double halves = lower.half + upper.half;
  const double amount = between(lower, upper);
  return amount < -halves ? never : std::max(0.0, amount - halves);
}

inline double Trajectories::likely_amount(const MotionBounds& lower, const MotionBounds& upper) const {
  return between(lower, upper) - 0.5 * (lower.half + upper.half);
}

}  // namespace intercusp::motion
