// Ambient occlusion of a jaw, which makes fissures and gaps between teeth visible.
#pragma once

#include "viewer/scene/jaw_mesh.h"

namespace intercusp::viewer {

//! Share of ambient light that reaches each vertex, 1 in the open, by ray casting (Embree) to a few mm; darkened further in
//! fine hollows. The same bits for any number of threads.
//! \throw std::runtime_error if Embree cannot be used
[[nodiscard]] std::vector<float> openness_of(const JawMesh& mesh);

}  // namespace intercusp::viewer
