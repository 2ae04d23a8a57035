// The rim of a chosen tooth among the colours of a jaw's surface.
#pragma once

#include <vector>

#include "viewer/scene/gpu_jaw.h"

namespace intercusp::viewer {

//! A light rim inside the tooth, of faces in two rows.
void outline_tooth(std::vector<GpuJaw::Paint>& paint, const TriangleMesh& mesh,
                   const std::vector<int>& labels, int tooth);

}  // namespace intercusp::viewer
