#include "occlusion/particles/particles.h"

#include "occlusion/base/for_all.h"

namespace intercusp {
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
