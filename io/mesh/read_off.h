// OFF: the Object File Format of Geomview in its text forms OFF, COFF, NOFF and CNOFF (and STOFF).
#pragma once

#include <filesystem>
#include <string_view>

#include "io/mesh/raw_mesh.h"

namespace intercusp {

//! Coordinates and faces are read; normals, colours and texture coordinates are skipped. Polygons become fans.
//! \throw InputError with the line where the file is damaged or ends too soon, and for binary or 4-D OFF.
[[nodiscard]] RawMesh read_off(const std::filesystem::path& file, std::string_view text);

}  // namespace intercusp
