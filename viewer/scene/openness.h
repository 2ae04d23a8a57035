// Ambient occlusion of a jaw, which makes fissures and gaps between teeth visible.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "viewer/scene/jaw_mesh.h"

namespace intercusp::viewer {

//! Share of ambient light that reaches each vertex, 1 in the open, by ray casting (Embree) to a few mm; darkened further in
//! fine hollows. The same bits for any number of threads.
//! \param part_is_done called openness_parts times; what it throws ends the work
//! \throw std::runtime_error if Embree cannot be used
[[nodiscard]] std::vector<float> openness_of(const JawMesh& mesh, const std::function<void()>& part_is_done);
constexpr std::size_t openness_parts = 16;

}  // namespace intercusp::viewer
