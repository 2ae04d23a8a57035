// Legacy VTK polydata (.vtk), ASCII and binary, versions 1 to 5.
#pragma once

#include <filesystem>
#include <string_view>

#include "io/mesh/raw_mesh.h"

namespace intercusp {

//! Polygons become fans, triangle strips triangles; vertices and lines are skipped. Labels are read from a point array.
//! \throw InputError with the line where the file is truncated, damaged, or no POLYDATA.
[[nodiscard]] RawMesh read_vtk(const std::filesystem::path& file, std::string_view bytes);

}  // namespace intercusp
