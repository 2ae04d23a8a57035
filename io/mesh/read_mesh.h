// One mesh file of any format: read once, recognised by its content, hashed and parsed.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "io/mesh/mesh_report.h"
#include "io/mesh/raw_mesh.h"
#include "occlusion/base/finding.h"

namespace intercusp {

struct MeshFile {
  RawMesh mesh;  //!< in the file's own unit; at least one face
  InputFile file;
  std::vector<Finding> remarks;  //!< with `file`, its name
};

//! \throw InputError where the file cannot be used: missing, empty, of another type, truncated, damaged, or
//! without a face; with the file, the place in it and what to do.
[[nodiscard]] MeshFile read_mesh(const std::filesystem::path& file);

//! Reads the bytes of a file in memory, otherwise as read_mesh; `file` is its name in messages. Textures are named but not read.
[[nodiscard]] MeshFile parse_mesh(const std::filesystem::path& file, std::string_view bytes);

//! Does the name end like that of a mesh file that we read?
[[nodiscard]] bool has_mesh_extension(const std::filesystem::path& file);

}  // namespace intercusp
