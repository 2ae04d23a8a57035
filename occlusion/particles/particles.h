// Particles from a nozzle against several colliders: where, when and how fast each of them lands (Knott 2003, chapter 3).
//
// Motion is in closed form, so every particle is one independent computation, from its number to its first impact: the
// streaming model of the thesis (section 2.3.3), on all cores of the CPU and in double.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

#include "occlusion/particles/body_collider.h"
#include "occlusion/particles/emitter.h"
#include "occlusion/particles/impact.h"
#include "occlusion/particles/mesh_collider.h"

namespace intercusp {

using Collider = std::variant<BodyCollider, MeshCollider>;

//! The earliest impact on any of them, up to `until_s`. Colliders met within 1e-9 mm of flight of each other are met
//! at the same time, and the one that comes first in the order given is hit.
//! \param left where a bouncing particle starts
[[nodiscard]] std::optional<Impact> first_impact(const std::vector<Collider>& colliders, const Path& path,
                                                 double until_s,
                                                 const std::optional<LeftSurface>& left = std::nullopt);

//! The behaviour of a particle that meets a collider (section 3.3.2): it bounces a number of times, then it ends.
struct Bounces {
  int most = 0;
  //! Share of the speed across the surface that remains; above 0, at most 1. The speed along the surface is kept.
  double restitution = 0.5;
};

//! All impacts of one particle, in the order of their times: at most one more than it may bounce.
[[nodiscard]] std::vector<Impact> impacts_of(const std::vector<Collider>& colliders, const Path& path,
                                             double until_s, const Bounces& bounces = {});

//! The last impacts of `count` particles from number `first` on (without bounces, their first impacts); empty for a
//! particle that meets nothing. The same bits for any number of threads.
[[nodiscard]] std::vector<std::optional<Impact>> landings(const std::vector<Collider>& colliders,
                                                          const Emitter& emitter, std::uint64_t first,
                                                          std::size_t count, const Bounces& bounces = {});

}  // namespace intercusp
