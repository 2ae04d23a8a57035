// STL: triangles without shared vertices, without unit, without labels. Our code checks the bytes, VTK reads them as floats.
#pragma once

#include <filesystem>
#include <string_view>

#include "io/mesh/raw_mesh.h"

namespace intercusp {

//! Bytes that a binary STL of so many faces has: a header of 80, the count, and 50 for each face.
[[nodiscard]] constexpr std::uint64_t binary_stl_bytes(std::uint64_t faces) { return 84 + 50 * faces; }

//! The count in the header. If it is 0, because the program wrote the faces before it knew their number, the number
//! that fits the file's size.
//! \pre at least 84 bytes
[[nodiscard]] std::uint32_t binary_stl_count(std::string_view bytes);
//! Whether the count came from the bytes.
[[nodiscard]] bool is_binary_stl_counted_by_size(std::string_view bytes);

//! Three separate vertices for each face, in the order of the file. Stored normals and attributes are not used: many
//! programs write zeros there.
//! \throw InputError where there are fewer bytes than the count of faces needs; further bytes are ignored.
[[nodiscard]] RawMesh read_binary_stl(const std::filesystem::path& file, std::string_view bytes);

//! Any number of solids in one file are one mesh. VTK reads it as binary STL.
//! \throw InputError with the line where the text leaves the grammar of STL or ends too soon.
[[nodiscard]] RawMesh read_ascii_stl(const std::filesystem::path& file, std::string_view text);

}  // namespace intercusp
