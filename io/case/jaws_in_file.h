// Files that hold both jaws: scenes whose meshes are called upper and lower.
#pragma once

#include <filesystem>
#include <optional>

#include "io/mesh/read_mesh.h"
#include "occlusion/base/jaw.h"

namespace intercusp {

//! Leaves the meshes of one jaw, if the names of the file's meshes state both. Meshes of neither are dropped.
//! \throw InputError, two_jaws_in_file, if then no jaw is given
void keep_jaw(MeshFile& file, std::optional<Jaw> jaw);

//! \throw InputError if the file cannot be read
[[nodiscard]] bool holds_both_jaws(const std::filesystem::path& file);

}  // namespace intercusp
