// Reads one mesh file of any format. It is read once, recognised by its content, hashed and parsed.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "io/mesh/mesh_report.h"
#include "io/mesh/raw_mesh.h"
#include "occlusion/base/finding.h"

namespace intercusp {

//! From the names of the meshes of a scene (GLB, 3MF): whether to take each. It is not called for other formats.
using MeshChoice = std::function<std::vector<bool>(const std::vector<std::string>& names)>;

struct MeshFile {
  RawMesh mesh;  //!< in the unit of the file, scenes in mm; at least one face
  InputFile file;
  std::vector<Finding> remarks;  //!< each names the file in `file`
};

//! \throw InputError, with the file, the place in it and what to do, if the file cannot be used: missing,
//! empty, of another type, truncated, damaged, or without a face
//! \param choice all meshes if it is empty
[[nodiscard]] MeshFile read_mesh(const std::filesystem::path& file, const MeshChoice& choice = {});

//! Parses the bytes of a file in memory, otherwise like read_mesh. Textures are named but not read.
//! \param file its name in messages
[[nodiscard]] MeshFile parse_mesh(const std::filesystem::path& file, std::string_view bytes,
                                  const MeshChoice& choice = {});

//! Whether the name ends like that of a mesh file that we read.
[[nodiscard]] bool has_mesh_extension(const std::filesystem::path& file);

}  // namespace intercusp
