#include <unistd.h>

#include <array>
#include <cstdlib>
#include <optional>
#include <sstream>
#include <system_error>

#include "viewer/platform/machine.h"

namespace intercusp::viewer::platform {
namespace {

namespace fs = std::filesystem;

//! An empty variable counts as none.
std::string text_of(const char* value) { return value == nullptr ? "" : value; }

//! The XDG specification has relative paths ignored.
std::optional<fs::path> folder_in(const char* value) {
  if (value == nullptr || !fs::path(value).is_absolute()) return std::nullopt;
  return value;
}

bool is_file(const fs::path& path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored);
}

//! In the order of POSIX: "de_DE.UTF-8"; empty where none is chosen.
std::string locale_in(const Variable& variable) {
  for (const char* const name : {"LC_ALL", "LC_MESSAGES", "LANG"})
    if (std::string locale = text_of(variable(name)); !locale.empty()) return locale;
  return {};
}

fs::path program_in(const std::string& folders, const char* name) {
  std::istringstream parts(folders);
  for (std::string folder; std::getline(parts, folder, ':');) {
    fs::path file = fs::path(folder) / name;
    if (is_file(file) && access(file.c_str(), X_OK) == 0) return file;
  }
  return {};
}

fs::path file_dialogue_in(const std::string& folders) {
  fs::path zenity = program_in(folders, "zenity");
  return zenity.empty() ? program_in(folders, "kdialog") : zenity;
}

fs::path font_in(const fs::path& own) {
  const fs::path shared = "/usr/share/fonts/truetype";
  const std::array<fs::path, 4> fonts = {own / "OpenSans-Regular.ttf", own / "DejaVuSans.ttf",
                                         shared / "open-sans" / "OpenSans-Regular.ttf",
                                         shared / "dejavu" / "DejaVuSans.ttf"};
  for (const fs::path& font : fonts)
    if (is_file(font)) return font;
  return {};
}

//! As desktops make it in English; else all of the home.
fs::path documents_in(const fs::path& home) {
  std::error_code ignored;
  return fs::is_directory(home / "Documents", ignored) ? home / "Documents" : home;
}

std::tm local(std::time_t time) {
  std::tm parts{};
  localtime_r(&time, &parts);
  return parts;
}

}  // namespace

std::tm utc(std::time_t time) {
  std::tm parts{};
  gmtime_r(&time, &parts);
  return parts;
}

Machine this_machine(const Variable& variable) {
  const fs::path home = folder_in(variable("HOME")).value_or(fs::temp_directory_path());
  const auto folder = [&](const char* name, const fs::path& below_home) {
    return folder_in(variable(name)).value_or(home / below_home);
  };
  return {.settings = folder("XDG_CONFIG_HOME", ".config") / "intercusp",
          .autosave = folder("XDG_STATE_HOME", ".local/state") / "intercusp",
          .language = language_of(locale_in(variable)),
          .file_dialogue = file_dialogue_in(text_of(variable("PATH"))),
          .font = font_in(folder("XDG_DATA_HOME", ".local/share") / "fonts"),
          .documents = documents_in(home),
          .opener = program_in(text_of(variable("PATH")), "xdg-open"),
          .display = text_of(variable("DISPLAY")),
          .local_time = local};
}

Machine this_machine() {
  return this_machine([](const char* name) { return std::getenv(name); });
}

}  // namespace intercusp::viewer::platform
