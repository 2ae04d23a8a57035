// Coordinates in which every motion is a straight shift: some across its trajectories, one along them.
//
// All input is in the motion's frame (Motion::motion_from_case: z along the axis or the direction).
// - Turn: trajectories are circles. The coordinates across them are z and the distance from the axis; the one
//   along them is the angle.
// - Shift: trajectories are lines. The coordinates across them are x and y; the one along them is z.
// Two features can meet only if their extents overlap across the trajectories, and not before the motion has
// covered the smallest difference along them. Internal to occlusion/motion.
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include "occlusion/maps/clearance_map.h"
#include "occlusion/motion/motion.h"

namespace intercusp::motion {

//! Bounds grow by this margin, so that features that overlap by up to the depth tolerance at the start have
//! overlapping bounds. Rounding is smaller.
constexpr double margin_mm = 0.6 * default_depth_tolerance_mm;

//! How far a feature reaches towards the other jaw along the trajectories, from a plane in front of it. For a
//! point of the feature, take its distance from the middle, along the motion for the lower and against it for
//! the upper; for a turn, multiply it by the radius. This value is at most constant + slope·across. On a
//! slope a box alone is as thick as it is long. With the plane, the error shrinks with the square of the
//! length.
struct Front {
  double constant = std::numeric_limits<double>::infinity();
  std::array<double, 2> slope{};
};

//! A plane in front of a feature: no point of the feature has normal·point above the offset.
struct FrontPlane {
  Eigen::Vector3d normal;  //!< any length
  double offset;
  double towards;  //!< +1 for features of the lower, −1 for those of the upper
};

//! Values from `low` to `high`.
struct Reach {
  double low, high;
};

//! Conservative bounds of a feature in trajectory coordinates.
struct MotionBounds {
  std::array<double, 2> low{}, high{};  //!< across the trajectories, mm
  double middle = 0, half = 0;          //!< along the trajectories, radians or mm
  Front front{};                        //!< unknown unless front_of sets it
};

//! Slightly more than half a turn: bounds the distance of an angle from the middle.
constexpr double any_angle = 3.2;
constexpr double full_turn = 2 * std::numbers::pi;

//! Distance of the axis from the segment between two points, seen along the axis.
[[nodiscard]] inline double radius_of_stretch(const Eigen::Vector2d& from, const Eigen::Vector2d& to) {
  const Eigen::Vector2d way = to - from;
  const double length2 = way.squaredNorm();
  const double share = length2 > 0 ? std::clamp(-from.dot(way) / length2, 0.0, 1.0) : 0.0;
  return (from + share * way).norm();
}

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

  //! Bounds of a body about `centre` that lies behind a plane.
  //! \param reach_along reach_along(direction) returns the body's Reach along a unit vector from the centre,
  //! or a wider one
  template <class ReachAlong>
  [[nodiscard]] MotionBounds of_body(const Eigen::Vector3d& centre, const ReachAlong& reach_along,
                                     const FrontPlane& plane) const;
  [[nodiscard]] MotionBounds of_corner(const PlacedPoint& corner) const;
  [[nodiscard]] MotionBounds of_edge(const PlacedPoint& from, const PlacedPoint& to) const;
  //! \param bounds those of the feature behind the plane
  [[nodiscard]] Front front_of(const FrontPlane& plane, const MotionBounds& bounds) const;
  //! The front of a corner, which is known exactly.
  //! \param bounds as of_corner returns them
  [[nodiscard]] Front front_of_corner(const MotionBounds& bounds) const;

  //! Lower bound of the amount at which `lower` meets `upper`; infinity if they never meet.
  [[nodiscard]] double least_amount(const MotionBounds& lower, const MotionBounds& upper) const;

  //! Estimates the amount at which they meet: halfway between the least amount and the amount between their
  //! middles. Up to a constant, it does not depend on the start of the motion.
  //! \pre least_amount is finite
  [[nodiscard]] double likely_amount(const MotionBounds& lower, const MotionBounds& upper) const;

