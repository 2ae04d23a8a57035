#include "occlusion/geometry/analytic_body.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>
#include <utility>

#include "occlusion/base/angles.h"
#include "occlusion/geometry/polynomial.h"

namespace intercusp {
namespace {

constexpr double endless = std::numeric_limits<double>::infinity();

using Ranges = std::vector<DepthRange>;
using Eigen::Vector3d;

//! A line in the body's frame. The origin is the point nearest to the body's middle, to limit cancellation.
struct BodyLine {
  Vector3d origin, direction;
};

//! A cone or cylinder by the radii of its bottom and top.
struct Frustum {
  double base, top, height;

  [[nodiscard]] double slope() const { return (top - base) / height; }
  [[nodiscard]] double middle_radius() const { return 0.5 * (base + top); }
};

Frustum frustum_of(const AnalyticBody& body) {
  const auto& size = body.size_mm;
  if (body.kind == BodyKind::cylinder) return {size[0], size[0], size[1]};
  return {size[0], size[1], size[2]};
}

//! Both roots of a·t² + 2·b·t + c for a ≠ 0, ascending, without the cancellation of b - sqrt(b² - ac).
std::pair<double, double> roots(double a, double b, double c, double root_of_discriminant) {
  const double sum = b + std::copysign(root_of_discriminant, b);
  const double one = -sum / a;
  const double other = sum == 0 ? one : -c / sum;
  return one < other ? std::pair{one, other} : std::pair{other, one};
}

//! Ranges in which a·t² + 2·b·t + c is at most 0, sorted; empty if it only touches 0.
Ranges ranges_below_zero(double a, double b, double c) {
  if (a == 0 && b == 0) return c <= 0 ? Ranges{{-endless, endless}} : Ranges{};
  if (a == 0) {
    const double crossing = -c / (2 * b);
    return {b > 0 ? DepthRange{-endless, crossing} : DepthRange{crossing, endless}};
  }
  const double discriminant = b * b - a * c;
  if (discriminant <= 0) return a < 0 ? Ranges{{-endless, endless}} : Ranges{};
  const auto [first, second] = roots(a, b, c, std::sqrt(discriminant));
  if (a > 0) return {{first, second}};
  return {{-endless, first}, {second, endless}};
}

Ranges common(const Ranges& ranges, const DepthRange& limits) {
  Ranges result;
  for (const DepthRange& range : ranges) {
    const DepthRange both{std::max(range.start, limits.start), std::min(range.end, limits.end)};
    if (both.start < both.end) result.push_back(both);
  }
  return result;
}

Ranges without(const Ranges& ranges, const DepthRange& removed) {
  if (!(removed.start < removed.end)) return ranges;
  Ranges result = common(ranges, {-endless, removed.start});
  const Ranges after = common(ranges, {removed.end, endless});
  result.insert(result.end(), after.begin(), after.end());
  return result;
}

//! The range in which origin + t·slope is at least 0.
DepthRange not_negative(double origin, double slope) {
  if (slope == 0) return origin >= 0 ? DepthRange{-endless, endless} : DepthRange{endless, -endless};
  return slope > 0 ? DepthRange{-origin / slope, endless} : DepthRange{-endless, -origin / slope};
}

DepthRange common(const DepthRange& a, const DepthRange& b) {
  return {std::max(a.start, b.start), std::min(a.end, b.end)};
}

//! The range in which |origin + t·slope| is at most `half`.
DepthRange between(double origin, double slope, double half) {
  return common(not_negative(half + origin, slope), not_negative(half - origin, -slope));
}

Ranges in_ellipsoid(const BodyLine& line, const Vector3d& semi_axes) {
  const Vector3d p = line.origin.cwiseQuotient(semi_axes), d = line.direction.cwiseQuotient(semi_axes);
  return ranges_below_zero(d.squaredNorm(), d.dot(p), p.squaredNorm() - 1);
}

Ranges in_frustum(const BodyLine& line, const Frustum& frustum) {
  const double slope = frustum.slope();
  const double radius = frustum.middle_radius() + slope * line.origin.z();
  const double growth = slope * line.direction.z();
  const Eigen::Vector2d p = line.origin.head<2>(), d = line.direction.head<2>();
  // Within its height the body is one half of the double cone that the quadratic describes.
  return common(ranges_below_zero(d.squaredNorm() - growth * growth, d.dot(p) - radius * growth,
                                  p.squaredNorm() - radius * radius),
                between(line.origin.z(), line.direction.z(), 0.5 * frustum.height));
}

Ranges in_box(const BodyLine& line, const Vector3d& half) {
  DepthRange inside{-endless, endless};
  for (int i = 0; i < 3; ++i) inside = common(inside, between(line.origin[i], line.direction[i], half[i]));
  return common(Ranges{inside}, {-endless, endless});
}

//! Ranges between `low` and `high` in which a polynomial of degree 4 or less is negative.
Ranges negative_ranges(std::span<const double> polynomial, double low, double high) {
  const Roots changes = sign_changes(polynomial, low, high);
  std::vector<double> ends(changes.begin(), changes.end());
  if (value_at(polynomial, low) < 0) ends.insert(ends.begin(), low);
  if (ends.size() % 2 == 1) ends.push_back(high);
  Ranges ranges;
  for (std::size_t i = 0; i < ends.size(); i += 2) ranges.push_back({ends[i], ends[i + 1]});
  return ranges;
}

//! Solves (|p|² + R² − r²)² − 4R²(x² + y²) < 0, with lengths in units of R + r.
Ranges in_ring(const BodyLine& line, double ring_radius, double tube_radius) {
  const double unit = ring_radius + tube_radius;
  const double ring = ring_radius / unit, tube = tube_radius / unit;
  const Vector3d p = line.origin / unit;
  const Vector3d& d = line.direction;
  const double beside = p.squaredNorm();  // p is perpendicular to d
  if (beside >= 1) return {};
  const double reach = std::sqrt(1 - beside);
  const DepthRange near = common(DepthRange{-reach, reach}, between(p.z(), d.z(), tube));
  if (!(near.start < near.end)) return {};
  const double constant = beside + ring * ring - tube * tube, four = 4 * ring * ring;
  const std::array<double, 5> quartic = {constant * constant - four * p.head<2>().squaredNorm(),
                                         -2 * four * p.head<2>().dot(d.head<2>()),
                                         2 * constant - four * d.head<2>().squaredNorm(), 0, 1};
  Ranges ranges = negative_ranges(quartic, near.start, near.end);
  for (DepthRange& range : ranges) range = {range.start * unit, range.end * unit};
  return ranges;
}

//! Normal of the end plane of a torus's segment. Points of the segment have y >= 0 at its beginning and n·(x,
//! y) >= 0 at its end; both hold up to half a turn, at least one beyond it.
Eigen::Vector2d end_plane(double angle_deg) {
  const double angle = angle_deg * rad_per_deg;
  return {std::sin(angle), -std::cos(angle)};
}

Ranges in_torus(const BodyLine& line, double ring_radius, double tube_radius, double angle_deg) {
  const Ranges ring = in_ring(line, ring_radius, tube_radius);
  if (angle_deg >= 360 || ring.empty()) return ring;
  const Eigen::Vector2d plane = end_plane(angle_deg);
  const Eigen::Vector2d p = line.origin.head<2>(), d = line.direction.head<2>();
  if (angle_deg <= 180)
    return common(ring, common(not_negative(p.y(), d.y()), not_negative(plane.dot(p), plane.dot(d))));
  return without(ring, common(not_negative(-p.y(), -d.y()), not_negative(-plane.dot(p), -plane.dot(d))));
}

Ranges in_body_frame(const AnalyticBody& body, const BodyLine& line) {
  const auto& size = body.size_mm;
  switch (body.kind) {
    case BodyKind::sphere:
      return in_ellipsoid(line, Vector3d::Constant(size[0]));
    case BodyKind::ellipsoid:
      return in_ellipsoid(line, {size[0], size[1], size[2]});
    case BodyKind::cylinder:
    case BodyKind::cone:
      return in_frustum(line, frustum_of(body));
    case BodyKind::torus:
      return in_torus(line, size[0], size[1], size[2]);
    case BodyKind::box:
      return in_box(line, 0.5 * Vector3d(size[0], size[1], size[2]));
  }
  return {};
}

//! The greatest x·direction over the body, in its frame.
double support(const AnalyticBody& body, const Vector3d& direction) {
  const auto& size = body.size_mm;
  const double across = direction.head<2>().norm();
  switch (body.kind) {
    case BodyKind::sphere:
      return size[0] * direction.norm();
    case BodyKind::ellipsoid:
      return direction.cwiseProduct(Vector3d(size[0], size[1], size[2])).norm();
    case BodyKind::cylinder:
    case BodyKind::cone: {
      const Frustum frustum = frustum_of(body);
      const double up = 0.5 * frustum.height * direction.z();
      return std::max(frustum.base * across - up, frustum.top * across + up);
    }
    case BodyKind::torus:
      return size[0] * across + size[1] * direction.norm();
    case BodyKind::box:
      return 0.5 * direction.cwiseAbs().dot(Vector3d(size[0], size[1], size[2]));
  }
  return 0;
}

//! A part of a surface: the distance of the point from it, and its normal there.
struct SurfacePart {
  double off_mm;
  Vector3d normal;
};

Vector3d nearest_normal(std::span<const SurfacePart> parts) {
  return std::min_element(parts.begin(), parts.end(),
                          [](const SurfacePart& a, const SurfacePart& b) {
                            return std::abs(a.off_mm) < std::abs(b.off_mm);
                          })
      ->normal;
}

Vector3d frustum_normal(const Frustum& frustum, const Vector3d& p) {
  const double across = p.head<2>().norm();
  const Vector3d outward = across > 0 ? Vector3d(p.x() / across, p.y() / across, 0) : Vector3d::UnitX();
  const Vector3d wall = (outward - frustum.slope() * Vector3d::UnitZ()).normalized();
  const double wall_off = (across - frustum.middle_radius() - frustum.slope() * p.z()) * wall.dot(outward);
  const double half = 0.5 * frustum.height;
  return nearest_normal(std::array{SurfacePart{wall_off, wall}, SurfacePart{p.z() - half, Vector3d::UnitZ()},
                                   SurfacePart{p.z() + half, -Vector3d::UnitZ()}});
}

Vector3d torus_normal(const std::vector<double>& size, const Vector3d& p) {
  const double across = p.head<2>().norm();
  const Vector3d outward = across > 0 ? Vector3d(p.x() / across, p.y() / across, 0) : Vector3d::UnitX();
  const Vector3d from_ring = p - size[0] * outward;
  const SurfacePart tube{from_ring.norm() - size[1], from_ring.normalized()};
  if (size[2] >= 360) return tube.normal;
  const Eigen::Vector2d plane = end_plane(size[2]);
  return nearest_normal(std::array{
      tube, SurfacePart{outward.x() > 0 ? p.y() : endless, -Vector3d::UnitY()},
      SurfacePart{outward.head<2>().dot(Eigen::Vector2d(-plane.y(), plane.x())) > 0 ? plane.dot(p.head<2>())
                                                                                    : endless,
                  -Vector3d(plane.x(), plane.y(), 0)}});
}

Vector3d box_normal(const Vector3d& half, const Vector3d& p) {
  Eigen::Index axis = 0;
  (p.cwiseAbs() - half).cwiseAbs().minCoeff(&axis);
  return std::copysign(1.0, p[axis]) * Vector3d::Unit(axis);
}

Vector3d normal_in_body_frame(const AnalyticBody& body, const Vector3d& p) {
  const auto& size = body.size_mm;
  switch (body.kind) {
    case BodyKind::sphere:
      return p.normalized();
    case BodyKind::ellipsoid: {
      const Vector3d semi_axes(size[0], size[1], size[2]);
      return p.cwiseQuotient(semi_axes).cwiseQuotient(semi_axes).normalized();
    }
    case BodyKind::cylinder:
    case BodyKind::cone:
      return frustum_normal(frustum_of(body), p);
    case BodyKind::torus:
      return torus_normal(size, p);
    case BodyKind::box:
      return box_normal(0.5 * Vector3d(size[0], size[1], size[2]), p);
  }
  return Vector3d::UnitZ();
}

}  // namespace

std::vector<DepthRange> ranges_inside(const AnalyticBody& body, const Vector3d& origin,
                                      const Vector3d& direction) {
  const Eigen::Isometry3d body_from_case = body.case_from_body.inverse(Eigen::Isometry);
  const Vector3d from = body_from_case * origin;
  const Vector3d along = body_from_case.linear() * direction;
  const double nearest = -from.dot(along);
  std::vector<DepthRange> ranges = in_body_frame(body, {from + nearest * along, along});
  for (DepthRange& range : ranges) range = {range.start + nearest, range.end + nearest};
  return ranges;
}

Vector3d outward_normal(const AnalyticBody& body, const Vector3d& point) {
  const Vector3d p = body.case_from_body.inverse(Eigen::Isometry) * point;
  return body.case_from_body.linear() * normal_in_body_frame(body, p);
}

Bounds bounds_of(const AnalyticBody& body) {
  Bounds bounds;
  const Eigen::Matrix3d body_from_case = body.case_from_body.linear().transpose();
  for (int axis = 0; axis < 3; ++axis) {
    const Vector3d direction = body_from_case.col(axis);
    bounds.max[axis] = body.case_from_body.translation()[axis] + support(body, direction);
    bounds.min[axis] = body.case_from_body.translation()[axis] - support(body, -direction);
  }
  return bounds;
}

}  // namespace intercusp
