// Which impacts a simulation is told of from one picture to the next (Knott 2003, section 3.4): a map of every collider,
// with time and speed of what hit each place.
//
// Particles are reborn after each life (emitter.h). Their motion is in closed form, so impacts are known before they
// happen: a window that looks ahead by the latency of whoever is told reports them in time (section 3.5.1).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "occlusion/particles/particles.h"

namespace intercusp {

//! Particles that start together at times 0, life, 2·life …; each flies until its first impact or the end of its life.
struct Shower {
  Emitter emitter;
  std::uint64_t particles = 1000;
  double life_s = 1;  //!< above 0
};

//! Impacts at from_s ≤ time < to_s, by generation and number of the particle; `time_s` counts from time 0 of the shower.
//! \pre from_s is 0 or more
[[nodiscard]] std::vector<Impact> impacts_between(const std::vector<Collider>& colliders,
                                                  const Shower& shower, double from_s, double to_s);

//! Where a point of the collider lies on its map, each share in [0, 1]: on a plane x and y within its bounds, in
//! proportion; on a curved surface the angle about z, from -x by -y on, and the height. On a sphere equal areas of the
//! surface have equal areas on the map, on a cylinder as well.
[[nodiscard]] Eigen::Vector2d place_on_map(const QuadricCollider& collider, const Eigen::Vector3d& point);

//! One entry per pixel in every array, row by row.
struct ImpactMap {
  int width = 0, height = 0;
  double from_s = 0, to_s = 0;
  std::vector<std::uint32_t> hits;  //!< how many impacts fell into the pixel
  std::vector<std::uint32_t>
      first;  //!< when the earliest did, in 2^-32 of the window, rounded down; 0 without any
  std::vector<float> mean_speed_mm_s;  //!< of all of them: blended, not masked; 0 without any

  //! When the earliest impact was: the middle of its step, at most half a step off.
  [[nodiscard]] double first_s(std::size_t pixel) const { return from_s + (first[pixel] + 0.5) * step_s(); }
  [[nodiscard]] double step_s() const { return (to_s - from_s) * 0x1p-32; }
};

struct ImpactMapOptions {
  int width = 256, height = 256;
  double from_s = 0, to_s = 1;  //!< from one picture to the next
  double look_ahead_s = 0;      //!< the window is moved so far into the future
};

//! The map of one collider. \param number of that collider among those that the impacts are of
[[nodiscard]] ImpactMap impact_map(const QuadricCollider& collider, std::uint32_t number,
                                   std::span<const Impact> impacts, const ImpactMapOptions& options);

}  // namespace intercusp
