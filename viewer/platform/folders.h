// What differs between platforms, in one source file each: folders_linux.cpp follows the XDG base
// directories.
#pragma once

#include <filesystem>
#include <optional>

namespace intercusp::viewer::platform {

//! $XDG_CONFIG_HOME/intercusp, else ~/.config/intercusp.
[[nodiscard]] std::filesystem::path settings_folder();
//! $XDG_STATE_HOME/intercusp, else ~/.local/state/intercusp.
[[nodiscard]] std::filesystem::path state_folder();
//! A typeface for the interface; nothing where none is installed.
[[nodiscard]] std::optional<std::filesystem::path> interface_font();

[[nodiscard]] long process_id();
[[nodiscard]] bool is_running(long process_id);

}  // namespace intercusp::viewer::platform
