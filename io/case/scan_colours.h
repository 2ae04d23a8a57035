// The colours of a scan on the solid that repair made of it.
#pragma once

#include <vector>

#include "io/mesh/raw_mesh.h"
#include "occlusion/geometry/solid.h"

namespace intercusp {

//! One colour per vertex of the solid, found by place: repair does not move the vertices of the scan. Vertices that
//! repair added have none.  \param raw as it was repaired  \return empty where the scan has no colours
[[nodiscard]] std::vector<VertexColour> colours_on(const Solid& solid, const RawMesh& raw);

}  // namespace intercusp
