// What the viewer finds on the machine that it runs on, and the error where a window is missing. The program looks once; tests
// say it, so they pass on every machine.
#pragma once

#include <ctime>
#include <filesystem>
#include <functional>
#include <stdexcept>
#include <string>

#include "io/language/language.h"

namespace intercusp::viewer {

//! No window can be opened: there is no display, or it lacks OpenGL 4.5. Programs that do not link the viewer can catch it.
class WindowError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace intercusp::viewer

namespace intercusp::viewer::platform {

[[nodiscard]] std::tm utc(std::time_t time);

struct Machine {
  std::filesystem::path settings = {}, autosave = {};  //!< folders; empty: none are read or written
  Language language = Language::english;               //!< until the user chooses one
  std::filesystem::path file_dialogue = {};            //!< zenity or kdialog; empty: paths are typed
  std::filesystem::path font = {};       //!< file of the interface's typeface; empty for Dear ImGui's own
  std::filesystem::path documents = {};  //!< the user's folder for them; empty: unknown
  std::filesystem::path opener = {};     //!< xdg-open; empty: none
  std::string display = {};              //!< of X11; empty: none
  std::tm (*local_time)(std::time_t) = utc;
};

//! The value of an environment variable, null where it is not set.
using Variable = std::function<const char*(const char* name)>;

//! Folders follow the XDG base directories: $XDG_CONFIG_HOME/intercusp, else ~/.config/intercusp for settings,
//! $XDG_STATE_HOME/intercusp, else ~/.local/state/intercusp for autosaved sessions.
[[nodiscard]] Machine this_machine(const Variable& variable);
[[nodiscard]] Machine this_machine();

}  // namespace intercusp::viewer::platform
