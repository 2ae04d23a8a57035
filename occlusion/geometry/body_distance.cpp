#include "occlusion/geometry/body_distance.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include "occlusion/base/angles.h"

namespace intercusp {
namespace {

using Eigen::Vector2d;
using Eigen::Vector3d;

//! Unit radial direction from the z axis; arbitrary for a point on the axis.
Vector3d outward(const Vector3d& p) {
  const double across = p.head<2>().norm();
  return across > 0 ? Vector3d(p.x() / across, p.y() / across, 0) : Vector3d::UnitX();
}

//! The closest point of an ellipsoid in the octant of positive coordinates (Eberly 2013, Distance from a
//! point to an ellipse, an ellipsoid, or a hyperellipsoid). The function is convex and decreasing, so
//! Newton's steps that start on the proper side never pass the root.
//! \pre semi-axes decrease; no coordinate is 0
Vector3d closest_in_octant(const Vector3d& semi_axes, const Vector3d& p) {
  const Vector3d z = p.cwiseQuotient(semi_axes);
  const Vector3d ratio = (semi_axes / semi_axes[2]).cwiseAbs2(), beyond = ratio - Vector3d::Ones();
  double w = z[2];
  for (int step = 0; step < 200; ++step) {
    const Vector3d below = beyond + Vector3d::Constant(w);
    const Vector3d share = ratio.cwiseProduct(z).cwiseQuotient(below);
    const double over = share.squaredNorm() - 1, slope = -2 * share.cwiseAbs2().cwiseQuotient(below).sum();
    const double next = w - over / slope;
    if (!(next > w)) break;
    w = next;
  }
  return ratio.cwiseProduct(p).cwiseQuotient(beyond + Vector3d::Constant(w));
}

BodyDepth in_ellipsoid(const Vector3d& semi_axes, const Vector3d& p) {
  std::array<int, 3> order = {0, 1, 2};
  std::ranges::sort(order, [&](int a, int b) { return semi_axes[a] > semi_axes[b]; });
  Vector3d axes, at;
  for (int k = 0; k < 3; ++k) {
    axes[k] = semi_axes[order[k]];
    // A point in a plane of symmetry has two closest points, so it is moved off the plane.
    at[k] = std::max(std::abs(p[order[k]]), 1e-12 * axes[k]);
  }
  const Vector3d there = closest_in_octant(axes, at);
  Vector3d closest;
  for (int k = 0; k < 3; ++k) closest[order[k]] = std::copysign(there[k], p[order[k]]);
  const double distance = (closest - p).norm();
  return {p.cwiseQuotient(semi_axes).squaredNorm() < 1 ? distance : -distance, closest};
}

BodyDepth in_sphere(double radius, const Vector3d& p) {
  const double from_middle = p.norm();
  const Vector3d way = from_middle > 0 ? Vector3d(p / from_middle) : Vector3d::UnitX();
  return {radius - from_middle, radius * way};
}

Vector2d closest_on_segment(const Vector2d& p, const Vector2d& a, const Vector2d& b) {
  const Vector2d along = b - a;
  const double length2 = along.squaredNorm();
  return a + (length2 > 0 ? std::clamp(along.dot(p - a) / length2, 0.0, 1.0) : 0.0) * along;
}

//! Works in the half plane through the axis and the point, where base, wall and top are segments.
BodyDepth in_frustum(double base, double top, double height, const Vector3d& p) {
  const Vector2d at(p.head<2>().norm(), p.z());
  const double half = 0.5 * height;
  const std::array<Vector2d, 4> outline = {Vector2d(0, -half), {base, -half}, {top, half}, {0, half}};
  Vector2d closest = outline[0];
  bool inside = true;
  for (std::size_t i = 0; i < 3; ++i) {
    const Vector2d there = closest_on_segment(at, outline[i], outline[i + 1]);
    if (i == 0 || (there - at).squaredNorm() < (closest - at).squaredNorm()) closest = there;
    const Vector2d along = outline[i + 1] - outline[i], from = at - outline[i];
    inside = inside && along.x() * from.y() - along.y() * from.x() >= 0;
  }
  const double distance = (closest - at).norm();
  return {inside ? distance : -distance, closest.x() * outward(p) + closest.y() * Vector3d::UnitZ()};
}

//! The flat ends of a torus's segment.
struct End {
  Vector3d middle, normal, outward;
};

std::array<End, 2> ends_of(const std::vector<double>& size) {
  const double angle = size[2] * rad_per_deg;
  const Vector3d far(std::cos(angle), std::sin(angle), 0), along(-std::sin(angle), std::cos(angle), 0);
  return {End{size[0] * Vector3d::UnitX(), -Vector3d::UnitY(), Vector3d::UnitX()},
          End{size[0] * far, along, far}};
}

Vector3d closest_on_disc(const Vector3d& p, const End& end, double radius) {
  Vector3d in_plane = p - end.middle - end.normal.dot(p - end.middle) * end.normal;
  const double from_middle = in_plane.norm();
  if (from_middle > radius) in_plane *= radius / from_middle;
  return end.middle + in_plane;
}

bool is_within_angle(const Vector3d& p, double angle_deg) {
  double angle = std::atan2(p.y(), p.x());
  if (angle < 0) angle += 2 * std::numbers::pi;
  return angle <= angle_deg * rad_per_deg;
}

BodyDepth in_torus(const std::vector<double>& size, const Vector3d& p) {
  const Vector3d ring = size[0] * outward(p);
  const double from_ring = (p - ring).norm();
  const Vector3d way = from_ring > 0 ? Vector3d((p - ring) / from_ring) : Vector3d::UnitZ();
  const BodyDepth in_tube{size[1] - from_ring, ring + size[1] * way};
  if (size[2] >= 360) return in_tube;
  const bool within = is_within_angle(p, size[2]);
  double least = within ? std::abs(in_tube.mm) : std::numeric_limits<double>::infinity();
  Vector3d closest = in_tube.closest;
  for (const End& end : ends_of(size)) {
    const Vector3d there = closest_on_disc(p, end, size[1]);
    if ((there - p).norm() >= least) continue;
    least = (there - p).norm();
    closest = there;
  }
  return {within && in_tube.mm >= 0 ? least : -least, closest};
}

BodyDepth in_box(const Vector3d& half, const Vector3d& p) {
  const Vector3d held = p.cwiseMin(half).cwiseMax(-half);
  if (held != p) return {-(held - p).norm(), held};
  Eigen::Index axis = 0;
  const double depth = (half - p.cwiseAbs()).minCoeff(&axis);
  Vector3d closest = p;
  closest[axis] = std::copysign(half[axis], p[axis]);
  return {depth, closest};
}

BodyDepth in_body_frame(const AnalyticBody& body, const Vector3d& p) {
  const auto& size = body.size_mm;
  switch (body.kind) {
    case BodyKind::sphere:
      return in_sphere(size[0], p);
    case BodyKind::ellipsoid:
      return in_ellipsoid({size[0], size[1], size[2]}, p);
    case BodyKind::cylinder:
      return in_frustum(size[0], size[0], size[1], p);
    case BodyKind::cone:
      return in_frustum(size[0], size[1], size[2], p);
    case BodyKind::torus:
      return in_torus(size, p);
    case BodyKind::box:
      return in_box(0.5 * Vector3d(size[0], size[1], size[2]), p);
  }
  return {0, p};
}

using AtCorners = std::array<double, 3>;

//! Depth inside a convex body is a concave function, so it lies below its tangents.
AtCorners below_tangent(const AnalyticBody& body, const Vector3d& witness,
                        const std::array<Vector3d, 3>& triangle) {
  const BodyDepth depth = depth_in(body, witness);
  const Vector3d way = witness - depth.closest;
  const Vector3d rise = way.norm() > 1e-9 ? Vector3d(std::copysign(1.0, depth.mm) * way.normalized())
                                          : Vector3d(-outward_normal(body, depth.closest));
  AtCorners bounds{};
  for (std::size_t i = 0; i < 3; ++i) bounds[i] = depth.mm + rise.dot(triangle[i] - witness);
  return bounds;
}

//! Bounds the distance to the ring from below by linear functions. It is at least its component along the
//! witness's direction from the ring. That component contains the distance from the axis, which is convex and
//! in turn at least its component along the witness's direction from the axis.
AtCorners below_tube(double ring_radius, double tube_radius, const Vector3d& witness,
                     const std::array<Vector3d, 3>& triangle) {
  const Vector3d out = outward(witness), ring = ring_radius * out;
  const Vector3d way =
      (witness - ring).norm() > 0 ? Vector3d((witness - ring).normalized()) : Vector3d::UnitZ();
  const double across = way.dot(out);
  AtCorners bounds{};
  for (std::size_t i = 0; i < 3; ++i) {
    const double from_axis = across > 0 ? out.dot(triangle[i]) : triangle[i].head<2>().norm();
    bounds[i] = tube_radius - across * (from_axis - ring_radius) - way.z() * triangle[i].z();
  }
  return bounds;
}

double greatest(const AtCorners& values) { return std::max({values[0], values[1], values[2]}); }

}  // namespace

BodyDepth depth_in(const AnalyticBody& body, const Vector3d& point) {
  const BodyDepth depth = in_body_frame(body, body.case_from_body.inverse(Eigen::Isometry) * point);
  return {depth.mm, body.case_from_body * depth.closest};
}

std::array<double, 3> depth_bounds(const AnalyticBody& body, const Vector3d& witness,
                                   const std::array<Vector3d, 3>& triangle) {
  if (body.kind != BodyKind::torus) return below_tangent(body, witness, triangle);
  const Eigen::Isometry3d body_from_case = body.case_from_body.inverse(Eigen::Isometry);
  const auto& size = body.size_mm;
  const Vector3d at = body_from_case * witness;
  std::array<Vector3d, 3> corners;
  for (std::size_t i = 0; i < 3; ++i) corners[i] = body_from_case * triangle[i];
  AtCorners least = below_tube(size[0], size[1], at, corners);
  if (size[2] >= 360) return least;
  for (const End& end : ends_of(size)) {  // the depth inside is at most the distance from an end
    AtCorners bounds{};
    for (std::size_t i = 0; i < 3; ++i)
      bounds[i] = (corners[i] - closest_on_disc(corners[i], end, size[1])).norm();
    if (greatest(bounds) < greatest(least)) least = bounds;
  }
  return least;
}

}  // namespace intercusp
