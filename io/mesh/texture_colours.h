// Reads the texture pictures of an OBJ file as one colour per vertex. Scans are so dense that no visible detail is lost.
#pragma once

#include <filesystem>
#include <vector>

#include "io/mesh/raw_mesh.h"
#include "occlusion/base/finding.h"

namespace intercusp {

//! Sets the colours of vertices that have texture coordinates, unless the file has vertex colours. Reads material files
//! (`map_Kd`, up to 1 MB) and PNG and JPEG pictures (up to 64 megapixels) that lie in the mesh's folder or below it
//! after links are followed.
//! \return the unusable pictures and the reasons, with `file` and `texture`; they do not make the scan unusable
[[nodiscard]] std::vector<Finding> take_texture_colours(const std::filesystem::path& file, RawMesh& mesh);

//! The pictures that a library of materials names, in its folder; none if it cannot be read.
[[nodiscard]] std::vector<std::filesystem::path> pictures_named_in(const std::filesystem::path& library);

}  // namespace intercusp
