#include "occlusion/particles/body_collider.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "occlusion/base/angles.h"
#include "occlusion/geometry/body_distance.h"
#include "occlusion/geometry/polynomial.h"

namespace intercusp {
namespace {

//! A polynomial of time in s, constant first.
using Polynomial = Eigen::Matrix<double, 9, 1>;

//! \pre the degree of the product is at most 8
Polynomial product(const Polynomial& a, const Polynomial& b) {
  Polynomial result = Polynomial::Zero();
  for (int i = 0; i < 9; ++i)
    for (int j = 0; i + j < 9; ++j) result[i + j] += a[i] * b[j];
  return result;
}

Polynomial square(const Polynomial& a) { return product(a, a); }

Polynomial constant(double value) { return value * Polynomial::Unit(0); }

//! direction·g(t)
Polynomial along(const Path& path, const Eigen::Vector3d& direction) {
  Polynomial result = Polynomial::Zero();
  result.head<3>() << direction.dot(path.start), direction.dot(path.velocity),
      0.5 * direction.dot(path.acceleration);
  return result;
}

//! The polynomials of the walls along a path in the body's frame, each with different signs on both sides of its wall.
struct Walls {
  std::array<Polynomial, 6> at;
  std::uint32_t count = 0;

  void add(const Polynomial& wall) { at[count++] = wall; }
  //! Both planes at this distance from the middle.
  void add_pair(const Polynomial& coordinate, double half) {
    add(coordinate - constant(half));
    add(coordinate + constant(half));
  }
};

using Coordinates = std::array<Polynomial, 3>;

//! |(x/a, y/b, z/c)|² = 1
void add_ellipsoid(Walls& walls, const Coordinates& p, const Eigen::Vector3d& semi_axes) {
  Polynomial sum = constant(-1);
  for (std::size_t i = 0; i < 3; ++i) sum += square(p[i] / semi_axes[static_cast<Eigen::Index>(i)]);
  walls.add(sum);
}

//! x² + y² = r², the radius r growing with the height
void add_frustum(Walls& walls, const Coordinates& p, double base, double top, double height) {
  const Polynomial radius = constant(0.5 * (base + top)) + (top - base) / height * p[2];
  walls.add(square(p[0]) + square(p[1]) - square(radius));
  walls.add_pair(p[2], 0.5 * height);
}

//! (|p|² + R² − r²)² = 4R²(x² + y²) in lengths of R + r, and the planes of a segment's ends.
void add_torus(Walls& walls, const Coordinates& p, double ring_mm, double tube_mm, double angle_deg) {
  const double unit = ring_mm + tube_mm, ring = ring_mm / unit, tube = tube_mm / unit;
  const Polynomial beside = square(p[0] / unit) + square(p[1] / unit);
  walls.add(square(beside + square(p[2] / unit) + constant(ring * ring - tube * tube)) -
            4 * ring * ring * beside);
  if (angle_deg >= 360) return;
  const double angle = angle_deg * rad_per_deg;
  walls.add(p[1]);
  walls.add(std::sin(angle) * p[0] - std::cos(angle) * p[1]);
}

Walls walls_along(const AnalyticBody& body, const Path& path) {
  const auto& size = body.size_mm;
  const Coordinates p = {along(path, Eigen::Vector3d::UnitX()), along(path, Eigen::Vector3d::UnitY()),
                         along(path, Eigen::Vector3d::UnitZ())};
  Walls walls;
  switch (body.kind) {
    case BodyKind::sphere:
      add_ellipsoid(walls, p, Eigen::Vector3d::Constant(size[0]));
      break;
    case BodyKind::ellipsoid:
      add_ellipsoid(walls, p, {size[0], size[1], size[2]});
      break;
    case BodyKind::cylinder:
      add_frustum(walls, p, size[0], size[0], size[1]);
      break;
    case BodyKind::cone:
      add_frustum(walls, p, size[0], size[1], size[2]);
      break;
    case BodyKind::torus:
      add_torus(walls, p, size[0], size[1], size[2]);
      break;
    case BodyKind::box:
      for (std::size_t i = 0; i < 3; ++i) walls.add_pair(p[i], 0.5 * size[i]);
      break;
  }
  return walls;
}

struct Crossing {
  std::uint32_t wall;
  double root;  //!< s since the path came close
};

//! For a particle that starts on a wall the constant is 0: without it and divided by t, the polynomial has the other
//! roots.
Roots crossings(const Polynomial& wall, bool starts_on_it, double length_s) {
  return sign_changes(std::span<const double>(wall.data(), 9).subspan(starts_on_it ? 1 : 0), 0, length_s);
}

Bounds bounds_in_own_frame(const AnalyticBody& body) {
  AnalyticBody there = body;
  there.case_from_body.setIdentity();
  Bounds bounds = bounds_of(there);
  // Keeps walls away from the ends of the search.
  const Eigen::Vector3d off = 1e-3 * bounds.size();
  return {bounds.min - off, bounds.max + off};
}

}  // namespace

BodyCollider::BodyCollider(std::shared_ptr<const AnalyticBody> body)
    : body_(std::move(body)), bounds_(bounds_in_own_frame(*body_)) {}

std::optional<Impact> BodyCollider::first_impact(const Path& path, double until_s,
                                                 std::uint32_t left_wall) const {
  const Path here = moved(path, body_->case_from_body.inverse(Eigen::Isometry));
  const bool left = left_wall != no_impact_face;
  std::optional<TimeWindow> window = time_in(bounds_, here);
  if (!window || window->from_s > until_s) return std::nullopt;
  if (left) window->from_s = 0;
  // Starting where the path comes close avoids the loss of digits to a distant start.
  const Path near = later(here, window->from_s);
  const Walls walls = walls_along(*body_, near);
  const auto counts = [&](double root) {
    if (!(window->from_s + root > 0)) return false;
    // A particle that leaves a wall near its edge must not meet the neighbouring wall immediately.
    if (left && near.velocity.norm() * root <= 2 * beside_mm) return false;
    const Eigen::Vector3d point = body_->case_from_body * near.at(root);
    return walls.count == 1 || std::abs(depth_in(*body_, point).mm) <= beside_mm;
  };
  std::optional<Crossing> first;
  double length_s = std::min(window->to_s, until_s) - window->from_s;
  for (std::uint32_t wall = 0; wall < walls.count; ++wall) {
    const Roots roots = crossings(walls.at[wall], wall == left_wall, length_s);
    const auto* const root = std::find_if(roots.begin(), roots.end(), counts);
    if (root == roots.end() || (first && !(*root < first->root))) continue;
    first = Crossing{wall, *root};
    length_s = *root;
  }
  if (!first) return std::nullopt;
  const Eigen::Vector3d point = body_->case_from_body * near.at(first->root);
  return Impact{.time_s = window->from_s + first->root,
                .face = first->wall,
                .point = point,
                .velocity = path.velocity_at(window->from_s + first->root),
                .normal = outward_normal(*body_, point)};
}

}  // namespace intercusp
