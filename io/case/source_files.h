// The files that reading a jaw opens.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace intercusp {

//! The files of one source as import_jaw takes it (a mesh file, a folder, several separated by commas), including
//! missing ones: meshes, their label files, and for OBJ files the material libraries and the pictures that these name.
//! No file content makes it throw.
[[nodiscard]] std::vector<std::filesystem::path> source_files(const std::string& source);

}  // namespace intercusp
