// The colours that the pictures of an OBJ file have at its vertices. Scans are dense: nothing is lost that could be seen.
#pragma once

#include <filesystem>
#include <vector>

#include "io/mesh/raw_mesh.h"
#include "occlusion/base/finding.h"

namespace intercusp {

//! Sets the colours of vertices that have a place in a picture, unless the file has colours of its own. Files of materials
//! (`map_Kd`) and PNG and JPEG pictures are read from the mesh's folder and below, wherever links lead, up to 1 MB
//! and 64 megapixels.
//! \return what cannot be used and why, with `file` and `texture`; nothing of it is a reason to refuse the scan
[[nodiscard]] std::vector<Finding> take_texture_colours(const std::filesystem::path& file, RawMesh& mesh);

}  // namespace intercusp
