#include "viewer/app/cases.h"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <system_error>
#include <utility>

#include "io/case/pose_file.h"
#include "io/case/scan_names.h"
#include "io/case/source_files.h"
#include "io/files/errors.h"
#include "io/files/paths.h"
#include "io/wording/findings.h"
#include "viewer/app/dropped_files.h"
#include "viewer/app/state_json.h"
#include "viewer/app/tool.h"
#include "viewer/app/words.h"

namespace intercusp::viewer {

//! What is to be opened: the requested files, or what a session says.
struct OpenRequest {
  CaseRequest request;
  std::optional<Session> session;
  std::filesystem::path session_file;    //!< empty if the session has no file
  std::filesystem::path recovered_file;  //!< removed when the case is open
  bool in_other_pose = false;            //!< the open case: its history and looks stay
  std::function<bool()> step;       //!< of that history, before the case is shown; false: it is not shown
  std::vector<std::string> beside;  //!< files of tools, besides those of a session
  std::function<void()> then;       //!< follows when the case is open
};

//! Made in the background, one step after the other. The jaws are shown after the first, the rest as a whole after the last.
struct ReadCase {
  OpenRequest opening;
  std::shared_ptr<const ReadJaws> read;
  std::shared_ptr<const SceneMeshes> meshes;
  Document document;
  std::shared_ptr<const LoadedCase> loaded;
  std::vector<CaseFix> fixes;
  std::vector<Tool::Prepared> prepared;  //!< by tools
  std::shared_ptr<LiveBite> live;
};

//! What was open before the jaws of another case were shown: it comes back where that one cannot be opened.
struct SetAside {
  OpenCase open;
  ViewState view;
  std::optional<Camera> fitted_camera;
  bool unsaved = false;
};

namespace {

//! Opened alone, or about to be: the other jaw's scan is still to come. The open case's part.
struct WaitingScan {
  std::string source;
};

ReadCase with_read_jaws(ReadCase opened, std::span<const Tool* const> tools, const MakeMeshes& make_meshes,
                        const Progress& progress) {
  const OpenRequest& opening = opened.opening;
  opened.read = read_jaws(opening.request, part_of(progress, 0, 0.6));
  opened.document = opening.session ? opening.session->document
                                    : Document{.upper_from_lower = opening.request.upper_from_lower};
  for (const std::string& file : opening.beside)
    (void)std::ranges::any_of(tools,
                              [&](const Tool* tool) { return tool->take_with_case(opened.document, file); });
  if (make_meshes)
    opened.meshes = make_meshes(opened.read->bite, nullptr, nullptr, part_of(progress, 0.6, 1));
  return opened;
}

ReadCase with_teeth(ReadCase opened, const Progress& progress) {
  opened.loaded = numbered_case(*opened.read, progress);
  opened.fixes = fixes_for(*opened.loaded);
  opened.read.reset();
  return opened;
}

//! Reads the bite in the document's pose.  \param painted_mm end of the colours
ReadCase with_map(ReadCase opened, std::span<const Tool* const> tools, double painted_mm,
                  const Progress& progress) {
  opened.live = std::make_shared<LiveBite>(opened.loaded);
  report_progress(progress, 0.5);
  for (const Tool* const tool : tools)
    if (Tool::Prepared prepared = tool->prepare(*opened.loaded, opened.document))
      opened.prepared.push_back(std::move(prepared));
  (void)opened.live->read(opened.document.upper_from_lower, opened.document.threshold_mm);
  if (opened.document.measure == Measure::surface_distance)
    (void)opened.live->distances_up_to(painted_mm + paint_edge_mm, false);  // kept for the first picture
  report_progress(progress, 1);
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

//! As it is when upper and lower have changed places. The case frame is then that of the other scan.
Document exchanged(Document document, std::span<const Tool* const> tools) {
  const auto invert = [](Eigen::Isometry3d& pose) { pose = pose.inverse(Eigen::Isometry); };
  document.exchanged = !document.exchanged;
  invert(document.upper_from_lower);
  for (NamedPose& pose : document.poses) {
    invert(pose.upper_from_lower);
    pose.camera.reset();
  }
  std::swap(document.upper_edits, document.lower_edits);
  for (const Tool* const tool : tools) tool->exchange_jaws(document);
  return document;
}

//! With the name of the case if the session has it.
std::string offer_of(const LeftBehind& left, const AppState& state) {
  const std::time_t saved = std::chrono::system_clock::to_time_t(left.saved);
  std::string name;
  try {
    const Session session = read_session(left.file, state.tools);
    name = session.notes.name.empty() ? short_name(session.request) : session.notes.name;
  } catch (const InputError&) {
    name = left.file.filename().string();  // reading it again for the user reports the error
  }
  return phrase(text::recover, name, fmt::format(text::time_format, state.machine.local_time(saved)));
}

//! Empty for a file that cannot be read: it is opened as a scan, which says why.
std::optional<JawSources> jaws_of_file(const std::string& file) {
  try {
    return jaws_of_case(file);
  } catch (const InputError&) {
    return std::nullopt;
  }
}

}  // namespace

//! Closes the open case with all that belongs to it.
void Cases::forget() {
  ++state_.case_number;
  set_aside_.reset();
  state_.messages.clear();  // about the case before, or about how this one could not be opened at first
  static_cast<OpenCase&>(state_) = {};
  actions_.work.give_way();
}

//! Where a case was refused for its size.
void Cases::offer_units(const OpenRequest& opening, const std::exception_ptr& error) {
  try {
    std::rethrow_exception(error);
  } catch (const InputError& input) {
    std::vector<CaseFix> fixes = unit_fixes(opening.request, input);
    if (fixes.empty()) return;
    state_.fixes = std::move(fixes);
    refused_ = std::make_shared<const OpenRequest>(opening);
  } catch (const std::exception&) {
    return;  // not about units
  }
}

//! Among the recent cases.
void Cases::remember(const CaseRequest& request) {
  if (request.is_demo()) return;
  std::vector<CaseRequest>& recent = state_.settings.recent;
  std::erase_if(recent, [&](const CaseRequest& other) { return same_files(request, other); });
  recent.insert(recent.begin(), request);
  recent.resize(std::min(recent.size(), most_recent));
  state_.settings_due = true;
}

//! Opens in three steps: the jaws are shown after the first, all the rest after the last.
void Cases::open_request(OpenRequest opening) {
  actions_.messages.forget_problems();
  opening.request = with_absolute_paths(std::move(opening.request));
  actions_.work.add_instead({.what = text::reading_scans,
                             .work = [this, opening](const Progress& progress) -> Job::Finish {
                               const ReadCase begun{.opening = opening};
                               return [this,
                                       opened = with_read_jaws(begun, state_.tools, make_meshes_, progress)] {
                                 show_jaws(opened);
                                 find_teeth(opened);
                               };
                             },
                             .failed = not_opened(opening)});
}

std::function<void(std::exception_ptr)> Cases::not_opened(const OpenRequest& opening) {
  return [this, opening](const std::exception_ptr& error) {
    bring_back();
    actions_.messages.says_why()(error);
    offer_units(opening, error);
  };
}

void Cases::find_teeth(const ReadCase& opened) {
  actions_.work.add({.what = text::finding_teeth,
                     .work = [this, opened](const Progress& progress) -> Job::Finish {
                       return [this, numbered = with_teeth(opened, progress)] { make_map(numbered); };
                     },
                     .failed = not_opened(opened.opening)});
}

void Cases::make_map(const ReadCase& opened) {
  const double painted_mm = state_.view.paint_scale(opened.document.threshold_mm).end_mm();
  actions_.work.add({.what = text::computing_map,
                     .work = [this, opened, painted_mm](const Progress& progress) -> Job::Finish {
                       return [this, complete = with_map(opened, state_.tools, painted_mm, progress)] {
                         show(complete);
                       };
                     },
                     .failed = not_opened(opened.opening)});
}

//! The jaws alone, in place of what was open. A case that is opened in another pose stays on the screen.
void Cases::show_jaws(const ReadCase& opened) {
  if (opened.opening.in_other_pose) return;
  actions_.pose.end_drag();
  if (!set_aside_)
    set_aside_ = std::make_shared<SetAside>(SetAside{std::move(static_cast<OpenCase&>(state_)), state_.view,
                                                     state_.fitted_camera, state_.unsaved});
  ++state_.case_number;
  static_cast<OpenCase&>(state_) = {};
  actions_.work.give_way();
  state_.unsaved = false;
  auto shown = std::make_shared<ReadJaws>(*opened.read);
  shown->unlabelled = {};  // only the search for teeth needs them
  state_.read = std::move(shown);
  state_.meshes = opened.meshes;
  state_.document.upper_from_lower = opened.document.upper_from_lower;
  begin_view(opened.opening, *state_.shown_axes());
  state_.changed = true;
}

void Cases::bring_back() {
  if (!set_aside_) return;
  static_cast<OpenCase&>(state_) = std::move(set_aside_->open);
  state_.view = set_aside_->view;
  state_.fitted_camera = set_aside_->fitted_camera;
  state_.unsaved = set_aside_->unsaved;
  set_aside_.reset();
  ++state_.case_number;
  actions_.work.want();
  state_.touch();
}

//! Shows the session's view, or the jaws from the front, as large as the room allows.
void Cases::begin_view(const OpenRequest& opening, const AnatomicalAxes& axes) {
  const bool keeps_view = opening.session && !opening.in_other_pose;
  actions_.views.begin_case(keeps_view ? opening.session->view
                                       : view_of_new_case(state_.view, axes, StandardView::frontal));
  const std::optional<double> filled = keeps_view ? opening.session->filled_view : std::nullopt;
  if (filled) state_.fitted_camera = state_.view.camera;
  if (!keeps_view || (filled && *filled != state_.view_room.width_over_height)) actions_.views.fill();
}

void Cases::show(const ReadCase& opened) {
  const OpenRequest& opening = opened.opening;
  if (opening.step && !opening.step()) return;
  // The jaws were shown without axes, or along wrong ones.
  const bool turns = opened.loaded->upper_axes && state_.fitted_camera == state_.view.camera;
  forget();
  state_.loaded = opened.loaded;
  state_.meshes = opened.meshes;
  state_.live = opened.live;
  state_.fixes = opened.fixes;
  state_.notes = opening.session ? opening.session->notes : CaseNotes();
  if (!opening.in_other_pose) state_.patient = {};
  state_.session_file = opening.session_file;
  if (!opening.in_other_pose) actions_.pose.start(opened.document);
  for (const Tool::Prepared& put : opened.prepared) put(state_, actions_);
  actions_.pose.show(actions_.pose.present());
  if (opening.in_other_pose || turns) begin_view(opening, opened.loaded->axes());
  state_.unsaved = !opening.recovered_file.empty() || opening.in_other_pose;
  remember(opening.request);
  if (!opening.session_file.empty()) actions_.files.remember_session(opening.session_file);
  actions_.work.rest(Work::longest_refining_s);  // the user has not moved it yet
  if (opening.session && !opening.session->track.empty())
    actions_.playbacks.open_track(opening.session->track);
  if (opening.then) opening.then();

  if (opening.recovered_file.empty()) return;
  actions_.files.autosave_now();
  std::error_code ignored;
  if (!state_.autosave_due) std::filesystem::remove(opening.recovered_file, ignored);
}

std::string& Cases::waiting_scan() { return state_.parts.of<WaitingScan>().source; }

void Cases::show_lone(const std::shared_ptr<const LoneScan>& lone,
                      const std::shared_ptr<const SceneMeshes>& meshes) {
  forget();
  state_.lone = lone;
  state_.meshes = meshes;
  waiting_scan() = lone->source;
  state_.notes = CaseNotes();
  actions_.pose.start(state_.document);
  state_.unsaved = state_.autosave_due = false;
  actions_.files.forget_autosave();  // the previous case was given up
  actions_.views.begin_case(view_of_new_case(state_.view, *state_.shown_axes(), occlusal_view(lone->jaw)));
  actions_.views.fill();
}

void Cases::open_lone(const std::string& source) {
  actions_.messages.forget_problems();
  waiting_scan() = source;
  const auto failed = [this, source](const std::exception_ptr& error) {
    if (waiting_scan() == source) waiting_scan().clear();
    actions_.messages.says_why()(error);
  };
  actions_.work.add_instead({.what = text::reading_scans,
                             .work = [this, source](const Progress& progress) -> Job::Finish {
                               const auto lone = load_lone_scan(source, part_of(progress, 0, 0.7));
                               std::shared_ptr<const SceneMeshes> meshes;
                               if (make_meshes_) {
                                 const auto shapes = make_meshes_(lone->bite(), nullptr, nullptr, {});
                                 meshes =
                                     make_meshes_(lone->bite(), shapes, nullptr, part_of(progress, 0.7, 1));
                               }
                               return [=, this] { show_lone(lone, meshes); };
                             },
                             .failed = failed});
}

//! The waiting scan and another one, the upper first.
CaseRequest Cases::completed_by(const std::string& other) {
  auto [upper, lower] = upper_and_lower(waiting_scan(), other);
  const bool names_say = jaw_in_name(waiting_scan()) || jaw_in_name(other);
  if (!names_say && state_.lone && !state_.lone->is_upper()) std::swap(upper, lower);
  return {.upper = upper, .lower = lower};
}

void Cases::ask_for_consent(const std::filesystem::path& file, Question::Kind kind, const std::string& text,
                            std::function<void()> agreed) {
  when_agreed_ = std::move(agreed);
  state_.question = {.kind = kind, .text = text, .file = file};
  state_.changed = true;
}

void Cases::read_and_open(const std::filesystem::path& file, Source source,
                          const std::function<void()>& then) {
  actions_.messages.forget_problems();
  const auto ask_about_outside = [this, file, then](const std::vector<std::string>& outside) {
    ask_for_consent(file, Question::Kind::outside_files,
                    phrase("The session {} opens files outside its folder:\n{}\nOpen them if you know "
                           "where the session comes "
                           "from.",
                           file.filename().string(), fmt::join(outside, "\n")),
                    [this, file, then] { read_and_open(file, Source::agreed, then); });
  };
  const auto ask_or_open = [this, file, recovered = source == Source::own, then](
                               const Session& session, const std::vector<std::string>& changes) {
    const OpenRequest opening{
        .request = session.request,
        .session = session,
        .session_file = recovered ? session.file : std::filesystem::absolute(file).string(),
        .recovered_file = recovered ? file : std::filesystem::path(),
        .then = then};
    if (changes.empty()) return open_request(opening);
    ask_for_consent(file, Question::Kind::changed_scans,
                    phrase("The scans have changed since this session was saved:\n{}\nOpen it with "
                           "the scans as they are now?",
                           fmt::join(changes, "\n")),
                    [this, opening] { open_request(opening); });
  };
  actions_.work.add_instead({.what = Text("Reading the session\u2026"),
                             .work = [this, file, source, ask_about_outside, ask_or_open,
                                      recent = state_.settings.recent](const Progress&) -> Job::Finish {
                               const Session session = read_session(file, state_.tools);
                               const std::vector<std::string> outside =
                                   source == Source::unknown
                                       ? unknown_files(session, file, recent, state_.tools)
                                       : std::vector<std::string>();
                               if (!outside.empty()) return [=] { ask_about_outside(outside); };
                               const std::vector<std::string> changes = changed_files(session);
                               return [=] { ask_or_open(session, changes); };
                             },
                             .failed = actions_.messages.says_why()});
}

//! Opens at once, or asks where unsaved changes would be lost.
void Cases::open_or_ask(std::function<void()> open) {
  if (!state_.unsaved) {
    actions_.messages.attempt(open);
    return;
  }
  ask_for_consent({}, Question::Kind::unsaved,
                  Text("The open case has unsaved changes. They are lost when another case is opened."),
                  std::move(open));
}

void Cases::say_what_to_drop() {
  actions_.messages.refuse(
      Text("Drop the upper and the lower jaw together: two mesh files or folders, or one folder "
           "that holds both. Drop a session, a track or a pose alone."));
}

bool Cases::are_taken_by_tool(std::span<const std::string> files) {
  std::error_code ignored;
  const FileKind kind = kind_of(files.front());
  const auto may_be_taken = [&](const std::string& file) {
    return kind_of(file) == kind && !std::filesystem::is_directory(file, ignored);
  };
  return std::ranges::all_of(files, may_be_taken) && std::ranges::any_of(state_.tools, [&](const Tool* tool) {
           return tool->take_files(state_, actions_, kind, files);
         });
}

void Cases::open(const CaseRequest& request, const std::vector<std::string>& beside) {
  open_or_ask(
      [this, request, beside] { open_request({.request = request, .beside = absolute_paths(beside)}); });
}

void Cases::open_paths(std::span<const std::string> paths) {
  const auto describes_bodies = [](const std::string& path) { return kind_of(path) == FileKind::bodies; };
  std::vector<std::string> bodies, others;
  std::ranges::partition_copy(paths, std::back_inserter(bodies), std::back_inserter(others),
                              describes_bodies);
  if (others.empty() && !bodies.empty()) {
    (void)are_taken_by_tool(bodies);
    return;
  }
  if (bodies.empty() && !others.empty() && state_.loaded && waiting_scan().empty() &&
      are_taken_by_tool(others))
    return;
  if (others.size() == 2) {
    const auto [upper, lower] = upper_and_lower(others[0], others[1]);
    return open({.upper = upper, .lower = lower}, bodies);
  }
  if (const auto jaws = others.size() > 2 ? jaws_by_name(others) : std::nullopt) {
    std::erase_if(others,
                  [&](const std::string& file) { return file == jaws->upper || file == jaws->lower; });
    return open_or_ask([this, jaws = *jaws, bodies, others] {
      open_request({.request = jaws, .beside = absolute_paths(bodies), .then = [this, others] {
                      if (!are_taken_by_tool(others)) say_what_to_drop();
                    }});
    });
  }
  std::error_code ignored;
  if (others.size() == 1 && std::filesystem::is_directory(others[0], ignored))
    return open_folder(others[0], bodies);
  if (const auto jaws = others.size() == 1 ? jaws_of_file(others[0]) : std::nullopt)
    return open({.upper = jaws->upper, .lower = jaws->lower}, bodies);
  if (paths.size() != 1) return say_what_to_drop();
  switch (kind_of(paths[0])) {
    case FileKind::session:
      return open_session(paths[0]);
    case FileKind::track:
      return actions_.playbacks.open_track(paths[0]);
    case FileKind::pose:
      return load_pose(paths[0]);
    case FileKind::bodies:
    case FileKind::scan:
      break;
  }
  if (waiting_scan().empty() || waiting_scan() == paths[0]) return open_alone(paths[0]);
  open(completed_by(paths[0]));
}

void Cases::open_alone(const std::string& scan) {
  open_or_ask([this, scan] { open_lone(scan); });
}

void Cases::open_folder(const std::filesystem::path& folder, const std::vector<std::string>& beside) {
  actions_.messages.forget_problems();
  try {
    const JawSources jaws = jaws_in_folder(folder);
    open({.upper = jaws.upper, .lower = jaws.lower}, beside);
  } catch (const InputError& error) {
    actions_.messages.say(MessageKind::problem, error.what());
  }
}

void Cases::open_session(const std::filesystem::path& file, const std::function<void()>& then) {
  open_or_ask([this, file, then] { read_and_open(file, Source::unknown, then); });
}

void Cases::reopen_in_pose() {
  actions_.pose.end_drag();
  if (!state_.loaded) return;
  Session session = session_of(state_);
  session.request.upper_from_lower = session.document.upper_from_lower;
  open_request({.request = session.request,
                .session = session,
                .session_file = state_.session_file,
                .in_other_pose = true});
}

void Cases::exchange_jaws(const Document& document, std::function<void()> step) {
  Session session = session_of(state_);
  session.request = swapped(session.request);
  session.document = document;
  const auto unless_changed = [this, before = actions_.pose.present(), step = std::move(step)] {
    const bool unchanged = same_document(actions_.pose.present(), before);
    unchanged ? step() : actions_.messages.refuse(text::moved_meanwhile);
    return unchanged;
  };
  open_request({.request = session.request,
                .session = session,
                .session_file = state_.session_file,
                .in_other_pose = true,
                .step = unless_changed});
}

void Cases::apply_fix(const CaseFix& fix) {
  if (fix.kind == CaseFix::Kind::unit) {
    OpenRequest opening = *refused_;
    opening.request.mm_per_unit = fix.request.mm_per_unit;
    if (opening.session) opening.session->request = opening.request;
    return open_or_ask([this, opening] { open_request(opening); });
  }
  actions_.pose.end_drag();
  if (!state_.loaded) return;
  const Document document = exchanged(actions_.pose.present(), state_.tools);
  exchange_jaws(document,
                [this, document] { actions_.pose.add_step(document, Text("swap upper and lower")); });
}

void Cases::load_pose(const std::filesystem::path& file) {
  Messages& messages = actions_.messages;
  if (!state_.loaded) return messages.refuse(text::open_case_first);
  try {
    const PoseFile read = read_pose_file(file);
    const Eigen::Isometry3d& pose = read.upper_from_lower;
    messages.forget_problems();
    for (const std::string& sentence : sentences_of(remarks_on(read, state_.loaded->bite.lower->mesh)))
      messages.inform(sentence);
    const bool untouched =
        !state_.can_undo && !state_.can_redo && state_.session_file.empty() && !state_.unsaved;
    if (untouched) {
      CaseRequest request = state_.loaded->request;
      request.upper_from_lower = pose;
      open(request);
    } else {
      actions_.pose.set(pose, Text("pose from a file"));
    }
  } catch (const std::exception& error) {
    messages.say(MessageKind::problem, error.what());
  }
}

void Cases::set_notes(const CaseNotes& notes) {
  if (!state_.loaded || state_.notes == notes) return;
  state_.notes = notes;
  state_.unsaved = true;
  state_.touch();
}

void Cases::ask(const std::string& title, const std::string& text, const std::vector<Answer>& answers) {
  Question question{.kind = Question::Kind::of_tool, .text = text, .file = {}, .title = title};
  when_chosen_.clear();
  for (const Answer& each : answers) {
    question.answers.push_back(each.label);
    when_chosen_.push_back(each.then);
  }
  state_.question = question;
  state_.changed = true;
}

void Cases::answer(bool yes) {
  if (!state_.question) return;
  const Question question = *std::exchange(state_.question, std::nullopt);
  state_.changed = true;
  if (question.kind == Question::Kind::recover) {
    std::error_code ignored;
    if (yes) return read_and_open(question.file, Source::own);
    std::filesystem::remove(question.file, ignored);
  }
  const std::function<void()> agreed = std::exchange(when_agreed_, nullptr);
  if (yes && agreed) actions_.messages.attempt(agreed);
}

void Cases::choose(std::size_t answer) {
  const auto& question = state_.question;
  if (!question || question->kind != Question::Kind::of_tool || answer >= when_chosen_.size()) return;
  state_.question.reset();
  state_.changed = true;
  actions_.messages.attempt(std::exchange(when_chosen_, {})[answer]);
}

void Cases::offer_recovery() {
  if (const std::optional<LeftBehind> left = work_left_behind(state_.machine.autosave, state_.tools))
    state_.question = {.kind = Question::Kind::recover, .text = offer_of(*left, state_), .file = left->file};
}

}  // namespace intercusp::viewer
