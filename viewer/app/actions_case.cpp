#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <system_error>
#include <utility>

#include "io/case/scan_names.h"
#include "io/case/source_files.h"
#include "io/files/errors.h"
#include "io/files/paths.h"
#include "occlusion/base/run_both.h"
#include "viewer/app/actions_impl.h"
#include "viewer/app/dropped_files.h"
#include "viewer/app/request_json.h"
#include "viewer/app/words.h"

namespace intercusp::viewer {
namespace {

constexpr std::size_t most_recent = 8;

//! Loads the case and reads it in the document's pose.
ReadCase opened_case(const OpenRequest& opening, std::span<const Tool* const> tools,
                     const Actions::MakeMeshes& make_meshes, const Progress& progress) {
  ReadCase opened;
  opened.opening = opening;
  opened.loaded = load_case(opening.request, part_of(progress, 0, 0.7));
  opened.document = opening.session ? opening.session->document
                                    : Document{.upper_from_lower = opening.request.upper_from_lower};
  for (const std::string& file : opening.beside)
    (void)std::ranges::any_of(tools,
                              [&](const Tool* tool) { return tool->take_with_case(opened.document, file); });
  run_both([&] { opened.live = std::make_shared<LiveBite>(opened.loaded); },
           [&] {
             if (make_meshes)
               opened.meshes = make_meshes(opened.loaded->as_opened, part_of(progress, 0.7, 0.95));
           });
  const bool corrected = !opened.document.upper_edits.empty() || !opened.document.lower_edits.empty();
  if (corrected) opened.teeth = std::make_shared<const CaseTeeth>(case_teeth(*opened.loaded));
  (void)opened.live->read(opened.document.upper_from_lower, opened.document.threshold_mm);
  report_progress(progress, 0.95);
  opened.fixes = fixes_for(*opened.loaded);
  return opened;
}

//! Keeps the look of the views and drops what belonged to the case before.
ViewState view_of_new_case(ViewState view, const AnatomicalAxes& axes, StandardView from) {
  view.camera.view_from_case = rotation_of(from, axes);
  view.upper.shown = view.lower.shown = true;
  view.show_compass = false;
  view.map_colouring = MapColouring::clearance;
  view.hidden_bodies.clear();
  view.section.reset();
  view.ruler.reset();
  view.space_ruler.reset();
  return view;
}

//! Chooses, from more than two scans, one that names the upper jaw and one that names the lower.
std::optional<CaseRequest> jaws_by_name(const std::vector<std::string>& files) {
  CaseRequest jaws;
  for (const std::string& file : files) {
    const std::optional<JawName> name = jaw_in_name(file);
    if (!name) continue;
    std::string& jaw = name->jaw == Jaw::upper ? jaws.upper : jaws.lower;
    if (!jaw.empty()) return std::nullopt;
    jaw = file;
  }
  return jaws.upper.empty() || jaws.lower.empty() ? std::nullopt : std::optional(jaws);
}

bool same_files(const CaseRequest& a, const CaseRequest& b) {
  return a.upper == b.upper && a.lower == b.lower;
}

//! Files outside the session's folder, without scans that the user has opened before.
std::vector<std::string> unknown_files(const Session& session, const std::filesystem::path& file,
                                       const std::vector<CaseRequest>& recent,
                                       std::span<const Tool* const> tools) {
  std::vector<std::string> files =
      files_outside(session, std::filesystem::absolute(file).parent_path(), tools);
  const bool opened_before = std::ranges::any_of(
      recent, [&](const CaseRequest& other) { return same_files(session.request, other); });
  if (!opened_before) return files;
  for (const std::string& jaw : {session.request.upper, session.request.lower}) {
    for (const std::string& scan : paths_in(jaw))
      std::erase_if(files, [&](const std::string& one) { return lies_below(one, scan); });
  }
  return files;
}

}  // namespace

//! That is open, with all that belongs to it.
static void forget_case(Actions::Impl& impl) {
  ++impl.state.case_number;
  impl.state.messages.clear();  // about the case before, or about how this one could not be opened at first
  static_cast<OpenCase&>(impl.state) = {};
  impl.of_case = {};
  impl.work.give_way();
}

//! Where a case was refused for its size.
static void offer_units(Actions::Impl& impl, const CaseRequest& request, const std::exception_ptr& error) {
  try {
    std::rethrow_exception(error);
  } catch (const InputError& input) {
    std::vector<CaseFix> fixes = unit_fixes(request, input);
    if (!fixes.empty()) impl.state.fixes = std::move(fixes);
  } catch (const std::exception&) {
    return;  // not about units
  }
}

//! Among the recent cases.
static void remember(Actions::Impl& impl, const CaseRequest& request) {
  if (request.is_demo()) return;
  std::vector<CaseRequest>& recent = impl.state.settings.recent;
  std::erase_if(recent, [&](const CaseRequest& other) { return same_files(request, other); });
  recent.insert(recent.begin(), request);
  recent.resize(std::min(recent.size(), most_recent));
  impl.settings_due = true;
}

void Actions::Impl::open(OpenRequest opening) {
  forget_problems();
  opening.request = with_absolute_paths(std::move(opening.request));
  work.add_instead({.what = text::reading_scans,
                    .work = [this, opening](const Progress& progress) -> Job::Finish {
                      return [this, opened = opened_case(opening, state.tools, make_meshes, progress)] {
                        show_case(opened);
                      };
                    },
                    .failed =
                        [this, request = opening.request](const std::exception_ptr& error) {
                          says_why()(error);
                          offer_units(*this, request, error);
                        }});
}
void Actions::Impl::show_case(const ReadCase& opened) {
  const OpenRequest& opening = opened.opening;
  forget_case(*this);
  state.loaded = opened.loaded;
  state.meshes = opened.meshes;
  state.live = opened.live;
  state.fixes = opened.fixes;
  if (opening.mended)
    state.fixes.push_back({CaseFix::Kind::undo,
                           Text("The case is shown with the correction. Please check that it looks right."),
                           *opening.mended});
  state.notes = opening.session ? opening.session->notes : CaseNotes();
  const bool keeps_view = opening.session && !opening.in_other_pose;
  state.view = keeps_view ? opening.session->view
                          : view_of_new_case(state.view, opened.loaded->axes(), StandardView::frontal);
  if (!state.settings.expert) state.view.map_colouring = MapColouring::clearance;
  // Sessions do not say who hid a jaw: another view shows it again.
  hidden_by_look = state.view.upper.shown != state.view.lower.shown;
  state.session_file = opening.session_file;
  if (!opening.in_other_pose) history.start(opened.document);
  forget_sliders();
  if (opened.teeth) {
    state.teeth.want(ScansKey{});
    state.teeth.set({}, opened.teeth);
    begin_edits();
  }
  show(history.present());
  const std::optional<double> filled = keeps_view ? opening.session->filled_view : std::nullopt;
  if (filled) state.fitted_camera = state.view.camera;
  if (!keeps_view || (filled && *filled != state.view_room.width_over_height)) fit_camera();
  tell_history();
  state.unsaved = !opening.recovered_file.empty() || opening.in_other_pose;
  remember(*this, opening.request);
  if (!opening.session_file.empty()) remember_session(opening.session_file);
  rested_s = longest_refining_s;  // the user has not moved it yet
  if (opening.session && !opening.session->track.empty()) open_track(opening.session->track);
  if (opening.then) opening.then();

  if (opening.recovered_file.empty()) return;
  autosave_now();
  std::error_code ignored;
  if (!autosave_due) std::filesystem::remove(opening.recovered_file, ignored);
}

static void show_lone(Actions::Impl& impl, const std::shared_ptr<const LoneScan>& lone,
                      const std::shared_ptr<const SceneMeshes>& meshes) {
  forget_case(impl);
  impl.state.lone = lone;
  impl.state.meshes = meshes;
  impl.of_case.waiting_scan = lone->source;
  impl.state.document = Document{};
  impl.state.notes = CaseNotes();
  impl.history.start(impl.state.document);
  impl.tell_history();
  impl.state.unsaved = impl.autosave_due = false;
  impl.autosave.remove();  // the previous case was given up
  const StandardView view = occlusal_view(lone->jaw);
  impl.state.view = view_of_new_case(impl.state.view, *impl.state.shown_axes(), view);
  impl.hidden_by_look = false;
  impl.fit_camera();
}

static void open_lone(Actions::Impl& impl, const std::string& source) {
  impl.forget_problems();
  impl.of_case.waiting_scan = source;
  const auto failed = [&impl, source](const std::exception_ptr& error) {
    if (impl.of_case.waiting_scan == source) impl.of_case.waiting_scan.clear();
    impl.says_why()(error);
  };
  impl.work.add_instead({.what = text::reading_scans,
                         .work = [&impl, source](const Progress& progress) -> Job::Finish {
                           const auto lone = load_lone_scan(source, part_of(progress, 0, 0.7));
                           const auto meshes = impl.make_meshes
                                                   ? impl.make_meshes(lone->bite(), part_of(progress, 0.7, 1))
                                                   : nullptr;
                           return [=, &impl] { show_lone(impl, lone, meshes); };
                         },
                         .failed = failed});
}

//! The waiting scan and another one, the upper first.
static CaseRequest completed_by(Actions::Impl& impl, const std::string& other) {
  auto [upper, lower] = upper_and_lower(impl.of_case.waiting_scan, other);
  const bool names_say = jaw_in_name(impl.of_case.waiting_scan) || jaw_in_name(other);
  if (!names_say && impl.state.lone && !impl.state.lone->is_upper()) std::swap(upper, lower);
  return {.upper = upper, .lower = lower};
}

void Actions::Impl::remember_session(const std::filesystem::path& file) {
  std::vector<std::string>& recent = state.settings.recent_sessions;
  std::erase(recent, file.string());
  recent.insert(recent.begin(), file.string());
  recent.resize(std::min(recent.size(), most_recent));
  settings_due = true;
}

static void ask_about_files_outside(Actions::Impl& impl, const std::filesystem::path& file,
                                    const std::vector<std::string>& outside,
                                    const std::function<void()>& then) {
  impl.when_agreed = [&impl, file, then] { impl.open_session(file, Actions::Impl::Source::agreed, then); };
  impl.state.question = {
      .kind = Question::Kind::outside_files,
      .text = phrase(
          "The session {} opens files outside its folder:\n{}\nOpen them if you know where the session comes "
          "from.",
          file.filename().string(), fmt::join(outside, "\n")),
      .file = file};
  impl.changed = true;
}

void Actions::Impl::open_session(const std::filesystem::path& file, Source source,
                                 const std::function<void()>& then) {
  forget_problems();
  const bool recovered = source == Source::own;
  const auto ask_or_open = [this, file, recovered, then](const Session& session,
                                                         const std::vector<std::string>& changes) {
    OpenRequest opening{.request = session.request,
                        .session = session,
                        .session_file = recovered ? std::filesystem::path() : std::filesystem::absolute(file),
                        .recovered_file = recovered ? file : std::filesystem::path(),
                        .then = then};
    if (changes.empty()) return open(std::move(opening));
    when_agreed = [this, opening] { open(opening); };
    state.question = {.kind = Question::Kind::changed_scans,
                      .text = phrase("The scans have changed since this session was saved:\n{}\nOpen it with "
                                     "the scans as they are now?",
                                     fmt::join(changes, "\n")),
                      .file = file};
    changed = true;
  };
  work.add_instead({.what = Text("Reading the session\u2026"),
                    .work = [this, file, source, then, ask_or_open,
                             recent = state.settings.recent](const Progress&) -> Job::Finish {
                      const Session session = read_session(file, state.tools);
                      const std::vector<std::string> outside =
                          source == Source::unknown ? unknown_files(session, file, recent, state.tools)
                                                    : std::vector<std::string>();
                      if (!outside.empty())
                        return [=, this] { ask_about_files_outside(*this, file, outside, then); };
                      const std::vector<std::string> changes = changed_files(session);
                      return [=] { ask_or_open(session, changes); };
                    },
                    .failed = says_why()});
}
//! Opens at once, or asks where unsaved changes would be lost.
static void open_or_ask(Actions::Impl& impl, std::function<void()> open) {
  if (!impl.state.unsaved) {
    impl.attempt(open);
    return;
  }
  impl.when_agreed = std::move(open);
  impl.state.question = {
      .kind = Question::Kind::unsaved,
      .text = Text("The open case has unsaved changes. They are lost when another case is opened."),
      .file = {}};
  impl.changed = true;
}

static void say_what_to_drop(Actions& actions) {
  actions.say(MessageKind::refusal,
              Text("Drop the upper and the lower jaw together: two mesh files or folders, or one folder "
                   "that holds both. Drop a session, a track or a pose alone."));
}

static bool are_taken_by_tool(const AppState& state, Actions& actions, std::span<const std::string> files) {
  std::error_code ignored;
  const FileKind kind = kind_of(files.front());
  const auto may_be_taken = [&](const std::string& file) {
    return kind_of(file) == kind && !std::filesystem::is_directory(file, ignored);
  };
  if (!std::ranges::all_of(files, may_be_taken)) return false;
  return std::ranges::any_of(state.tools,
                             [&](const Tool* tool) { return tool->take_files(state, actions, kind, files); });
}

void Actions::open(const CaseRequest& request, const std::vector<std::string>& beside) {
  open_or_ask(*impl_, [this, request, beside] {
    impl_->open({.request = request, .beside = absolute_paths(beside)});
  });
}

void Actions::open_demo() { open({}); }

void Actions::open_paths(std::span<const std::string> paths) {
  const auto describes_bodies = [](const std::string& path) { return kind_of(path) == FileKind::bodies; };
  std::vector<std::string> bodies, others;
  std::ranges::partition_copy(paths, std::back_inserter(bodies), std::back_inserter(others),
                              describes_bodies);
  if (others.empty() && !bodies.empty()) {
    (void)are_taken_by_tool(impl_->state, *this, bodies);
    return;
  }
  if (bodies.empty() && !others.empty() && impl_->state.loaded && impl_->of_case.waiting_scan.empty() &&
      are_taken_by_tool(impl_->state, *this, others))
    return;
  if (others.size() == 2) {
    const auto [upper, lower] = upper_and_lower(others[0], others[1]);
    return open({.upper = upper, .lower = lower}, bodies);
  }
  if (const auto jaws = others.size() > 2 ? jaws_by_name(others) : std::nullopt) {
    std::erase_if(others,
                  [&](const std::string& file) { return file == jaws->upper || file == jaws->lower; });
    return open_or_ask(*impl_, [this, jaws = *jaws, bodies, others] {
      impl_->open({.request = jaws, .beside = absolute_paths(bodies), .then = [this, others] {
                     if (!are_taken_by_tool(impl_->state, *this, others)) say_what_to_drop(*this);
                   }});
    });
  }
  std::error_code ignored;
  if (others.size() == 1 && std::filesystem::is_directory(others[0], ignored))
    return open_folder(others[0], bodies);
  if (paths.size() != 1) return say_what_to_drop(*this);
  switch (kind_of(paths[0])) {
    case FileKind::session:
      return open_session(paths[0]);
    case FileKind::track:
      return open_track(paths[0]);
    case FileKind::pose:
      return load_pose(paths[0]);
    case FileKind::bodies:
    case FileKind::scan:
      break;
  }
  if (impl_->of_case.waiting_scan.empty() || impl_->of_case.waiting_scan == paths[0])
    return open_alone(paths[0]);
  open(completed_by(*impl_, paths[0]));
}

void Actions::open_alone(const std::string& scan) {
  open_or_ask(*impl_, [this, scan] { open_lone(*impl_, scan); });
}

void Actions::open_folder(const std::filesystem::path& folder, const std::vector<std::string>& beside) {
  impl_->forget_problems();
  try {
    const JawSources jaws = jaws_in_folder(folder);
    open({.upper = jaws.upper, .lower = jaws.lower}, beside);
  } catch (const InputError& error) {
    say(MessageKind::problem, error.what());
  }
}

void Actions::open_session(const std::filesystem::path& file, const std::function<void()>& then) {
  open_or_ask(*impl_, [this, file, then] { impl_->open_session(file, Impl::Source::unknown, then); });
}

void Actions::reopen_in_pose() {
  impl_->end_drag();
  if (!impl_->state.loaded) return;
  Session session = session_of(impl_->state);
  session.request.upper_from_lower = session.document.upper_from_lower;
  impl_->open({.request = session.request,
               .session = session,
               .session_file = impl_->state.session_file,
               .in_other_pose = true});
}

void Actions::apply_fix(const CaseFix& fix) {
  OpenRequest opening{.request = fix.request};
  if (impl_->state.loaded && fix.kind != CaseFix::Kind::undo) opening.mended = impl_->state.loaded->request;
  open_or_ask(*impl_, [this, opening] { impl_->open(opening); });
}

void Actions::cancel_work() {
  impl_->work.cancel();
  impl_->changed = true;
}

}  // namespace intercusp::viewer
