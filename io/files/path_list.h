// Several files given as one text, with commas between.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace intercusp {

//! A path that is there is one file or folder, whatever commas it has ("Smith, A/upper.stl"); else what stands between the commas.
//! \param folder of relative paths; the paths that are returned stay relative
[[nodiscard]] std::vector<std::string> paths_in(const std::string& text,
                                                const std::filesystem::path& folder = {});

}  // namespace intercusp
