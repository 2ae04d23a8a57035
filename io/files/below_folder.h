// Whether a path leads out of a folder.
#pragma once

#include <filesystem>

namespace intercusp {

//! Follows existing links; files need not exist. A path that cannot be followed counts as outside.
//! \param folder empty: the working folder
[[nodiscard]] bool lies_below(const std::filesystem::path& file, const std::filesystem::path& folder);

}  // namespace intercusp
