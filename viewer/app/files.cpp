#include "viewer/app/files.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <iterator>
#include <string_view>
#include <system_error>
#include <utility>

#include "io/case/source_files.h"
#include "io/files/errors.h"
#include "io/files/result_folder.h"
#include "io/files/write_atomically.h"
#include "io/picture/image_bytes.h"
#include "viewer/app/exports.h"
#include "viewer/app/messages.h"
#include "viewer/app/pose.h"
#include "viewer/app/session.h"
#include "viewer/app/state_json.h"
#include "viewer/app/words.h"
#include "viewer/app/work.h"
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

//! Whether the file says that the user changed nothing. An unreadable file is offered, so that the user learns the
//! reason.
static bool is_unchanged(const fs::path& file, std::span<const Tool* const> tools) {
  try {
    return read_session(file, tools).unchanged;
  } catch (const InputError&) {
    return false;
  }
}

std::optional<LeftBehind> work_left_behind(const fs::path& folder, std::span<const Tool* const> tools) {
  std::optional<LeftBehind> left = left_behind(folder);
  for (std::error_code error; left && !error && is_unchanged(left->file, tools); left = left_behind(folder))
    fs::remove(left->file, error);
  return left;
}

namespace {

namespace fs = std::filesystem;

constexpr double between_saves_s = 0.4;   //!< a crash loses less than half a second of a drag
constexpr double between_settings_s = 1;  //!< a window being resized changes them many times a second

//! The file to open after an export: for a folder with a report, its page.
fs::path to_open_of(const fs::path& target) {
  std::error_code ignored;
  for (const char* const page : {"report.html", "report.pdf"})
    if (fs::exists(target / page, ignored)) return fs::absolute(target / page);
  return fs::absolute(target);
}

}  // namespace

//! The folder that it lies in.
void Files::remember_export(const fs::path& target) {
  messages_.forget_problems();
  messages_.inform(phrase(text::written, target.string()));
  state_.messages.back().written = to_open_of(target);
  fs::path whole = fs::absolute(target).lexically_normal();
  if (!whole.has_filename()) whole = whole.parent_path();  // "r2/" is named r2
  state_.settings.export_folder = whole.parent_path().string();
  state_.settings_due = true;
}

std::vector<fs::path> Files::inputs() const {
  if (!state_.loaded) return {};
  std::vector<fs::path> files;
  const Session session = session_of(state_);
  for (const std::string& source : {session.request.upper, session.request.lower})
    std::ranges::move(source_files(source), std::back_inserter(files));
  std::ranges::copy(files_of(session, state_.tools), std::back_inserter(files));
  return files;
}

//! With the document's own pose where a playback shows another.
Session Files::session_now() const {
  Session session = session_of(state_);
  const bool of_playback = state_.playback && !state_.dragging;
  if (of_playback) session.document.upper_from_lower = pose_.present().upper_from_lower;
  return session;
}

void Files::save_by_itself(double seconds) {
  since_autosave_s_ += seconds;
  if (state_.autosave_due && since_autosave_s_ >= between_saves_s && state_.loaded) autosave_now();
  since_settings_s_ += seconds;
  if (state_.settings_due && since_settings_s_ >= between_settings_s) write_settings();
}

std::optional<double> Files::due_s() const {
  std::optional<double> due;
  if (state_.autosave_due && state_.loaded) due = between_saves_s - since_autosave_s_;
  if (state_.settings_due)
    due = std::min(due.value_or(between_settings_s), between_settings_s - since_settings_s_);
  return due;
}

void Files::autosave_now() {
  since_autosave_s_ = 0;
  try {
    std::string json = session_json(session_now(), autosave_.folder(), state_.tools);
    if (json != autosaved_) autosave_.write(json);
    autosaved_ = std::move(json);
    state_.autosave_due = told_of_autosave_ = false;
  } catch (const std::exception& error) {  // and tried again
    if (!std::exchange(told_of_autosave_, true))
      messages_.say(MessageKind::problem, phrase(text::not_autosaved, error.what()));
  }
}

