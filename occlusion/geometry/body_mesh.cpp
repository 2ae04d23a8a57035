#include "occlusion/geometry/body_mesh.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numbers>

#include "occlusion/base/angles.h"
#include "occlusion/geometry/shapes.h"

namespace intercusp {
namespace {

constexpr double pi = std::numbers::pi;
constexpr double most_faces = static_cast<double>(most_body_faces);

//! Rounds a computed count up to an integer within limits.
int count_between(double least, double wanted, double most) {
  return static_cast<int>(std::ceil(std::clamp(wanted, least, most)));
}

//! A sphere's faces are right-angled triangles, or narrower, with legs of two half steps of π/2n. The circle
//! about a face has a radius of at most √2·sin(π/2n). It cuts a cap of height 1 − √cos(π/n) off the unit
//! sphere. An ellipsoid stretches this height by its longest semi-axis at most.
BodyMesh ellipsoid_mesh(const Eigen::Vector3d& semi_axes, double error_mm) {
  const double longest = semi_axes.maxCoeff();
  const double allowed = 1 - std::min(0.5, error_mm / longest);
  const int rings = count_between(12, pi / std::acos(allowed * allowed), std::sqrt(most_faces / 4));
  BodyMesh result{shapes::sphere({0, 0, 0}, 1, rings), longest * (1 - std::sqrt(std::cos(pi / rings)))};
  for (Eigen::Vector3d& vertex : result.mesh.vertices) vertex = vertex.cwiseProduct(semi_axes);
  return result;
}

//! Adds a ring of vertices about z, or the single vertex of a tip.
//! \return the index of its first vertex
std::uint32_t add_ring(TriangleMesh& mesh, double radius, double z, std::uint32_t sides) {
  const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
  if (radius == 0) {
    mesh.vertices.emplace_back(0, 0, z);
    return first;
  }
  for (std::uint32_t i = 0; i < sides; ++i) {
    const double angle = 2 * pi * i / sides;
    mesh.vertices.emplace_back(radius * std::cos(angle), radius * std::sin(angle), z);
  }
  return first;
}

//! Flat sides between two circles, or a circle and a tip. Their error is the sagitta of the wider circle.
BodyMesh frustum_mesh(double base, double top, double height, double error_mm) {
  const double widest = std::max(base, top);
  const auto sides = static_cast<std::uint32_t>(
      count_between(24, pi / std::acos(1 - std::min(0.5, error_mm / widest)), most_faces / 4));
  BodyMesh result{{}, widest * (1 - std::cos(pi / sides))};
  TriangleMesh& mesh = result.mesh;
  const std::uint32_t below = add_ring(mesh, base, -0.5 * height, sides);
  const std::uint32_t above = add_ring(mesh, top, 0.5 * height, sides);
  const std::uint32_t middle_below = base > 0 ? add_ring(mesh, 0, -0.5 * height, sides) : below;
  const std::uint32_t middle_above = top > 0 ? add_ring(mesh, 0, 0.5 * height, sides) : above;
  for (std::uint32_t i = 0; i < sides; ++i) {
    const std::uint32_t j = (i + 1) % sides;
    if (base > 0) mesh.faces.push_back({below + i, below + j, top > 0 ? above + j : above});
    if (top > 0) mesh.faces.push_back({base > 0 ? below + i : below, above + j, above + i});
    if (base > 0) mesh.faces.push_back({middle_below, below + j, below + i});
    if (top > 0) mesh.faces.push_back({middle_above, above + i, above + j});
  }
  return result;
}

//! The angular steps of a torus, radians.
struct TorusSteps {
  int around_ring, around_tube;
  double error_mm;
};

//! A face over a parameter triangle with legs u and v deviates from its surface by at most (u²·A + 2uv·B
//! + v²·C)/8, where A, B and C are the greatest second derivatives (Filip, Magedson & Markot 1986): here
//! R + r, r and r.
TorusSteps torus_steps(double ring, double tube, double angle, double error_mm) {
  const double share = 2 + 2 * std::sqrt(tube / (ring + tube));
  // With u = k/√(R + r) and v = k/√r both pure terms are equal.
  const double fine = std::sqrt(8 * error_mm / share);
  const double coarse = std::sqrt(4 * pi * angle * std::sqrt((ring + tube) * tube) / (0.97 * most_faces));
  const double k = std::max(fine, coarse);
  const int around_tube = count_between(24, 2 * pi * std::sqrt(tube) / k, most_faces / 48);
  const int around_ring = count_between(std::ceil(6 * angle), angle * std::sqrt(ring + tube) / k,
                                        std::floor(most_faces / 2 / around_tube));
  TorusSteps steps{around_ring, around_tube, 0};
  const double u = angle / steps.around_ring, v = 2 * pi / steps.around_tube;
  steps.error_mm = (u * u * (ring + tube) + 2 * u * v * tube + v * v * tube) / 8;
  return steps;
}

BodyMesh torus_mesh(double ring, double tube, double angle_deg, double error_mm) {
  const double angle = angle_deg * rad_per_deg;
  const bool whole = angle_deg >= 360;
  const TorusSteps steps = torus_steps(ring, tube, angle, error_mm);
  BodyMesh result{{}, steps.error_mm};
  TriangleMesh& mesh = result.mesh;
  const int circles = whole ? steps.around_ring : steps.around_ring + 1;
  const auto around = static_cast<std::uint32_t>(steps.around_tube);
  const auto vertex = [&](int circle, std::uint32_t j) {
    return static_cast<std::uint32_t>(circle % circles) * around + j % around;
  };
  for (int i = 0; i < circles; ++i) {
    const double turn = angle * i / steps.around_ring;
    for (std::uint32_t j = 0; j < around; ++j) {
      const double along = 2 * pi * j / around, from_axis = ring + tube * std::cos(along);
      mesh.vertices.emplace_back(from_axis * std::cos(turn), from_axis * std::sin(turn),
                                 tube * std::sin(along));
    }
  }
  for (int i = 0; i < steps.around_ring; ++i) {
    for (std::uint32_t j = 0; j < around; ++j) {
      mesh.faces.push_back({vertex(i, j), vertex(i + 1, j), vertex(i + 1, j + 1)});
      mesh.faces.push_back({vertex(i, j), vertex(i + 1, j + 1), vertex(i, j + 1)});
    }
  }
  if (whole) return result;
  const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
  mesh.vertices.emplace_back(ring, 0, 0);
  mesh.vertices.emplace_back(ring * std::cos(angle), ring * std::sin(angle), 0);
  for (std::uint32_t j = 0; j < around; ++j) {
    mesh.faces.push_back({first, vertex(0, j), vertex(0, j + 1)});
    mesh.faces.push_back({first + 1, vertex(circles - 1, j + 1), vertex(circles - 1, j)});
  }
  return result;
}

BodyMesh mesh_in_body_frame(const AnalyticBody& body, double error_mm) {
  const auto& size = body.size_mm;
  switch (body.kind) {
    case BodyKind::sphere:
      return ellipsoid_mesh(Eigen::Vector3d::Constant(size[0]), error_mm);
    case BodyKind::ellipsoid:
      return ellipsoid_mesh({size[0], size[1], size[2]}, error_mm);
    case BodyKind::cylinder:
      return frustum_mesh(size[0], size[0], size[1], error_mm);
    case BodyKind::cone:
      return frustum_mesh(size[0], size[1], size[2], error_mm);
    case BodyKind::torus:
      return torus_mesh(size[0], size[1], size[2], error_mm);
    case BodyKind::box: {
      const Eigen::Vector3d half = 0.5 * Eigen::Vector3d(size[0], size[1], size[2]);
      return {shapes::box(-half, half), 0};
    }
  }
  return {};
}

}  // namespace

BodyMesh mesh_of(const AnalyticBody& body, double error_mm) {
  BodyMesh result = mesh_in_body_frame(body, error_mm);
  result.mesh = shapes::moved(std::move(result.mesh), body.case_from_body);
  return result;
}

namespace {

using Eigen::Vector2d;
using Eigen::Vector3d;

//! Parameters: longitude and latitude.
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

//! Parameters: angle about z, and relative position between two circles.
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

//! Parameters: angle about the axis, and about the tube.
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
  for (const double at : {0.0, angle}) {  // a disc perpendicular to y, turned to the end of the segment
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
