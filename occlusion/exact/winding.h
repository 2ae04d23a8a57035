// Whether a point lies inside a jaw, exactly: the faces between it and a point far off are counted, those
// that are left +1, those that are entered -1.
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
