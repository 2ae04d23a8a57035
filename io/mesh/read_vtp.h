// VTP, the XML PolyData of VTK.
#pragma once

#include <filesystem>
#include <string_view>

#include "io/mesh/raw_mesh.h"

namespace intercusp {

//! Polygons become fans, triangle strips triangles; vertices and lines of the file are skipped. Labels are read from a
//! point array. VTK's messages about the file go into the exception, not to stderr.
//! \throw InputError where check_vtp refuses the file or VTK reports an error.
[[nodiscard]] RawMesh read_vtp(const std::filesystem::path& file, std::string_view bytes);

}  // namespace intercusp
