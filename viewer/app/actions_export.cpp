#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <system_error>

#include "io/case/source_files.h"
#include "io/files/errors.h"
#include "io/files/result_folder.h"
#include "io/files/write_atomically.h"
#include "io/picture/image_bytes.h"
#include "viewer/app/actions_impl.h"
#include "viewer/app/session.h"
#include "viewer/app/settings_file.h"
#include "viewer/app/words.h"

namespace intercusp::viewer {
namespace {

namespace fs = std::filesystem;

//! The file to open after an export: for a folder with a report, its page.
fs::path to_open_of(const fs::path& target) {
  std::error_code ignored;
  for (const char* const page : {"report.html", "report.pdf"})
    if (fs::exists(target / page, ignored)) return fs::absolute(target / page);
  return fs::absolute(target);
}

}  // namespace

//! The folder that it lies in.
static void remember_export(Actions::Impl& impl, const fs::path& target) {
  impl.forget_problems();
  impl.say(MessageKind::information, phrase(text::written, target.string()));
  impl.state.messages.back().written = to_open_of(target);
  fs::path whole = fs::absolute(target).lexically_normal();
  if (!whole.has_filename()) whole = whole.parent_path();  // "r2/" is named r2
  impl.state.settings.export_folder = whole.parent_path().string();
  impl.settings_due = true;
}

std::vector<fs::path> Actions::Impl::inputs() const {
  if (!state.loaded) return {};
  std::vector<fs::path> files;
  const Session session = session_of(state);
  for (const std::string& source : {session.request.upper, session.request.lower})
    std::ranges::move(source_files(source), std::back_inserter(files));
  std::ranges::copy(files_of(session, state.tools), std::back_inserter(files));
  return files;
}

ShownBite Actions::Impl::shown_bite() const {
  return {.loaded = state.loaded,
          .upper_from_lower = state.document.upper_from_lower,
          .threshold_mm = state.document.threshold_mm,
          .palette = state.view.palette,
          .notes = state.notes,
          .forms = state.settings.report_forms,
          .language = state.settings.report_forms.language.value_or(state.settings.language),
          .upper_edits = state.document.upper_edits,
          .lower_edits = state.document.lower_edits,
          .inputs = inputs()};
}

//! With the document's own pose where a playback shows another.
static Session session_now(Actions::Impl& impl) {
  Session session = session_of(impl.state);
  const bool of_playback = impl.state.playback && !impl.state.dragging;
  if (of_playback) session.document.upper_from_lower = impl.history.present().upper_from_lower;
  return session;
}

void Actions::Impl::save_by_itself(double seconds) {
  since_autosave_s += seconds;
  if (autosave_due && since_autosave_s >= between_saves_s && state.loaded) autosave_now();
}

void Actions::Impl::autosave_now() {
  since_autosave_s = 0;
  try {
    std::string json = session_json(session_now(*this), autosave.folder(), state.tools);
    if (json != autosaved) autosave.write(json);
    autosaved = std::move(json);
    autosave_due = told_of_autosave = false;
  } catch (const std::exception& error) {
    autosave_failed(error.what());  // and tried again
  }
}

void Actions::Impl::write_settings() {
  settings_due = false;
  since_settings_s = 0;
  if (state.machine.settings.empty()) return;
  try {
    viewer::write_settings(state.settings, settings_file(state.machine.settings));
  } catch (const std::exception& error) {
    say(MessageKind::problem, error.what());
  }
}

void Actions::export_to(const FileExport& what, const fs::path& target) {
  if (!impl_->state.loaded) return say(MessageKind::refusal, text::open_case_first);
  const auto written = [impl = impl_.get(), target] { remember_export(*impl, target); };
  impl_->work.add({.what = what.doing,
                   .work = [write = what.write, target, written,
                            shown = impl_->shown_bite()](const Progress& progress) -> Job::Finish {
                     write(shown, target, progress);
                     return written;
                   },
                   .failed = impl_->says_why(),
                   .outlives_case = true});
}

void Actions::write_picture(const fs::path& file, Picture picture) {
  const auto shared = std::make_shared<const Picture>(std::move(picture));
  impl_->work.add({.what = text::writing_file,
                   .work = [impl = impl_.get(), file, shared,
                            inputs = impl_->inputs()](const Progress& progress) -> Job::Finish {
                     check_replaceable(file, inputs, true);
                     if (!file.parent_path().empty()) make_folder(file.parent_path());
                     const std::string bytes = png_bytes(*shared);
                     report_progress(progress, 0.9);
                     write_atomically(file, bytes);
                     return [impl, file] { remember_export(*impl, file); };
                   },
                   .failed = impl_->says_why(),
                   .outlives_case = true});
}

void Actions::copy_picture(Picture picture, std::function<void(std::string png)> copy) {
  const auto shared = std::make_shared<const Picture>(std::move(picture));
  impl_->work.add(
      {.what = Text("Copying the picture\u2026"),
       .work = [impl = impl_.get(), copy = std::move(copy), shared](const Progress&) -> Job::Finish {
         return [impl, copy, png = png_bytes(*shared)] {
           copy(png);
           impl->say(MessageKind::information, Text("The picture is on the clipboard."));
         };
       },
       .failed = impl_->says_why(),
       .outlives_case = true});
}

fs::path Actions::session_file_named(const fs::path& file) {
  fs::path whole = fs::absolute(file).lexically_normal();
  if (!whole.has_extension() && whole.has_filename()) whole += ".intercusp.json";
  return whole;
}

void Actions::save_session(const fs::path& file) {
  AppState& state = impl_->state;
  if (!state.loaded) return say(MessageKind::refusal, text::open_case_first);
  fs::path whole;
  try {
    whole = session_file_named(file);
    check_replaceable(whole, impl_->inputs(), true);
    make_folder(whole.parent_path());
    Session session = session_now(*impl_);
    session.unchanged = false;  // of interest in autosaves alone
    write_atomically(whole, session_json(session, whole.parent_path(), state.tools));
  } catch (const std::exception& error) {
    return say(MessageKind::problem, error.what());
  }
  state.session_file = whole;
  state.unsaved = false;
  impl_->autosave_due = true;
  impl_->remember_session(whole);
  impl_->forget_problems();
  say(MessageKind::information, phrase(text::written, whole.string()));
}

}  // namespace intercusp::viewer
