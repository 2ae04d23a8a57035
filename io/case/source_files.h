// The files that reading a jaw opens.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace intercusp {

//! Those of one source as import_jaw takes it (a mesh file, a folder, several with commas), missing ones included: meshes, labels
//! beside them, and beside OBJ files the libraries of materials and the pictures that these name. Never throws for what a file holds.
[[nodiscard]] std::vector<std::filesystem::path> source_files(const std::string& source);

}  // namespace intercusp
