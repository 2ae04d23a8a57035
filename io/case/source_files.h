// The files that reading a jaw opens, and both jaws of a case in one folder.
#pragma once

#include <filesystem>
#include <optional>
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

//! Sources of import_jaw.
struct JawSources {
  std::string upper, lower;
};

//! Two folders whose names consist of a jaw's name alone.
[[nodiscard]] std::optional<JawSources> jaw_folders(const std::vector<std::filesystem::path>& folders);

//! Whether a file in the folder itself has the ending of a mesh. \throw InputError
[[nodiscard]] bool holds_meshes(const std::filesystem::path& folder);

//! The scans of an iTero export, which its XML names, or the two meshes, or folders of meshes, whose names say upper
//! and lower (scan_names.h). \throw InputError with the reason where the folder does not hold exactly one of each
[[nodiscard]] JawSources jaws_in_folder(const std::filesystem::path& folder);

}  // namespace intercusp
