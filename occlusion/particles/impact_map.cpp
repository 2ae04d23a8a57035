#include "occlusion/particles/impact_map.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "occlusion/base/for_all.h"

namespace intercusp {
namespace {

//! Of one generation, by particle.
void add_impacts(std::vector<Impact>& impacts, const std::vector<Collider>& colliders, const Shower& shower,
                 std::uint64_t generation, double from_s, double to_s) {
  const double born_s = static_cast<double>(generation) * shower.life_s;
  std::vector<std::optional<Impact>> found(shower.particles);
  for_all(std::uint64_t{0}, shower.particles, [&](std::uint64_t particle) {
    found[particle] = first_impact(colliders, path_of(shower.emitter, particle, generation), shower.life_s);
  });
  for (std::optional<Impact>& impact : found) {
    if (!impact) continue;
    impact->time_s += born_s;
    if (from_s <= impact->time_s && impact->time_s < to_s) impacts.push_back(*impact);
  }
}

}  // namespace

std::vector<Impact> impacts_between(const std::vector<Collider>& colliders, const Shower& shower,
                                    double from_s, double to_s) {
  std::vector<Impact> impacts;
  // One generation earlier as well: its last impacts may fall on the very moment of the next birth.
  const double first = std::max(0.0, std::floor(from_s / shower.life_s) - 1);
  for (auto generation = static_cast<std::uint64_t>(first);
       static_cast<double>(generation) * shower.life_s < to_s; ++generation)
    add_impacts(impacts, colliders, shower, generation, from_s, to_s);
  return impacts;
}

Eigen::Vector2d place_on_map(const QuadricCollider& collider, const Eigen::Vector3d& point) {
  const Eigen::Vector3d here = collider.world_from_body.inverse(Eigen::Isometry) * point;
  const Eigen::Vector3d low = collider.within.min, size = collider.within.size();
  const Eigen::Vector3d share = (here - low).cwiseQuotient(size);
  const bool flat = collider.surface.q.topLeftCorner<3, 3>().isZero(0);
  const double turn = std::atan2(here.y(), here.x()) / (2 * std::numbers::pi) + 0.5;
  const Eigen::Vector2d place = flat ? Eigen::Vector2d(share.head<2>()) : Eigen::Vector2d(turn, share.z());
  return place.cwiseMax(0.0).cwiseMin(1.0);
}

ImpactMap impact_map(const QuadricCollider& collider, std::uint32_t number, std::span<const Impact> impacts,
                     const ImpactMapOptions& options) {
  const std::size_t pixels = static_cast<std::size_t>(options.width) * options.height;
  ImpactMap map{.width = options.width,
                .height = options.height,
                .from_s = options.from_s + options.look_ahead_s,
                .to_s = options.to_s + options.look_ahead_s,
                .hits = std::vector<std::uint32_t>(pixels),
                .first = std::vector<std::uint32_t>(pixels),
                .mean_speed_mm_s = std::vector<float>(pixels)};
  std::vector<double> speeds(pixels);
  for (const Impact& impact : impacts) {
    if (impact.collider != number || impact.time_s < map.from_s || impact.time_s >= map.to_s) continue;
    const Eigen::Vector2d place = place_on_map(collider, impact.point);
    const int column = std::min(static_cast<int>(place.x() * map.width), map.width - 1);
    const int row = std::min(static_cast<int>(place.y() * map.height), map.height - 1);
    const std::size_t pixel = static_cast<std::size_t>(row) * map.width + column;
    const double steps = std::min((impact.time_s - map.from_s) / map.step_s(), 0x1p32 - 1);
    const auto time = static_cast<std::uint32_t>(steps);
    map.first[pixel] = map.hits[pixel] == 0 ? time : std::min(map.first[pixel], time);
    ++map.hits[pixel];
    speeds[pixel] += impact.speed_mm_s();
  }
  for (std::size_t i = 0; i < pixels; ++i) {
    if (map.hits[i] > 0) map.mean_speed_mm_s[i] = static_cast<float>(speeds[i] / map.hits[i]);
  }
  return map;
}

}  // namespace intercusp
