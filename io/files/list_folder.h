// What lies in a folder.
#pragma once

#include <filesystem>
#include <vector>

namespace intercusp {

struct FolderListing {
  std::vector<std::filesystem::path> files, folders;  //!< by name
};

//! Skips hidden files and folders, and everything that is neither a file nor a folder. \throw InputError where it
//! cannot be read
[[nodiscard]] FolderListing list_folder(const std::filesystem::path& folder);

}  // namespace intercusp
