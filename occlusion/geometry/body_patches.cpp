#include "occlusion/geometry/body_patches.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numbers>

#include "occlusion/base/angles.h"

namespace intercusp {
namespace {

using Eigen::Vector2d;
using Eigen::Vector3d;

//! Longitude and latitude.
class EllipsoidPatch : public BodyPatch {
 public:
  EllipsoidPatch(const Eigen::Isometry3d& pose, const Vector3d& semi_axes)
      : pose_(pose), semi_axes_(semi_axes) {}

  [[nodiscard]] Vector3d place(const Vector2d& uv) const override {
    const Vector3d unit(std::cos(uv.y()) * std::cos(uv.x()), std::cos(uv.y()) * std::sin(uv.x()),
                        std::sin(uv.y()));
    return pose_ * unit.cwiseProduct(semi_axes_);
  }
  [[nodiscard]] std::array<double, 3> bends(const Vector2d& low, const Vector2d& high) const override {
    const double longest = semi_axes_.maxCoeff();
    const double nearest_equator =
        low.y() * high.y() < 0 ? 0 : std::min(std::abs(low.y()), std::abs(high.y()));
    const double nearest_pole = std::max(std::abs(low.y()), std::abs(high.y()));
    return {longest * std::cos(nearest_equator), longest * std::sin(nearest_pole), longest};
  }

 private:
  Eigen::Isometry3d pose_;
  Vector3d semi_axes_;
};

//! Angle about z, and the relative position between two circles.
class FrustumPatch : public BodyPatch {
 public:
  struct Circle {
    double radius, z;
  };
  FrustumPatch(const Eigen::Isometry3d& pose, const Circle& from, const Circle& to)
      : pose_(pose), from_(from), to_(to) {}

  [[nodiscard]] Vector3d place(const Vector2d& uv) const override {
    const double radius = radius_at(uv.y());
    return pose_ * Vector3d(radius * std::cos(uv.x()), radius * std::sin(uv.x()),
                            from_.z + uv.y() * (to_.z - from_.z));
  }
  [[nodiscard]] std::array<double, 3> bends(const Vector2d& low, const Vector2d& high) const override {
    return {std::max(radius_at(low.y()), radius_at(high.y())), std::abs(to_.radius - from_.radius), 0};
  }

 private:
  [[nodiscard]] double radius_at(double share) const {
    return from_.radius + share * (to_.radius - from_.radius);
  }

  Eigen::Isometry3d pose_;
  Circle from_, to_;
};

//! Angle about the axis, and about the tube.
class TorusPatch : public BodyPatch {
 public:
  TorusPatch(const Eigen::Isometry3d& pose, double ring, double tube)
      : pose_(pose), ring_(ring), tube_(tube) {}

  [[nodiscard]] Vector3d place(const Vector2d& uv) const override {
    const double from_axis = ring_ + tube_ * std::cos(uv.y());
    return pose_ *
           Vector3d(from_axis * std::cos(uv.x()), from_axis * std::sin(uv.x()), tube_ * std::sin(uv.y()));
  }
  [[nodiscard]] std::array<double, 3> bends(const Vector2d&, const Vector2d&) const override {
    return {ring_ + tube_, tube_, tube_};
  }

 private:
  Eigen::Isometry3d pose_;
  double ring_, tube_;
};

void add_grid(std::vector<PatchTriangle>& triangles, const std::shared_ptr<const BodyPatch>& patch,
              const Vector2d& low, const Vector2d& high, int across, int up) {
  const auto at = [&](int i, int j) {
    return Vector2d(low.x() + (high.x() - low.x()) * i / across, low.y() + (high.y() - low.y()) * j / up);
  };
  for (int i = 0; i < across; ++i) {
    for (int j = 0; j < up; ++j) {
      triangles.push_back({patch, {at(i, j), at(i + 1, j), at(i + 1, j + 1)}});
      triangles.push_back({patch, {at(i, j), at(i + 1, j + 1), at(i, j + 1)}});
    }
  }
}

constexpr int around = 16;

void add_frustum(std::vector<PatchTriangle>& triangles, const Eigen::Isometry3d& pose,
                 const FrustumPatch::Circle& from, const FrustumPatch::Circle& to) {
  if (from.radius == 0 && to.radius == 0) return;
  add_grid(triangles, std::make_shared<const FrustumPatch>(pose, from, to), {0, 0}, {2 * std::numbers::pi, 1},
           around, 1);
}

std::vector<PatchTriangle> frustum_patches(const AnalyticBody& body, double base, double top, double height) {
  const double half = 0.5 * height;
  std::vector<PatchTriangle> triangles;
  add_frustum(triangles, body.case_from_body, {0, -half}, {base, -half});
  add_frustum(triangles, body.case_from_body, {base, -half}, {top, half});
  add_frustum(triangles, body.case_from_body, {top, half}, {0, half});
  return triangles;
}

std::vector<PatchTriangle> torus_patches(const AnalyticBody& body) {
  const double ring = body.size_mm[0], tube = body.size_mm[1], angle = body.size_mm[2] * rad_per_deg;
  std::vector<PatchTriangle> triangles;
  add_grid(triangles, std::make_shared<const TorusPatch>(body.case_from_body, ring, tube), {0, 0},
           {angle, 2 * std::numbers::pi}, around, around);
  if (body.size_mm[2] >= 360) return triangles;
  for (const double at : {0.0, angle}) {  // a disc about y, turned to the end of the segment
    Eigen::Isometry3d end = body.case_from_body * Eigen::AngleAxisd(at, Vector3d::UnitZ());
    end =
        end * Eigen::Translation3d(ring, 0, 0) * Eigen::AngleAxisd(0.5 * std::numbers::pi, Vector3d::UnitX());
    add_frustum(triangles, end, {0, 0}, {tube, 0});
  }
  return triangles;
}

}  // namespace

double PatchTriangle::off_mm() const {
  const Vector2d low = uv[0].cwiseMin(uv[1]).cwiseMin(uv[2]), high = uv[0].cwiseMax(uv[1]).cwiseMax(uv[2]);
  const Vector2d size = high - low;
  const auto [uu, both, vv] = patch->bends(low, high);
  return (size.x() * size.x() * uu + 2 * size.x() * size.y() * both + size.y() * size.y() * vv) / 8;
}

std::vector<PatchTriangle> patches_of(const AnalyticBody& body) {
  const auto& size = body.size_mm;
  assert(body.kind != BodyKind::box);
  if (body.kind == BodyKind::cylinder) return frustum_patches(body, size[0], size[0], size[1]);
  if (body.kind == BodyKind::cone) return frustum_patches(body, size[0], size[1], size[2]);
  if (body.kind == BodyKind::torus) return torus_patches(body);
  const bool round = body.kind == BodyKind::sphere;
  const Vector3d semi_axes(size[0], size[round ? 0 : 1], size[round ? 0 : 2]);
  std::vector<PatchTriangle> triangles;
  add_grid(triangles, std::make_shared<const EllipsoidPatch>(body.case_from_body, semi_axes),
           {0, -0.5 * std::numbers::pi}, {2 * std::numbers::pi, 0.5 * std::numbers::pi}, around, around / 2);
  return triangles;
}

}  // namespace intercusp
