// Wavefront OBJ: reads `v`, `f` and what pictures lie on them; ignores normals and groups.
#pragma once

#include <filesystem>
#include <string_view>

#include "io/mesh/raw_mesh.h"

namespace intercusp {

//! Vertices as the file lists them: a vertex with several normals or texture places stays one, with the first of its
//! places. A weight behind the coordinates is passed over, a colour is taken. Polygons become fans; negative
//! indices count back from the vertex before them. \throw InputError with the line where a number is missing
//! or is none.
[[nodiscard]] RawMesh read_obj(const std::filesystem::path& file, std::string_view text);

}  // namespace intercusp
