// Files that hold both jaws: scenes whose meshes are called upper and lower.
#pragma once

#include <filesystem>
#include <optional>

#include "io/mesh/read_mesh.h"
#include "occlusion/base/jaw.h"

namespace intercusp {

//! Reads a mesh file (read_mesh). If the names of its meshes state both jaws, only those of one are taken, and the
//! file's `part` says which.
//! \throw InputError like read_mesh; two_jaws_in_file, if then no jaw is given
[[nodiscard]] MeshFile read_mesh_of_jaw(const std::filesystem::path& file, std::optional<Jaw> jaw);

//! \throw InputError if the file cannot be read
[[nodiscard]] bool holds_both_jaws(const std::filesystem::path& file);

}  // namespace intercusp
