// Several files given as one text, with commas between.
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

}  // namespace intercusp
