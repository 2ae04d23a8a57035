#include "occlusion/geometry/body_mesh.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "occlusion/base/angles.h"
#include "occlusion/geometry/shapes.h"

namespace intercusp {
namespace {

constexpr double pi = std::numbers::pi;
constexpr double most_faces = static_cast<double>(most_body_faces);

//! A whole number from a calculated one, within limits.
int count_between(double least, double wanted, double most) {
  return static_cast<int>(std::ceil(std::clamp(wanted, least, most)));
}

//! A sphere's faces are right-angled triangles or narrower, with legs of two half steps of π/2n. The circle about a
//! face has at most the radius √2·sin(π/2n), and the cap that it cuts off the unit sphere is 1 − √cos(π/n) high. An
//! ellipsoid stretches that by its longest semi-axis at most.
BodyMesh ellipsoid_mesh(const Eigen::Vector3d& semi_axes, double error_mm) {
  const double longest = semi_axes.maxCoeff();
  const double allowed = 1 - std::min(0.5, error_mm / longest);
  const int rings = count_between(12, pi / std::acos(allowed * allowed), std::sqrt(most_faces / 4));
  BodyMesh result{shapes::sphere({0, 0, 0}, 1, rings), longest * (1 - std::sqrt(std::cos(pi / rings)))};
  for (Eigen::Vector3d& vertex : result.mesh.vertices) vertex = vertex.cwiseProduct(semi_axes);
  return result;
}

//! A ring of vertices about z, or the one vertex of a tip. \return the number of its first
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

//! Flat sides between two circles or a circle and a tip: their error is the height of the wider circle's segments.
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

//! A face with legs u and v of a parameter plane is off its surface by no more than (u²·A + 2uv·B + v²·C)/8, A,
//! B and C the greatest second derivatives (Filip, Magedson & Markot 1986): here R + r, r and r.
TorusSteps torus_steps(double ring, double tube, double angle, double error_mm) {
  const double share = 2 + 2 * std::sqrt(tube / (ring + tube));
  // With u = k/√(R + r) and v = k/√r the two pure terms weigh the same.
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

}  // namespace intercusp
