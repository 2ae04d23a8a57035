#include "occlusion/particles/quadric_collider.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "occlusion/geometry/polynomial.h"

namespace intercusp {
namespace {

//! The surface's polynomial along the path, constant first.
std::array<double, 5> along(const Quadric& surface, const Path& path) {
  Eigen::Vector4d p = path.start.homogeneous(), v = Eigen::Vector4d::Zero(), a = Eigen::Vector4d::Zero();
  v.head<3>() = path.velocity;
  a.head<3>() = 0.5 * path.acceleration;
  const Eigen::Vector4d qp = surface.q * p, qv = surface.q * v, qa = surface.q * a;
  return {p.dot(qp), 2 * v.dot(qp), v.dot(qv) + 2 * a.dot(qp), 2 * a.dot(qv), a.dot(qa)};
}

double value_at(const Quadric& surface, const Eigen::Vector3d& point) {
  return point.homogeneous().dot(surface.q * point.homogeneous());
}

bool counts(const QuadricCollider& collider, const Eigen::Vector3d& point) {
  const bool in_box = (point.array() >= collider.within.min.array()).all() &&
                      (point.array() <= collider.within.max.array()).all();
  return in_box && (!collider.inside || value_at(*collider.inside, point) <= 0);
}

Impact impact_at(const QuadricCollider& collider, const Path& here, double time_s) {
  const Eigen::Vector3d point = here.at(time_s);
  const Eigen::Vector3d gradient = (collider.surface.q * point.homogeneous()).head<3>();
  return {.time_s = time_s,
          .point = collider.world_from_body * point,
          .velocity = collider.world_from_body.linear() * here.velocity_at(time_s),
          .normal = collider.world_from_body.linear() * gradient.normalized()};
}

//! (x/a)² + (y/b)² + z_square·z² + 2·z_half·z + constant.
Quadric about_z(double a, double b, double z_square, double z_half, double constant) {
  Quadric surface;
  surface.q.diagonal() << 1 / (a * a), 1 / (b * b), z_square, constant;
  surface.q(2, 3) = surface.q(3, 2) = z_half;
  return surface;
}

Quadric ground() {
  Quadric plane;
  plane.q(2, 3) = plane.q(3, 2) = 0.5;
  return plane;
}

//! A box about z. Walls that the surface does not reach have a margin, so that rounding, even to float, does not decide
//! there.
Bounds box_about_z(double x, double y, double low, double high) {
  constexpr double off = 1.001;
  Bounds box;
  box.add({-off * x, -off * y, low});
  box.add({off * x, off * y, high});
  return box;
}

double farther(double low, double high) { return std::max(std::abs(low), std::abs(high)); }

}  // namespace

namespace colliders {

QuadricCollider rectangle(double width_mm, double height_mm) {
  Bounds box;
  box.add({-0.5 * width_mm, -0.5 * height_mm, -1});
  box.add({0.5 * width_mm, 0.5 * height_mm, 1});
  return {ground(), box};
}

QuadricCollider disc(double radius_mm) {
  return {ground(), box_about_z(radius_mm, radius_mm, -1, 1), about_z(radius_mm, radius_mm, 0, 0, -1)};
}

QuadricCollider ellipsoid(const Eigen::Vector3d& radii_mm) {
  const double z = 1.001 * radii_mm.z();
  return {about_z(radii_mm.x(), radii_mm.y(), 1 / (radii_mm.z() * radii_mm.z()), 0, -1),
          box_about_z(radii_mm.x(), radii_mm.y(), -z, z)};
}

QuadricCollider cylinder(const Eigen::Vector2d& radii_mm, double low_mm, double high_mm) {
  return {about_z(radii_mm.x(), radii_mm.y(), 0, 0, -1),
          box_about_z(radii_mm.x(), radii_mm.y(), low_mm, high_mm)};
}

QuadricCollider cone(const Eigen::Vector2d& slopes, double low_mm, double high_mm) {
  const Eigen::Vector2d widest = farther(low_mm, high_mm) * slopes;
  return {about_z(slopes.x(), slopes.y(), -1, 0, 0), box_about_z(widest.x(), widest.y(), low_mm, high_mm)};
}

QuadricCollider paraboloid(const Eigen::Vector2d& a_b, double high_mm) {
  const Eigen::Vector2d widest = std::sqrt(high_mm) * a_b;
  return {about_z(a_b.x(), a_b.y(), 0, -0.5, 0), box_about_z(widest.x(), widest.y(), -1, high_mm)};
}

QuadricCollider hyperboloid_of_one_sheet(const Eigen::Vector3d& a_b_c, double low_mm, double high_mm) {
  const double c = a_b_c.z();
  const Eigen::Vector2d widest = std::sqrt(1 + std::pow(farther(low_mm, high_mm) / c, 2)) * a_b_c.head<2>();
  return {about_z(a_b_c.x(), a_b_c.y(), -1 / (c * c), 0, -1),
          box_about_z(widest.x(), widest.y(), low_mm, high_mm)};
}

QuadricCollider hyperboloid_of_two_sheets(const Eigen::Vector3d& a_b_c, double low_mm, double high_mm) {
  const double c = a_b_c.z();
  const Eigen::Vector2d widest =
      std::sqrt(std::max(0.0, std::pow(farther(low_mm, high_mm) / c, 2) - 1)) * a_b_c.head<2>();
  return {about_z(a_b_c.x(), a_b_c.y(), -1 / (c * c), 0, 1),
          box_about_z(widest.x(), widest.y(), low_mm, high_mm)};
}

}  // namespace colliders

std::optional<Impact> first_impact(const QuadricCollider& collider, const Path& path, double until_s,
                                   bool left) {
  const Path here = moved(path, collider.world_from_body.inverse(Eigen::Isometry));
  std::optional<TimeWindow> window = time_in(collider.within, here);
  if (left) window = TimeWindow{0, window ? window->to_s : 0};
  if (!window || window->from_s > until_s) return std::nullopt;
  // From where the path comes near, digits are not lost to a distant start.
  const Path near = later(here, window->from_s);
  const std::array<double, 5> polynomial = along(collider.surface, near);
  // On the surface the constant is 0: without it and divided by t, the polynomial has the other roots.
  const std::span<const double> coefficients = std::span<const double>(polynomial).subspan(left ? 1 : 0);
  const double length_s = std::min(window->to_s, until_s) - window->from_s;
  for (const double root : sign_changes(coefficients, 0, length_s)) {
    if (!(window->from_s + root > 0) || !counts(collider, near.at(root))) continue;
    Impact impact = impact_at(collider, near, root);
    impact.time_s = window->from_s + root;
    return impact;
  }
  return std::nullopt;
}

}  // namespace intercusp
