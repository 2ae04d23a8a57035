// The readers of the formats of meshes: each makes a mesh of the bytes of a file.
#pragma once

#include <filesystem>
#include <string_view>

#include "io/mesh/raw_mesh.h"

namespace intercusp {

// STL: triangles without shared vertices, without unit, without labels. Our code checks the bytes, VTK reads them as floats.

//! Bytes that a binary STL of so many faces has: a header of 80, the count, and 50 for each face.
[[nodiscard]] constexpr std::uint64_t binary_stl_bytes(std::uint64_t faces) { return 84 + 50 * faces; }

//! Whether the count of faces in the header is 0, because the program wrote them before it knew their number, and follows from
//! the size instead. \pre at least 84 bytes
[[nodiscard]] bool is_binary_stl_counted_by_size(std::string_view bytes);

//! Three separate vertices for each face, in the order of the file. Stored normals and attributes are not used: many
//! programs write zeros there.
//! \throw InputError where there are fewer bytes than the count of faces needs; further bytes are ignored.
[[nodiscard]] RawMesh read_binary_stl(const std::filesystem::path& file, std::string_view bytes);

//! Any number of solids in one file are one mesh. VTK reads it as binary STL.
//! \throw InputError with the line where the text leaves the grammar of STL or ends too soon.
[[nodiscard]] RawMesh read_ascii_stl(const std::filesystem::path& file, std::string_view text);

// Wavefront OBJ: reads `v`, `f` and textures; ignores normals and groups.

//! Vertices as the file lists them: a vertex with several normals or texture coordinates stays one, with the first of
//! its coordinates. A weight after the coordinates is skipped, a colour is read. Polygons become fans; negative indices
//! count back from the vertex before them. \throw InputError with the line where a number is missing or malformed.
[[nodiscard]] RawMesh read_obj(const std::filesystem::path& file, std::string_view text);

// PLY: ASCII and binary of either byte order, with colours and tooth labels where the file has them. Our code checks
// the bytes and reads labels and colours; VTK reads coordinates, as floats, and faces.

//! Properties may come in any order; unused ones are skipped. Polygons become fans. Every count is checked against
//! the remaining bytes before memory is allocated for it.
//! \throw InputError with the line (header, ASCII) or the byte (binary) where the file is damaged or ends too
//! soon.
[[nodiscard]] RawMesh read_ply(const std::filesystem::path& file, std::string_view bytes);

// OFF: the Object File Format of Geomview in its text forms OFF, COFF, NOFF and CNOFF (and STOFF).

//! Coordinates and faces are read; normals, colours and texture coordinates are skipped. Polygons become fans.
//! \throw InputError with the line where the file is damaged or ends too soon, and for binary or 4-D OFF.
[[nodiscard]] RawMesh read_off(const std::filesystem::path& file, std::string_view text);

// VTP, the XML PolyData of VTK, which our code checks before VTK reads it.

//! Polygons become fans, triangle strips triangles; vertices and lines of the file are skipped. Labels are read from a
//! point array. VTK's messages about the file go into the exception, not to stderr.
//! \throw InputError with the line where the XML is incomplete, describes no PolyData, or has counts and lengths of arrays
//! that do not fit the file's size: VTK 9.1 aborts or allocates without limit on such files. Also where VTK reports an error.
[[nodiscard]] RawMesh read_vtp(const std::filesystem::path& file, std::string_view bytes);

// Legacy VTK polydata (.vtk), ASCII and binary, versions 1 to 5.

//! Polygons become fans, triangle strips triangles; vertices and lines are skipped. Labels are read from a point array.
//! \throw InputError with the line where the file is truncated, damaged, or no POLYDATA.
[[nodiscard]] RawMesh read_vtk(const std::filesystem::path& file, std::string_view bytes);

}  // namespace intercusp
