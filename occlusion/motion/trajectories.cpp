#include "occlusion/motion/trajectories.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace intercusp::motion {
namespace {

//! How far a box reaches to either side of its centre along a unit vector.
double extent_along(const Eigen::Vector3d& direction, const Eigen::Vector3d& half,
                    const Eigen::Matrix3d& motion_from_box) {
  return (motion_from_box.transpose() * direction).cwiseAbs().dot(half) + margin_mm;
}

//! Distance of the z axis from the stretch between two points, seen along it.
double distance_from_axis(const Eigen::Vector3d& from, const Eigen::Vector3d& to) {
  const Eigen::Vector2d start = from.head<2>(), way = (to - from).head<2>();
  const double length2 = way.squaredNorm();
  const double t = length2 > 0 ? std::clamp(-start.dot(way) / length2, 0.0, 1.0) : 0;
  return (start + t * way).norm();
}

//! An angle's representative between −π and π.
double wrapped(double angle) { return std::remainder(angle, full_turn); }

double cross(const Eigen::Vector3d& a, const Eigen::Vector3d& b) { return a.x() * b.y() - a.y() * b.x(); }

//! Whether the z axis passes through a face, seen along it; its border counts.
bool holds_axis(const std::array<PlacedPoint, 3>& corners) {
  const double a = cross(corners[0].point, corners[1].point);
  const double b = cross(corners[1].point, corners[2].point);
  const double c = cross(corners[2].point, corners[0].point);
  return (a >= 0 && b >= 0 && c >= 0) || (a <= 0 && b <= 0 && c <= 0);
}

//! What a margin in mm is along circles of at least that radius.
double angle_margin(double least_radius_mm) {
  return least_radius_mm > 10 * margin_mm ? std::min(any_angle, 2 * margin_mm / least_radius_mm) : any_angle;
}

}  // namespace

PlacedPoint Trajectories::place(const Eigen::Vector3d& point) const {
  if (kind_ == Motion::Kind::shift) return {point, {point.x(), point.y()}, point.z()};
  return {point, {point.z(), point.head<2>().norm()}, std::atan2(point.y(), point.x())};
}

MotionBounds Trajectories::of_box(const Eigen::Vector3d& centre, const Eigen::Vector3d& half,
                                  const Eigen::Matrix3d& motion_from_box) const {
  const double z = extent_along(Eigen::Vector3d::UnitZ(), half, motion_from_box);
  if (kind_ == Motion::Kind::shift) {
    const double x = extent_along(Eigen::Vector3d::UnitX(), half, motion_from_box);
    const double y = extent_along(Eigen::Vector3d::UnitY(), half, motion_from_box);
    return {{centre.x() - x, centre.y() - y}, {centre.x() + x, centre.y() + y}, centre.z(), z};
  }
  const double radius = centre.head<2>().norm();
  const Eigen::Vector3d outward =
      radius > 0 ? Eigen::Vector3d(centre.x() / radius, centre.y() / radius, 0) : Eigen::Vector3d::UnitX();
  const Eigen::Vector3d onward(-outward.y(), outward.x(), 0);
  const double out = extent_along(outward, half, motion_from_box);
  const double on = extent_along(onward, half, motion_from_box);
  // Every point of the box is at least `least` along `outward`, so at least that far from the axis.
  const double least = radius - out;
  return {{centre.z() - z, std::max(0.0, least)},
          {centre.z() + z, std::sqrt((radius + out) * (radius + out) + on * on)},
          std::atan2(outward.y(), outward.x()),
          least > on ? on / least : any_angle};  // no less than the arc tangent, and close to it
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
    const double least = distance_from_axis(from.point, to.point);
    bounds.low[1] = least - margin_mm;
    difference = wrapped(difference);
    margin = angle_margin(least);
  }
  bounds.middle = from.along + 0.5 * difference;
  bounds.half = std::min(any_angle, 0.5 * std::abs(difference) + margin);
  if (kind_ == Motion::Kind::shift) bounds.half = 0.5 * std::abs(difference) + margin;
  return bounds;
}

MotionBounds Trajectories::of_face(const std::array<PlacedPoint, 3>& corners,
                                   const std::array<MotionBounds, 3>& edges) const {
  MotionBounds bounds = edges[0];
  double low = -edges[0].half, high = edges[0].half;  // along, from the first edge's middle
  for (const MotionBounds& edge : edges) {
    for (std::size_t i = 0; i < 2; ++i) {
      bounds.low[i] = std::min(bounds.low[i], edge.low[i]);
      bounds.high[i] = std::max(bounds.high[i], edge.high[i]);
    }
    const double raw = edge.middle - edges[0].middle;
    const double offset = kind_ == Motion::Kind::turn ? wrapped(raw) : raw;
    low = std::min(low, offset - edge.half);
    high = std::max(high, offset + edge.half);
  }
  bounds.middle = edges[0].middle + 0.5 * (low + high);
  bounds.half = 0.5 * (high - low);
  if (kind_ == Motion::Kind::turn) {
    if (holds_axis(corners)) bounds.low[1] = 0;
    if (holds_axis(corners) || bounds.half > any_angle) bounds.half = any_angle;
  }
  return bounds;
}

}  // namespace intercusp::motion