void Files::write_settings() {
  state_.settings_due = false;
  since_settings_s_ = 0;
  if (state_.machine.settings.empty()) return;
  try {
    viewer::write_settings(state_.settings, settings_file(state_.machine.settings));
  } catch (const std::exception& error) {
    messages_.say(MessageKind::problem, error.what());
  }
}

void Files::export_to(const FileExport& what, const fs::path& target) {
  if (!state_.loaded) return messages_.refuse(text::open_case_first);
  const ShownBite shown{.loaded = state_.loaded,
                        .upper_from_lower = state_.document.upper_from_lower,
                        .threshold_mm = state_.document.threshold_mm,
                        .palette = state_.view.palette,
                        .notes = state_.notes,
                        .forms = state_.settings.report_forms,
                        .patient = state_.patient,
                        .language = state_.settings.report_forms.language.value_or(state_.settings.language),
                        .upper_edits = state_.document.upper_edits,
                        .lower_edits = state_.document.lower_edits,
                        .inputs = inputs()};
  work_.add({.what = what.doing,
             .work = [this, write = what.write, target, shown](const Progress& progress) -> Job::Finish {
               write(shown, target, progress);
               return [this, target] { remember_export(target); };
             },
             .failed = messages_.says_why(),
             .outlives_case = true});
}

void Files::write_picture(const fs::path& file, Picture picture) {
  const auto shared = std::make_shared<const Picture>(std::move(picture));
  work_.add({.what = text::writing_file,
             .work = [this, file, shared, inputs = inputs()](const Progress& progress) -> Job::Finish {
               check_replaceable(file, inputs, true);
               FoldersToFill folders;
               if (!file.parent_path().empty()) folders.make(file.parent_path());
               const std::string bytes = png_bytes(*shared);
               report_progress(progress, 0.9);
               write_atomically(file, bytes);
               return [this, file] { remember_export(file); };
             },
             .failed = messages_.says_why(),
             .outlives_case = true});
}

void Files::copy_picture(Picture picture, std::function<void(std::string png)> copy) {
  const auto shared = std::make_shared<const Picture>(std::move(picture));
  work_.add({.what = Text("Copying the picture\u2026"),
             .work = [this, copy = std::move(copy), shared](const Progress&) -> Job::Finish {
               return [this, copy, png = png_bytes(*shared)] {
                 copy(png);
                 messages_.inform(Text("The picture is on the clipboard."));
               };
             },
             .failed = messages_.says_why(),
             .outlives_case = true});
}

fs::path Files::session_file_named(const fs::path& file) {
  fs::path whole = fs::absolute(file).lexically_normal();
  if (!whole.has_extension() && whole.has_filename()) whole += ".intercusp.json";
  return whole;
}

void Files::save_session(const fs::path& file) {
  if (!state_.loaded) return messages_.refuse(text::open_case_first);
  fs::path whole;
  try {
    whole = session_file_named(file);
    check_replaceable(whole, inputs(), true);
    FoldersToFill folders;
    folders.make(whole.parent_path());
    Session session = session_now();
    session.unchanged = false;  // of interest in autosaves alone, as the next
    session.file.clear();
    write_atomically(whole, session_json(session, whole.parent_path(), state_.tools));
  } catch (const std::exception& error) {
    return messages_.say(MessageKind::problem, error.what());
  }
  state_.session_file = whole;
  state_.unsaved = false;
  state_.autosave_due = true;
  remember_session(whole);
  messages_.forget_problems();
  messages_.inform(phrase(text::written, whole.string()));
}

void Files::remember_session(const fs::path& file) {
  std::vector<std::string>& recent = state_.settings.recent_sessions;
  std::erase(recent, file.string());
  recent.insert(recent.begin(), file.string());
  recent.resize(std::min(recent.size(), most_recent));
  state_.settings_due = true;
}

}  // namespace intercusp::viewer
