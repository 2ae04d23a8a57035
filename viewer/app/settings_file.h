// Settings kept between runs as a readable JSON file in the platform's settings folder.
#pragma once

#include <filesystem>

#include "viewer/app/app_state.h"

namespace intercusp::viewer {

[[nodiscard]] inline std::filesystem::path settings_file(const std::filesystem::path& folder) {
  return folder / "settings.json";
}

//! Defaults if the file is missing or unreadable: settings never keep the viewer from starting.
//! \param language where the file chooses none
[[nodiscard]] Settings read_settings(const std::filesystem::path& file,
                                     Language language = Language::english);
//! \throw OutputError
void write_settings(const Settings& settings, const std::filesystem::path& file);

}  // namespace intercusp::viewer
