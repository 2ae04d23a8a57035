#include "occlusion/particles/emitter.h"

#include <cmath>
#include <numbers>

#include "occlusion/base/random.h"
#include "occlusion/geometry/polynomial.h"

namespace intercusp {
namespace {

struct Frame {
  Eigen::Vector3d u, v;
};

Frame frame_across(const Eigen::Vector3d& direction) {
  const Eigen::Vector3d u = direction.unitOrthogonal();
  return {u, direction.cross(u)};
}

//! 1 - cos(angle) without cancellation for narrow cones.
double versine(double angle_rad) { return 2 * std::pow(std::sin(0.5 * angle_rad), 2); }

Eigen::Vector3d around(const Frame& frame, double turn) {
  const double angle = 2 * std::numbers::pi * turn;
  return std::cos(angle) * frame.u + std::sin(angle) * frame.v;
}

//! Particles that fly parallel: the time at the point is that at its plane across the direction.
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
    // 1 - cos as half the squared chord, exact for narrow cones.
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
  const Frame frame = frame_across(emitter.direction);
  Path path{emitter.place, emitter.speed_mm_s * emitter.direction, emitter.acceleration};
  if (const auto* disc = std::get_if<DiscBeam>(&emitter.opening)) {
    path.start += disc->radius_mm * std::sqrt(first) * around(frame, second);
  } else {
    const double drop = first * versine(std::get<Cone>(emitter.opening).half_angle_rad);
    const Eigen::Vector3d way =
        (1 - drop) * emitter.direction + std::sqrt(drop * (2 - drop)) * around(frame, second);
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

}  // namespace intercusp