 private:
  //! Amount between their middles; negative if they overlap and the upper lies behind the lower.
  [[nodiscard]] double between(const MotionBounds& lower, const MotionBounds& upper) const;
  //! Lower bound of the amount between their fronts, beyond the amount between their middles.
  [[nodiscard]] double between_fronts(const MotionBounds& lower, const MotionBounds& upper) const;

  [[nodiscard]] Front front_of(const FrontPlane& plane, const MotionBounds& bounds,
                               const Eigen::Vector2d& outward) const;

  Motion::Kind kind_;
};

template <class ReachAlong>
MotionBounds Trajectories::of_body(const Eigen::Vector3d& centre, const ReachAlong& reach_along,
                                   const FrontPlane& plane) const {
  const auto along = [&](const Eigen::Vector3d& direction) -> Reach {
    const Reach reach = reach_along(direction);
    return {reach.low - margin_mm, reach.high + margin_mm};
  };
  MotionBounds bounds;
  const Reach z = along(Eigen::Vector3d::UnitZ());
  if (kind_ == Motion::Kind::shift) {
    const Reach x = along(Eigen::Vector3d::UnitX()), y = along(Eigen::Vector3d::UnitY());
    bounds.low = {centre.x() + x.low, centre.y() + y.low};
    bounds.high = {centre.x() + x.high, centre.y() + y.high};
    bounds.middle = centre.z() + 0.5 * (z.low + z.high);
    bounds.half = 0.5 * (z.high - z.low);
    bounds.front = front_of(plane, bounds, {1, 0});
    return bounds;
  }
  const double radius = centre.head<2>().norm();
  const Eigen::Vector2d outward =
      radius > 0 ? Eigen::Vector2d(centre.head<2>() / radius) : Eigen::Vector2d::UnitX();
  const Reach out = along({outward.x(), outward.y(), 0}), on = along({-outward.y(), outward.x(), 0});
  // Every point is at least `least` from the axis along `outward`, and therefore at least that far from the
  // axis.
  const double least = radius + out.low;
  const double widest = std::max(on.high, -on.low), farthest = std::max(radius + out.high, -least);
  bounds.low = {centre.z() + z.low, std::max(0.0, least)};
  bounds.high = {centre.z() + z.high, std::sqrt(farthest * farthest + widest * widest)};
  bounds.middle = std::atan2(outward.y(), outward.x());
  bounds.half = least > widest ? widest / least : any_angle;  // at least the arc tangent, and close to it
  bounds.front = front_of(plane, bounds, outward);
  return bounds;
}

// Inline because it runs for every pair. A loop replaces the division, because the angles span a few turns at
// most.
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
  if (amount < -halves) return never;
  return std::max({0.0, amount - halves, amount + between_fronts(lower, upper)});
}

inline double Trajectories::between_fronts(const MotionBounds& lower, const MotionBounds& upper) const {
  // The least value of a linear function over the rectangle across the trajectories that both features share.
  double gap = -(lower.front.constant + upper.front.constant);
  for (std::size_t i = 0; i < 2; ++i) {
    const double low = std::max(lower.low[i], upper.low[i]), high = std::min(lower.high[i], upper.high[i]);
    const double slope = lower.front.slope[i] + upper.front.slope[i];
    gap -= slope * (slope > 0 ? high : low);
  }
  if (kind_ == Motion::Kind::shift) return gap;
  const double radius =
      gap > 0 ? std::min(lower.high[1], upper.high[1]) : std::max(lower.low[1], upper.low[1]);
  return radius > 0 ? gap / radius : -std::numeric_limits<double>::infinity();
}

inline double Trajectories::likely_amount(const MotionBounds& lower, const MotionBounds& upper) const {
  return between(lower, upper) - 0.5 * (lower.half + upper.half);
}

}  // namespace intercusp::motion
