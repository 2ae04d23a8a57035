#include "viewer/app/recovery.h"

#include <fmt/format.h>

#include <charconv>
#include <string_view>
#include <system_error>

#include "io/files/write_atomically.h"
#include "viewer/platform/process.h"

namespace intercusp::viewer {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view prefix = "autosave-", ending = ".json";

//! Number of the process that wrote an autosaved session; nothing for other files.
std::optional<long> writer_of(const fs::path& file) {
  const std::string name = file.filename().string();
  if (!name.starts_with(prefix) || !name.ends_with(ending)) return std::nullopt;
  long process = 0;
  const char* const end = name.data() + name.size();
  if (std::from_chars(name.data() + prefix.size(), end, process).ec != std::errc()) return std::nullopt;
  return process;
}

//! Process numbers are reused, in containers always the same ones.
fs::path free_name(const fs::path& folder) {
  std::error_code ignored;
  for (int number = 0;; ++number) {
    fs::path file = folder / fmt::format("{}{}-{}{}", prefix, platform::process_id(), number, ending);
    if (!fs::exists(file, ignored)) return file;
  }
}

}  // namespace

Autosave::Autosave(fs::path folder) : folder_(std::move(folder)) {}

void Autosave::write(const std::string& session_json) {
  if (folder_.empty()) return;
  if (file_.empty()) {
    make_folder(folder_);
    remove_left_behind(folder_, [](const fs::path& name) { return writer_of(name).has_value(); });
    file_ = free_name(folder_);
  }
  write_atomically(file_, session_json);
}

void Autosave::remove() {
  std::error_code ignored;
  if (!file_.empty()) fs::remove(file_, ignored);
  file_.clear();
}

std::optional<LeftBehind> left_behind(const fs::path& folder) {
  std::optional<fs::path> newest;
  fs::file_time_type newest_time;
  std::error_code error;
  for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    const std::optional<long> writer = writer_of(it->path());
    if (!writer || (*writer != platform::process_id() && platform::is_running(*writer))) continue;
    std::error_code no_time;
    const fs::file_time_type time = it->last_write_time(no_time);
    if (no_time || (newest && time <= newest_time)) continue;
    newest = it->path();
    newest_time = time;
  }
  if (!newest) return std::nullopt;
  // The clock of files has no fixed relation to the clock of calendars, so its age is carried over.
  const auto age = fs::file_time_type::clock::now() - newest_time;
  const auto now = std::chrono::system_clock::now();
  return LeftBehind{*newest, now - std::chrono::duration_cast<std::chrono::system_clock::duration>(age)};
}

}  // namespace intercusp::viewer
