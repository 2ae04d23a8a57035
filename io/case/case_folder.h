// Both jaws of a case in one folder.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace intercusp {

//! Sources of import_jaw.
struct JawSources {
  std::string upper, lower;
};

//! Two folders whose names consist of a jaw's name alone.
[[nodiscard]] std::optional<JawSources> jaw_folders(const std::vector<std::filesystem::path>& folders);

//! Whether a file in the folder itself has the ending of a mesh. \throw InputError
[[nodiscard]] bool holds_meshes(const std::filesystem::path& folder);

//! The scans of an iTero export, which its XML names, or the two meshes, or folders of meshes, whose names say upper
//! and lower (jaw_names.h). \throw InputError with the reason where the folder does not hold exactly one of each
[[nodiscard]] JawSources jaws_in_folder(const std::filesystem::path& folder);

}  // namespace intercusp
