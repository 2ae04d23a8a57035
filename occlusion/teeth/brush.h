// A brush on a scan's surface that stops at valleys.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "occlusion/teeth/edit_surface.h"

namespace intercusp {

//! Vertices within the radius of the stroke over the surface, where a step over a valley counts many times: a stroke
//! beside a valley ends in it, one across takes both sides.
//! \param stroke vertices of the surface  \return in ascending order
[[nodiscard]] std::vector<std::uint32_t> brushed(const EditSurface& surface,
                                                 std::span<const std::uint32_t> stroke, double radius_mm);

}  // namespace intercusp
