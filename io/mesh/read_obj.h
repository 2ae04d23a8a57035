// Wavefront OBJ: reads `v` and `f`; ignores normals, textures, groups and materials.
#pragma once

#include <filesystem>
#include <string_view>

#include "io/mesh/raw_mesh.h"

namespace intercusp {

//! Vertices as the file lists them: a vertex with several normals or texture places stays one. What follows
//! the coordinates on a `v` line (a weight, or a colour) is passed over. Polygons become fans; negative
//! indices count back from the vertex before them. \throw InputError with the line where a number is missing
//! or is none.
[[nodiscard]] RawMesh read_obj(const std::filesystem::path& file, std::string_view text);

}  // namespace intercusp
