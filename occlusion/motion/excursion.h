// The excursions of the mandible from intercuspation.
#pragma once

#include <array>

namespace intercusp {

//! Working is the side it moves to.
enum class Excursion { protrusion, laterotrusion_right, laterotrusion_left };
constexpr std::array<Excursion, 3> all_excursions = {Excursion::protrusion, Excursion::laterotrusion_right,
                                                     Excursion::laterotrusion_left};

[[nodiscard]] constexpr const char* name_of(Excursion excursion) {
  if (excursion == Excursion::protrusion) return "protrusion";
  return excursion == Excursion::laterotrusion_right ? "laterotrusion_right" : "laterotrusion_left";
}

}  // namespace intercusp
