// PLY: ASCII and binary of either byte order, with a tooth label per vertex where the file has one.
//
// Our own reader, because VTK's drops unknown properties such as labels.
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
