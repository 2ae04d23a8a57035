// The files that reading a jaw opens, and both jaws of a case in one folder.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace intercusp {

//! The files of one source as import_jaw takes it (a mesh file, a folder, several separated by commas),
//! including missing ones: meshes, their label files, and for OBJ files the material libraries and their
//! pictures. No content of a file makes it throw.
[[nodiscard]] std::vector<std::filesystem::path> source_files(const std::string& source);

//! Only the meshes, in the order in which they are read. The meshes of a folder are sorted by name, so that a
//! folder gives equal jaws everywhere. Hidden files are left out (macOS leaves "._upper.stl").
//! \throw InputError if a folder cannot be read or holds no mesh, or if a place in a list is empty
[[nodiscard]] std::vector<std::filesystem::path> mesh_files(const std::string& source);

//! Sources for import_jaw.
struct JawSources {
  std::string upper, lower;
};

//! Two folders whose names consist only of the name of a jaw.
[[nodiscard]] std::optional<JawSources> jaw_folders(const std::vector<std::filesystem::path>& folders);

//! Whether a file directly in the folder has a mesh extension.
//! \throw InputError
[[nodiscard]] bool holds_meshes(const std::filesystem::path& folder);

//! The jaws of one source that holds both: of a folder (jaws_in_folder), or of a file with two jaws that file
//! twice. Empty for another file.
//! \throw InputError as jaws_in_folder, or if the file cannot be read
[[nodiscard]] std::optional<JawSources> jaws_of_case(const std::filesystem::path& source);

//! The scans of an iTero export, which its XML names, or the two meshes, or folders of meshes, or DICOM files,
//! whose names state upper and lower (scan_names.h).
//! \throw InputError with the reason if the folder does not hold exactly one of each
[[nodiscard]] JawSources jaws_in_folder(const std::filesystem::path& folder);

}  // namespace intercusp
