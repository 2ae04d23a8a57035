#include <signal.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <system_error>

#include "viewer/platform/folders.h"

namespace intercusp::viewer::platform {
namespace {

namespace fs = std::filesystem;

std::optional<fs::path> folder_in(const char* variable) {
  const char* const value = std::getenv(variable);
  // The XDG specification has relative paths ignored.
  if (value == nullptr || !fs::path(value).is_absolute()) return std::nullopt;
  return value;
}

fs::path home() { return folder_in("HOME").value_or(fs::temp_directory_path()); }

bool is_file(const fs::path& path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored);
}

//! True for zombies too: they keep their number until they are waited for.
bool has_ended(long process_id) {
  std::ifstream stat("/proc/" + std::to_string(process_id) + "/stat");
  const std::string line{std::istreambuf_iterator<char>(stat), {}};
  const std::size_t name_end = line.rfind(')');  // the name before it may hold anything
  return name_end != std::string::npos && line.compare(name_end, 3, ") Z") == 0;
}

}  // namespace

fs::path settings_folder() { return folder_in("XDG_CONFIG_HOME").value_or(home() / ".config") / "intercusp"; }

fs::path state_folder() {
  return folder_in("XDG_STATE_HOME").value_or(home() / ".local" / "state") / "intercusp";
}

std::optional<fs::path> interface_font() {
  const fs::path own = folder_in("XDG_DATA_HOME").value_or(home() / ".local" / "share") / "fonts";
  const fs::path shared = "/usr/share/fonts/truetype";
  const std::array<fs::path, 4> fonts = {own / "OpenSans-Regular.ttf", own / "DejaVuSans.ttf",
                                         shared / "open-sans" / "OpenSans-Regular.ttf",
                                         shared / "dejavu" / "DejaVuSans.ttf"};
  for (const fs::path& font : fonts) {
    if (is_file(font)) return font;
  }
  return std::nullopt;
}

long process_id() { return ::getpid(); }

bool is_running(long process_id) {
  // Another user's process may not be signalled, and yet it runs.
  const bool exists = ::kill(static_cast<pid_t>(process_id), 0) == 0 || errno == EPERM;
  return exists && !has_ended(process_id);
}

}  // namespace intercusp::viewer::platform
