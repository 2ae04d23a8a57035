// Wavefront OBJ: reads `v`, `f` and textures; ignores normals and groups.
#pragma once

#include <filesystem>
#include <string_view>

#include "io/mesh/raw_mesh.h"

namespace intercusp {

//! Vertices as the file lists them: a vertex with several normals or texture coordinates stays one, with the first of
//! its coordinates. A weight after the coordinates is skipped, a colour is read. Polygons become fans; negative indices
//! count back from the vertex before them. \throw InputError with the line where a number is missing or malformed.
[[nodiscard]] RawMesh read_obj(const std::filesystem::path& file, std::string_view text);

}  // namespace intercusp
