// Paths: several in one text, the contents of a folder, and whether a path leads out of it.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace intercusp {

//! The paths in a text. An existing path is one file or folder even with commas ("Smith, A/upper.stl").
//! Otherwise commas separate the paths.
//! \param folder where relative paths start; the returned paths stay relative
[[nodiscard]] std::vector<std::string> paths_in(const std::string& text,
                                                const std::filesystem::path& folder = {});

struct FolderListing {
  std::vector<std::filesystem::path> files, folders;  //!< sorted by name
};

//! Skips hidden files and folders, and everything that is neither a file nor a folder.
//! \throw InputError if the folder cannot be read
[[nodiscard]] FolderListing list_folder(const std::filesystem::path& folder);

//! Whether a file lies in a folder, at any depth. Existing links are followed; the file need not exist. A
//! path that cannot be followed counts as outside.
//! \param folder if empty, the working folder
[[nodiscard]] bool lies_below(const std::filesystem::path& file, const std::filesystem::path& folder);

//! Whether the folder holds the file at any depth. Recognises links to either, other names of the folder, and
//! other folders through which the file is reached.
[[nodiscard]] bool holds(const std::filesystem::path& folder, const std::filesystem::path& file);

}  // namespace intercusp
