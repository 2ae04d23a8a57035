// The excursions of the mandible from intercuspation.
#pragma once

#include <array>

#include "occlusion/base/enum_table.h"

namespace intercusp {

//! The named side of a laterotrusion is the side that the mandible moves to, the working side.
enum class Excursion { protrusion, laterotrusion_right, laterotrusion_left };
constexpr std::array<Excursion, 3> all_excursions = {Excursion::protrusion, Excursion::laterotrusion_right,
                                                     Excursion::laterotrusion_left};

[[nodiscard]] constexpr auto names_of(Excursion) {
  return enum_table<Excursion>({{Excursion::protrusion, "protrusion"},
                                {Excursion::laterotrusion_right, "laterotrusion_right"},
                                {Excursion::laterotrusion_left, "laterotrusion_left"}});
}

}  // namespace intercusp
