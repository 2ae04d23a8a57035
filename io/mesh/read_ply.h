// PLY: ASCII and binary of either byte order, with colours and tooth labels where the file has them. Our code checks
// the bytes and reads labels and colours; VTK reads coordinates, as floats, and faces.
#pragma once

#include <filesystem>
#include <string_view>

#include "io/mesh/raw_mesh.h"

namespace intercusp {

//! Properties may come in any order; unused ones are skipped. Polygons become fans. Every count is checked against
//! the remaining bytes before memory is allocated for it.
//! \throw InputError with the line (header, ASCII) or the byte (binary) where the file is damaged or ends too
//! soon.
[[nodiscard]] RawMesh read_ply(const std::filesystem::path& file, std::string_view bytes);

}  // namespace intercusp
