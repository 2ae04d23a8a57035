// Exact test whether a point lies inside a jaw: counts the faces between it and a distant point, +1 where the
// line leaves, -1 where it enters.
//
// Internal to occlusion/exact.
#pragma once

#include "occlusion/exact/surface.h"

namespace intercusp::exact {

enum class Side { outside, inside, on_surface };

//! Inside is where the winding number is at least 1. \pre the surface is closed and oriented outward.
//! \throw std::runtime_error if every line tried runs through an edge, which no mesh of ours has shown.
[[nodiscard]] Side side_of(const Surface& surface, const Eigen::Vector3d& point);

}  // namespace intercusp::exact
