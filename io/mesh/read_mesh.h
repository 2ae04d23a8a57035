// Reads one mesh file of any format. It is read once, recognised by its content, hashed and parsed.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "io/mesh/mesh_report.h"
#include "io/mesh/raw_mesh.h"
#include "occlusion/base/finding.h"

namespace intercusp {

//! A mesh of a file that holds several.
struct MeshInFile {
  std::string name;
  std::size_t vertices = 0, faces = 0;  //!< how many of the whole mesh; parts follow each other
};

struct MeshFile {
  RawMesh mesh;                   //!< in the unit of the file, scenes in mm; at least one face
  std::vector<MeshInFile> parts;  //!< of GLB and 3MF; empty for other formats
  InputFile file;
  std::vector<Finding> remarks;  //!< each names the file in `file`
};

//! \throw InputError, with the file, the place in it and what to do, if the file cannot be used: missing,
//! empty, of another type, truncated, damaged, or without a face
[[nodiscard]] MeshFile read_mesh(const std::filesystem::path& file);

//! Parses the bytes of a file in memory, otherwise like read_mesh. Textures are named but not read.
//! \param file its name in messages
[[nodiscard]] MeshFile parse_mesh(const std::filesystem::path& file, std::string_view bytes);

//! Whether the name ends like that of a mesh file that we read.
[[nodiscard]] bool has_mesh_extension(const std::filesystem::path& file);

}  // namespace intercusp
