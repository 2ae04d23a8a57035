// Paths: several in one text, what lies in a folder, whether one leads out of it.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace intercusp {

//! An existing path is one file or folder even with commas ("Smith, A/upper.stl"); otherwise the parts between the
//! commas.
//! \param folder of relative paths; the returned paths stay relative
[[nodiscard]] std::vector<std::string> paths_in(const std::string& text,
                                                const std::filesystem::path& folder = {});

struct FolderListing {
  std::vector<std::filesystem::path> files, folders;  //!< by name
};

//! Skips hidden files and folders, and everything that is neither a file nor a folder. \throw InputError where it
//! cannot be read
[[nodiscard]] FolderListing list_folder(const std::filesystem::path& folder);

//! Follows existing links; files need not exist. A path that cannot be followed counts as outside.
//! \param folder empty: the working folder
[[nodiscard]] bool lies_below(const std::filesystem::path& file, const std::filesystem::path& folder);

//! Whether the folder holds the file at any depth: by links to either, from whichever folder the file is reached, and under other
//! names of the folder.
[[nodiscard]] bool holds(const std::filesystem::path& folder, const std::filesystem::path& file);

}  // namespace intercusp
