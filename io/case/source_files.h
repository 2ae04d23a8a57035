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

//! The meshes alone, in the order in which they are read: those of a folder sorted by name, so that the same folder gives the
//! same jaw everywhere, without hidden files (macOS leaves "._upper.stl").
//! \throw InputError for a folder that cannot be read or holds no mesh, and for an empty place in a list
[[nodiscard]] std::vector<std::filesystem::path> mesh_files(const std::string& source);

}  // namespace intercusp
