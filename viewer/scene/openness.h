// How open the surface lies at each vertex: what lets light into a room lets the eye read a fissure.
#pragma once

#include "viewer/scene/jaw_mesh.h"

namespace intercusp::viewer {

//! The share of light from all around that reaches each vertex past what stands within some mm, by rays
//! (Embree), and less in hollows of the surface. 1 in the open. The same bits for any number of threads.
//! \throw std::runtime_error if Embree cannot be used
[[nodiscard]] std::vector<float> openness_of(const JawMesh& mesh);

}  // namespace intercusp::viewer
