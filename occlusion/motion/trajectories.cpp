#include "occlusion/motion/trajectories.h"

namespace intercusp::motion {
namespace {

//! The representative of an angle between −π and π.
double wrapped(double angle) { return std::remainder(angle, full_turn); }

//! A margin in mm as an angle, on circles of at least the given radius.
double angle_margin(double least_radius_mm) {
  return least_radius_mm > 10 * margin_mm ? std::min(any_angle, 2 * margin_mm / least_radius_mm) : any_angle;
}

}  // namespace

PlacedPoint Trajectories::place(const Eigen::Vector3d& point) const {
  if (kind_ == Motion::Kind::shift) return {point, {point.x(), point.y()}, point.z()};
  return {point, {point.z(), point.head<2>().norm()}, std::atan2(point.y(), point.x())};
}

MotionBounds Trajectories::of_corner(const PlacedPoint& corner) const {
  MotionBounds bounds{.low = corner.across, .high = corner.across, .middle = corner.along, .half = margin_mm};
  if (kind_ == Motion::Kind::turn) bounds.half = angle_margin(corner.across[1]);
  for (std::size_t i = 0; i < 2; ++i) {
    bounds.low[i] -= margin_mm;
    bounds.high[i] += margin_mm;
  }
  return bounds;
}

MotionBounds Trajectories::of_edge(const PlacedPoint& from, const PlacedPoint& to) const {
  MotionBounds bounds;
  for (std::size_t i = 0; i < 2; ++i) {
    bounds.low[i] = std::min(from.across[i], to.across[i]) - margin_mm;
    bounds.high[i] = std::max(from.across[i], to.across[i]) + margin_mm;
  }
  double difference = to.along - from.along;
  double margin = margin_mm;
  if (kind_ == Motion::Kind::turn) {
    const double least = radius_of_stretch(from.point.head<2>(), to.point.head<2>());
    bounds.low[1] = least - margin_mm;
    difference = wrapped(difference);
    margin = angle_margin(least);
  }
  bounds.middle = from.along + 0.5 * difference;
  bounds.half = std::min(any_angle, 0.5 * std::abs(difference) + margin);
  if (kind_ == Motion::Kind::shift) bounds.half = 0.5 * std::abs(difference) + margin;
  return bounds;
}

Front Trajectories::front_of(const FrontPlane& plane, const MotionBounds& bounds) const {
  return front_of(plane, bounds, {std::cos(bounds.middle), std::sin(bounds.middle)});
}

//! \param outward from the axis, at the middle of the bounds
Front Trajectories::front_of(const FrontPlane& plane, const MotionBounds& bounds,
                             const Eigen::Vector2d& outward) const {
  // Share of the normal. Planes closer to the direction of motion give no bound.
  constexpr double least_facing = 0.02;
  constexpr double widest_angle = 0.5;
  const Eigen::Vector3d& normal = plane.normal;
  const double length = normal.norm();
  if (kind_ == Motion::Kind::shift) {
    const double facing = plane.towards * normal.z();
    if (!(facing > least_facing * length)) return {};
    return {(plane.offset + margin_mm * length) / facing - plane.towards * bounds.middle,
            {-normal.x() / facing, -normal.y() / facing}};
  }
  const double out = normal.x() * outward.x() + normal.y() * outward.y();
  const double facing = plane.towards * (normal.y() * outward.x() - normal.x() * outward.y());
  if (!(facing > least_facing * length && bounds.half < widest_angle)) return {};
  // Follows from out·r·cos φ + facing·r·sin φ + normal.z·z ≤ offset with 1 − cos φ ≤ φ²/2 and |φ − sin φ| ≤
  // |φ|³/6.
  const double half = bounds.half;
  const double bent = bounds.high[1] * half * half * (std::abs(out) / facing / 2 + half / 6);
  return {(plane.offset + margin_mm * length) / facing + bent, {-normal.z() / facing, -out / facing}};
}

Front Trajectories::front_of_corner(const MotionBounds& bounds) const {
  return {(kind_ == Motion::Kind::turn ? bounds.high[1] : 1) * bounds.half};
}

}  // namespace intercusp::motion
