// Recognises files that were dropped on the window or named on the command line.
#pragma once

#include <filesystem>
#include <string>
#include <utility>

namespace intercusp::viewer {

enum class FileKind { scan, session, track, pose, bodies };

//! By content. Anything unrecognised counts as a scan; import then says what is wrong with it.
[[nodiscard]] FileKind kind_of(const std::filesystem::path& file);

//! Upper and lower, by their names, else in the order given.
[[nodiscard]] std::pair<std::string, std::string> upper_and_lower(const std::string& first,
                                                                  const std::string& second);

}  // namespace intercusp::viewer
