#include "occlusion/particles/particles.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <utility>

#include "occlusion/base/angles.h"
#include "occlusion/base/for_all.h"
#include "occlusion/base/random.h"
#include "occlusion/geometry/body_distance.h"
#include "occlusion/geometry/polynomial.h"

namespace intercusp {
namespace {

//! A polynomial of the time in s, constant term first.
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

//! The polynomials of a body's walls along a path in the body's frame. Each has different signs on the two
//! sides of its wall.
struct Walls {
  std::array<Polynomial, 6> at;
  std::uint32_t count = 0;

  void add(const Polynomial& wall) { at[count++] = wall; }
  //! Adds both planes at this distance from the middle.
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

//! x² + y² = r², where the radius r changes with the height
void add_frustum(Walls& walls, const Coordinates& p, double base, double top, double height) {
  const Polynomial radius = constant(0.5 * (base + top)) + (top - base) / height * p[2];
  walls.add(square(p[0]) + square(p[1]) - square(radius));
  walls.add_pair(p[2], 0.5 * height);
}

//! (|p|² + R² − r²)² = 4R²(x² + y²), with lengths in units of R + r, and the end planes of a segment.
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

//! For a particle that starts on a wall the constant term is 0. Dividing by t leaves the other roots.
Roots crossings(const Polynomial& wall, bool starts_on_it, double length_s) {
  return sign_changes(std::span<const double>(wall.data(), 9).subspan(starts_on_it ? 1 : 0), 0, length_s);
}

Bounds bounds_in_own_frame(const AnalyticBody& body) {
  AnalyticBody there = body;
  there.case_from_body.setIdentity();
  Bounds bounds = bounds_of(there);
  // Keeps walls away from the ends of the search interval.
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
  // Starting where the path comes near avoids the loss of digits to a distant start.
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

namespace {

struct AxesAcross {
  Eigen::Vector3d u, v;
};

AxesAcross axes_across(const Eigen::Vector3d& direction) {
  const Eigen::Vector3d u = direction.unitOrthogonal();
  return {u, direction.cross(u)};
}

//! 1 - cos(angle), without cancellation for narrow cones.
double versine(double angle_rad) { return 2 * std::pow(std::sin(0.5 * angle_rad), 2); }

Eigen::Vector3d around(const AxesAcross& axes, double turn) {
  const double angle = 2 * std::numbers::pi * turn;
  return std::cos(angle) * axes.u + std::sin(angle) * axes.v;
}

//! Parallel particles: the time at the point is the time at its plane perpendicular to the direction.
void add_approaches(const DiscBeam& disc, const Eigen::Vector3d& point, const Emitter& emitter,
                    std::vector<Approach>& approaches) {
  const Eigen::Vector3d& along = emitter.direction;
  const Path middle{emitter.place, emitter.speed_mm_s * along, emitter.acceleration};
  for (const double time : quadratic_roots(0.5 * along.dot(emitter.acceleration), emitter.speed_mm_s,
                                           -along.dot(point - emitter.place))) {
    if (!(time > 0)) continue;
    const Eigen::Vector3d beside = point - middle.at(time);
    if (beside.squaredNorm() > disc.radius_mm * disc.radius_mm) continue;
    const Eigen::Vector3d velocity = middle.velocity_at(time);
    const double per_mm2 = 1 / (std::numbers::pi * disc.radius_mm * disc.radius_mm);
    approaches.push_back({{emitter.place + beside, middle.velocity, emitter.acceleration},
                          time,
                          per_mm2 / std::abs(velocity.dot(along)) * velocity});
  }
}

//! Particles from one point: |offset - a·t²/2| = speed·t, which is quadratic in t².
void add_approaches(const Cone& cone, const Eigen::Vector3d& point, const Emitter& emitter,
                    std::vector<Approach>& approaches) {
  const Eigen::Vector3d offset = point - emitter.place;
  const double speed = emitter.speed_mm_s;
  for (const double square :
       quadratic_roots(0.25 * emitter.acceleration.squaredNorm(),
                       -offset.dot(emitter.acceleration) - speed * speed, offset.squaredNorm())) {
    if (!(square > 0)) continue;
    const double time = std::sqrt(square);
    const Eigen::Vector3d way = (offset - 0.5 * square * emitter.acceleration).normalized();
    // 1 - cos as half the squared chord, which is accurate for narrow cones.
    if (0.5 * (way - emitter.direction).squaredNorm() > versine(cone.half_angle_rad)) continue;
    const Eigen::Vector3d velocity = speed * way + time * emitter.acceleration;
    const double per_steradian = 1 / (2 * std::numbers::pi * versine(cone.half_angle_rad));
    // Volume swept per steradian and second: (speed·t)² |velocity·way|.
    const double spread = speed * speed * square * std::abs(velocity.dot(way));
    approaches.push_back(
        {{emitter.place, speed * way, emitter.acceleration}, time, per_steradian / spread * velocity});
  }
}

}  // namespace

Path path_of(const Emitter& emitter, std::uint64_t particle) {
  const std::uint64_t key = mixed(mixed(mixed(emitter.seed)) ^ particle);
  const double first = share_of(mixed(key)), second = share_of(mixed(key ^ 1));
  const AxesAcross axes = axes_across(emitter.direction);
  Path path{emitter.place, emitter.speed_mm_s * emitter.direction, emitter.acceleration};
  if (const auto* disc = std::get_if<DiscBeam>(&emitter.opening)) {
    path.start += disc->radius_mm * std::sqrt(first) * around(axes, second);
  } else {
    const double drop = first * versine(std::get<Cone>(emitter.opening).half_angle_rad);
    const Eigen::Vector3d way =
        (1 - drop) * emitter.direction + std::sqrt(drop * (2 - drop)) * around(axes, second);
    path.velocity = emitter.speed_mm_s * way;
  }
  return path;
}

std::vector<Approach> approaches_to(const Eigen::Vector3d& point, const Emitter& emitter) {
  std::vector<Approach> approaches;
  std::visit([&](const auto& opening) { add_approaches(opening, point, emitter, approaches); },
             emitter.opening);
  return approaches;
}

namespace {

constexpr double same_place_mm = 1e-9;

std::optional<Impact> impact_on(const Collider& collider, const Path& path, double until_s,
                                std::uint32_t left_face) {
  return std::visit([&](const auto& surface) { return surface.first_impact(path, until_s, left_face); },
                    collider);
}

}  // namespace

std::optional<Impact> first_impact(const std::vector<Collider>& colliders, const Path& path, double until_s,
                                   const std::optional<LeftSurface>& left) {
  std::optional<Impact> first;
  double before_s = until_s;
  for (std::uint32_t i = 0; i < colliders.size(); ++i) {
    const bool here = left && left->collider == i;
    std::optional<Impact> impact =
        impact_on(colliders[i], path, before_s, here ? left->face : no_impact_face);
    if (!impact) continue;
    const double same_s = same_place_mm / impact->speed_mm_s();
    if (first && !(impact->time_s < first->time_s - same_s)) continue;
    first = impact;
    first->collider = i;
    before_s = impact->time_s;
  }
  return first;
}

std::vector<Impact> impacts_of(const std::vector<Collider>& colliders, const Path& path, double until_s,
                               const Bounces& bounces) {
  std::vector<Impact> impacts;
  Path flight = path;
  double begun_s = 0;
  std::optional<LeftSurface> left;
  while (std::optional<Impact> impact = first_impact(colliders, flight, until_s - begun_s, left)) {
    begun_s += impact->time_s;
    impact->time_s = begun_s;
    impacts.push_back(*impact);
    if (static_cast<int>(impacts.size()) > bounces.most) break;
    left = LeftSurface{impact->collider, impact->face};
    const double across = impact->velocity.dot(impact->normal);
    flight.start = impact->point;
    flight.velocity = impact->velocity - (1 + bounces.restitution) * across * impact->normal;
  }
  return impacts;
}

std::vector<std::optional<Impact>> landings(const std::vector<Collider>& colliders, const Emitter& emitter,
                                            std::uint64_t first, std::size_t count, const Bounces& bounces) {
  std::vector<std::optional<Impact>> landed(count);
  for_all(std::size_t{0}, count, [&](std::size_t i) {
    const std::vector<Impact> impacts = impacts_of(colliders, path_of(emitter, first + i), forever, bounces);
    if (!impacts.empty()) landed[i] = impacts.back();
  });
  return landed;
}

}  // namespace intercusp
