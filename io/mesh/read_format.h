// The mesh format of a file, derived from its content: names can be wrong, and a picture named .stl must not reach a
// parser.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "occlusion/base/enum_table.h"

namespace intercusp {

enum class MeshFormat { stl_ascii, stl_binary, obj, ply, off, vtp, vtk };
[[nodiscard]] constexpr auto names_of(MeshFormat) {
  return enum_table<MeshFormat>({{MeshFormat::stl_ascii, "STL ASCII"},
                                 {MeshFormat::stl_binary, "STL binary"},
                                 {MeshFormat::obj, "OBJ"},
                                 {MeshFormat::ply, "PLY"},
                                 {MeshFormat::off, "OFF"},
                                 {MeshFormat::vtp, "VTP"},
                                 {MeshFormat::vtk, "VTK legacy"}});
}

//! By content. The extension counts only where content cannot tell: a binary STL has no mark, so a file whose
//! size does not fit its count of faces is taken for a damaged STL where its name ends in .stl.
//! \throw InputError where the file is none of the formats, with what it seems to be.
[[nodiscard]] MeshFormat recognise_format(const std::filesystem::path& file, std::string_view bytes);

//! A text whose lines end with a carriage return alone, as old Macintosh programs write them, with line feeds instead;
//! of a binary PLY only the header. Empty for other texts.
[[nodiscard]] std::optional<std::string> with_line_feeds(std::string_view bytes);

//! The bytes without the byte-order mark that some editors put before a text.
[[nodiscard]] std::string_view without_byte_order_mark(std::string_view bytes);

//! Does the name end like that of a mesh file that we read?
[[nodiscard]] bool has_mesh_extension(const std::filesystem::path& file);

}  // namespace intercusp
