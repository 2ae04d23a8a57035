#include "viewer/app/actions.h"

#include <fmt/chrono.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <new>
#include <system_error>
#include <utility>

#include "io/case/both_jaws.h"
#include "io/case/pose_file.h"
#include "io/files/errors.h"
#include "io/language/language.h"
#include "io/wording/definitions.h"
#include "occlusion/base/free_memory.h"
#include "occlusion/base/lacks_threads.h"
#include "occlusion/base/limits.h"
#include "viewer/app/actions_impl.h"
#include "viewer/app/session.h"
#include "viewer/app/settings_file.h"
#include "viewer/app/view_json.h"
#include "viewer/app/words.h"

namespace intercusp::viewer {
namespace {

constexpr double between_settings_s = 1;  // a window being resized changes them many times a second

bool same_work(const std::optional<WorkShown>& a, const std::optional<WorkShown>& b) {
  if (!a || !b) return !a && !b;
  const auto percent = [](const WorkShown& work) { return std::lround(100 * work.done); };
  return a->what == b->what && percent(*a) == percent(*b) && a->can_cancel == b->can_cancel;
}

//! Whether a session that holds it can be read again.
bool is_usable(const ViewState& view) {
  const Camera& camera = view.camera;
  const auto near = [](const auto& place) { return place.norm() < limits::farthest_mm; };
  return near(camera.target) && camera.view_from_case.coeffs().allFinite() &&
         camera.height_mm >= least_read_height_mm && camera.height_mm <= most_read_height_mm &&
         (!view.section || near(view.section->case_from_plane.translation())) &&
         (!view.space_ruler ||
          (near(view.space_ruler->from.jaw_point) && near(view.space_ruler->to.jaw_point))) &&
         (!view.ruler || (near(view.ruler->from) && near(view.ruler->to)));
}

Settings within_limits(Settings settings) {
  settings.font_px =
      settings.font_px >= least_font_px ? std::min(settings.font_px, most_font_px) : least_font_px;
  settings.window_width = std::clamp(settings.window_width, least_window_px, most_window_px);
  settings.window_height = std::clamp(settings.window_height, least_window_px, most_window_px);
  return settings;
}

}  // namespace

void Actions::Impl::touch() {
  changed = true;
  autosave_due = true;
}

namespace {

//! With a capital, unless it begins with the name of a file.
std::string as_sentence(const std::string& text) {
  const std::string first = text.substr(0, text.find(' '));
  return first.find_first_of("./:\\_") == std::string::npos ? capitalised(text) : text;
}

}  // namespace

void Actions::Impl::say(MessageKind kind, const std::string& text) {
  constexpr std::size_t most_messages = 100;
  if (state.messages.size() == most_messages)
    state.messages.erase(state.messages.begin(), state.messages.begin() + most_messages / 2);
  const std::string sentence = as_sentence(text);
  std::erase_if(state.messages, [&](const Message& message) { return message.text == sentence; });
  state.messages.push_back({.kind = kind, .text = sentence});
  changed = true;
}

bool Actions::Impl::was_failure(const std::exception_ptr& error) {
  try {
    std::rethrow_exception(error);
  } catch (const Cancelled&) {
    return false;
  } catch (...) {
    return true;
  }
}

std::function<void(std::exception_ptr)> Actions::Impl::says_why() {
  return [this](const std::exception_ptr& error) {
    changed = true;
    try {
      std::rethrow_exception(error);
    } catch (const Cancelled&) {
      return;  // the user knows
    } catch (const NotEnoughMemory& lack) {
      say(MessageKind::problem,
          phrase(
              "This needs at least {} of memory, {} are free: close other programs or thin the meshes out.",
              memory_text(lack.needed_bytes), memory_text(lack.free_bytes)));
    } catch (const std::bad_alloc&) {
      say(MessageKind::problem, Text("There is not enough memory for this."));
    } catch (const BothRefused& refused) {
      for (const InputError& each : {refused.upper, refused.lower}) say(MessageKind::problem, each.what());
    } catch (const std::exception& failure) {
      say(MessageKind::problem, lacks_threads(failure)
                                    ? phrase("No thread can be started: close other programs or raise the "
                                             "limit on processes (ulimit -u).")
                                    : failure.what());
    } catch (...) {
      say(MessageKind::problem, Text("This did not work, for a reason that is not known."));
    }
  };
}

void Actions::Impl::forget_problems() {
  std::erase_if(state.messages,
                [](const Message& message) { return message.kind != MessageKind::information; });
  changed = true;
}
static void age_messages(Actions::Impl& impl, double seconds) {
  for (Message& message : impl.state.messages) message.age_s += seconds;
  const auto is_over = [](const Message& message) {
    return message.shown_s() && message.age_s >= *message.shown_s();
  };
  if (std::erase_if(impl.state.messages, is_over) > 0) impl.changed = true;
}

bool Actions::Impl::attempt(const std::function<void()>& act) {
  try {
    act();
    return true;
  } catch (...) {
    say_why_once(std::current_exception());
    return false;
  }
}

void Actions::Impl::say_why_once(const std::exception_ptr& error) {
  const auto last = [this] { return state.messages.empty() ? std::string() : state.messages.back().text; };
  const std::string before = last();
  const bool changed_before = changed;
  says_why()(error);
  if (last() == before) changed = changed_before;
}

void Actions::Impl::autosave_failed(const std::string& why) {
  if (std::exchange(told_of_autosave, true)) return;
  say(MessageKind::problem, phrase(text::not_autosaved, why));
}
static void show_work(Actions::Impl& impl) {
  std::optional<WorkShown> shown = impl.work.shown();
  if (same_work(shown, impl.state.work)) return;
  impl.state.work = std::move(shown);
  impl.changed = true;
}

namespace {

//! Applies the language to everything read from now on.
void choose_words(const Settings& settings) {
  set_language(settings.language);
  set_tooth_names(settings.tooth_names);
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

//! Whether the file says that the user changed nothing. An unreadable file is offered, so that the user learns the
//! reason.
bool is_unchanged(const std::filesystem::path& file, std::span<const Tool* const> tools) {
  try {
    return read_session(file, tools).unchanged;
  } catch (const InputError&) {
    return false;
  }
}

//! The sessions worth recovering. Removes files without the user's work.
std::optional<LeftBehind> work_left_behind(const std::filesystem::path& folder,
                                           std::span<const Tool* const> tools) {
  std::optional<LeftBehind> left = left_behind(folder);
  for (std::error_code error; left && !error && is_unchanged(left->file, tools); left = left_behind(folder))
    std::filesystem::remove(left->file, error);
  return left;
}

}  // namespace

Actions::Actions(AppState& state, platform::Machine machine, std::span<const Tool* const> tools,
                 MakeMeshes make_meshes)
    : impl_(std::make_unique<Impl>(state, std::move(machine), tools, std::move(make_meshes))) {
  state.settings.language = state.machine.language;
  if (!state.machine.settings.empty())
    state.settings = read_settings(settings_file(state.machine.settings), state.machine.language);
  choose_words(state.settings);
  state.view.range = state.settings.range;
  state.view.paint = state.settings.paint;
  state.view.show_map = state.settings.two_views;
  if (const std::optional<LeftBehind> left = work_left_behind(state.machine.autosave, tools))
    state.question = {.kind = Question::Kind::recover, .text = offer_of(*left, state), .file = left->file};
}

Actions::~Actions() {
  if (impl_->settings_due) impl_->write_settings();
}

Change Actions::update(double seconds) {
  Impl& impl = *impl_;
  bool work_done = false;
  age_messages(impl, seconds);  // before new ones come
  impl.attempt([&] {
    work_done = impl.work.take_over();
    impl.play_playback(seconds);
  });
  impl.rested_s += seconds;
  impl.dragged_s += seconds;
  impl.attempt([&] { impl.begin_wanted(*this); });
  impl.save_by_itself(seconds);
  impl.since_settings_s += seconds;
  if (impl.settings_due && impl.since_settings_s >= between_settings_s) impl.write_settings();
  show_work(impl);
  const bool changed = std::exchange(impl.changed, false);
  return work_done ? Change::work_done : changed ? Change::shown : Change::none;
}

std::optional<double> Actions::next_due_s() const {
  const Impl& impl = *impl_;
  const AppState& state = impl.state;
  std::optional<double> due;
  const auto in = [&](double seconds) { due = std::max(0.0, due ? std::min(*due, seconds) : seconds); };
  constexpr double between_progress_s = 0.1, lost_wake_s = 0.5;
  if (state.playback && state.playback->playing) in(0);
  if (state.work) in(between_progress_s);
  if (impl.work.busy()) in(lost_wake_s);
  if (impl.autosave_due && state.loaded) in(between_saves_s - impl.since_autosave_s);
  if (impl.settings_due) in(between_settings_s - impl.since_settings_s);
  for (const Message& message : state.messages)
    if (message.shown_s()) in(*message.shown_s() - message.age_s);
  const bool derives = state.live && !state.moving() &&
                       (state.picker.is_due() || state.search.is_due() || state.rest.is_due() ||
                        state.pose_map.is_due() || (state.comparison && state.comparison->rest.is_due()));
  if (derives && !impl.work.busy()) in(rest_s - impl.rested_s);
  return due;
}

void Actions::set_views_refine(bool refine) { impl_->views_refine = refine; }

void Actions::tell_ends_of_work(std::function<void()> ended) { impl_->work.tell_ends(std::move(ended)); }

void Actions::end() { impl_->autosave.remove(); }

void Actions::end_unasked() {
  impl_->end_drag();
  if (!impl_->state.loaded) return;
  if (!impl_->state.unsaved) return end();
  impl_->autosave_now();
}

void Actions::finish_work() {
  impl_->rested_s = std::numeric_limits<double>::infinity();
  impl_->begin_wanted(*this);
  while (impl_->work.busy()) {
    impl_->work.wait();
    (void)impl_->work.take_over();
    impl_->rested_s = std::numeric_limits<double>::infinity();
    impl_->begin_wanted(*this);
  }
  show_work(*impl_);
}

void Actions::set_settings(const Settings& settings) {
  AppState& state = impl_->state;
  state.settings = within_limits(settings);
  choose_words(state.settings);
  if (!settings.expert) state.view.map_colouring = MapColouring::clearance;
  impl_->settings_due = true;
  impl_->changed = true;
}

void Actions::dismiss_message(std::size_t index) {
  std::vector<Message>& messages = impl_->state.messages;
  if (index >= messages.size()) return;
  messages.erase(messages.begin() + static_cast<std::ptrdiff_t>(index));
  impl_->changed = true;
}

bool Actions::attempt(const std::function<void()>& act) { return impl_->attempt(act); }

void Actions::say(MessageKind kind, const std::string& text) { impl_->say(kind, text); }

void Actions::say_why(const std::exception_ptr& error) { impl_->say_why_once(error); }

void Actions::answer(bool yes) {
  if (!impl_->state.question) return;
  const Question question = *std::exchange(impl_->state.question, std::nullopt);
  impl_->changed = true;
  if (question.kind == Question::Kind::recover) {
    std::error_code ignored;
    if (yes) return impl_->open_session(question.file, Impl::Source::own);
    std::filesystem::remove(question.file, ignored);
  }
  const std::function<void()> agreed = std::exchange(impl_->when_agreed, nullptr);
  if (yes && agreed) impl_->attempt(agreed);
}

void Actions::ask(const std::string& title, const std::string& text, const std::vector<Answer>& answers) {
  Question question{.kind = Question::Kind::of_tool, .text = text, .file = {}, .title = title};
  impl_->when_chosen.clear();
  for (const Answer& each : answers) {
    question.answers.push_back(each.label);
    impl_->when_chosen.push_back(each.then);
  }
  impl_->state.question = question;
  impl_->changed = true;
}

void Actions::choose(std::size_t answer) {
  const auto& question = impl_->state.question;
  if (!question || question->kind != Question::Kind::of_tool || answer >= impl_->when_chosen.size()) return;
  impl_->state.question.reset();
  impl_->changed = true;
  impl_->attempt(std::exchange(impl_->when_chosen, {})[answer]);
}

void Actions::settle() {
  for (const Tool* const tool : impl_->state.tools) tool->settle(impl_->state, *this);
}

void Actions::set_view(const ViewState& view) {
  if (!is_usable(view)) return;
  AppState& state = impl_->state;
  const ColourRange before = state.view.range;
  state.view = view;
  if (before.locked && view.range.locked) state.view.range = before;
  Settings& settings = state.settings;
  if (!(settings.range == state.view.range) || settings.paint != view.paint) {
    settings.range = state.view.range;
    settings.paint = view.paint;
    impl_->settings_due = true;
  }
  impl_->touch();
}

void Actions::set_notes(const CaseNotes& notes) {
  AppState& state = impl_->state;
  if (!state.loaded || state.notes == notes) return;
  state.notes = notes;
  state.unsaved = true;
  impl_->touch();
}

void Actions::look(StandardView view) {
  AppState& state = impl_->state;
  const std::optional<AnatomicalAxes> axes = state.shown_axes();
  if (!axes) return;
  // The other jaw would hide the occlusal surfaces.
  const bool occlusal = view == StandardView::upper_occlusal || view == StandardView::lower_occlusal;
  if (occlusal || impl_->hidden_by_look) {
    state.view.upper.shown = view != StandardView::lower_occlusal;
    state.view.lower.shown = view != StandardView::upper_occlusal;
  }
  impl_->hidden_by_look = occlusal;
  state.view.camera.view_from_case = rotation_of(view, *axes);
  fit_view();
}

void Actions::fit_view() {
  if (!impl_->state.shown_axes()) return;
  impl_->fit_camera();
  impl_->touch();
}

void Actions::Impl::fit_camera() {
  if (!state.loaded) {
    state.view.camera = fitted(*state.lone->solid, state.view.camera.view_from_case, state.view_room);
    state.fitted_camera = state.view.camera;
    return;
  }
  state.view.camera = fitted(*state.loaded, state.document.upper_from_lower, state.view.camera.view_from_case,
                             state.view.upper.shown, state.view.lower.shown, state.view_room);
  state.fitted_camera = state.view.camera;
}

void Actions::set_view_room(const ViewRoom& room) {
  AppState& state = impl_->state;
  if (state.view_room == room) return;
  state.view_room = room;
  if (!state.shown_axes() || !(state.fitted_camera == state.view.camera)) return;
  impl_->fit_camera();
  impl_->changed = true;
}

void Actions::fly_to(const Eigen::Vector3d& case_point) {
  ViewState view = impl_->state.view;
  view.camera.target = case_point;
  view.camera.height_mm = std::min(view.camera.height_mm, near_height_mm);
  set_view(view);
}

void Actions::mark_contact(const ContactName& name, const ContactSpot& spot) {
  if (!impl_->state.loaded) return;
  fly_to(spot.case_point);
  mark_contact_here(name, spot);
}

void Actions::mark_contact_here(const ContactName& name, const ContactSpot& spot) {
  if (impl_->state.playback) impl_->state.playback->selected_pair.reset();
  impl_->state.selected_contact = SelectedContact{.name = name, .spots = {spot}};
  impl_->changed = true;
}

void Actions::show_step(PanelKind step, const StepPart* part) {
  const bool same_step = std::exchange(impl_->state.step, step) == step;
  if (std::exchange(impl_->state.step_part, part) == part && same_step) return;
  impl_->want_derived();
  impl_->changed = true;
}

void Actions::set_section(SectionKind kind, const Eigen::Vector3d& place) {
  const AppState& state = impl_->state;
  if (!state.loaded) return;
  ViewState view = state.view;
  view.section = section_through(*state.loaded, kind, place);
  view.ruler.reset();
  set_view(view);
}

void Actions::show_stages(std::shared_ptr<const StagesResult> stages) {
  impl_->state.stages = std::move(stages);
  impl_->changed = true;
}

void Actions::move_section(double along_normal_mm) {
  ViewState view = impl_->state.view;
  if (!view.section) return;
  view.section->case_from_plane.translation() += along_normal_mm * view.section->normal();
  view.ruler.reset();
  set_view(view);
}

}  // namespace intercusp::viewer
