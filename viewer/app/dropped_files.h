// What files are that were dropped into the window or named on a command line.
#pragma once

#include <filesystem>
#include <string>
#include <utility>

namespace intercusp::viewer {

enum class FileKind { scan, session, track, pose };

//! By content; whatever is none of the others is taken for a scan, and import says what is wrong with it.
[[nodiscard]] FileKind kind_of(const std::filesystem::path& file);

//! Upper and lower: by what their names say, else in the order given.
[[nodiscard]] std::pair<std::string, std::string> upper_and_lower(const std::string& first,
                                                                  const std::string& second);

}  // namespace intercusp::viewer
