#include "viewer/app/actions.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "viewer/app/state_json.h"
#include "viewer/app/tool.h"

namespace intercusp::viewer {

Actions::Actions(AppState& state, platform::Machine machine, std::span<const Tool* const> tools,
                 MakeMeshes make_meshes)
    : messages(state),
      work(*this, state),
      views(state, work),
      pose(*this, state),
      playbacks(state, messages, work, pose),
      files(state, messages, work, pose, machine.autosave),
      cases(*this, state, std::move(make_meshes)),
      state_(state) {
  state.machine = std::move(machine);
  state.tools = tools;
  state.settings.language = state.machine.language;
  if (!state.machine.settings.empty())
    state.settings = read_settings(settings_file(state.machine.settings), state.machine.language);
  views.set_settings(state.settings);
  state.settings_due = state.autosave_due = false;
  state.view.range = state.settings.range;
  state.view.paint = state.settings.paint;
  state.view.show_map = state.settings.two_views;
  cases.offer_recovery();
}

Actions::~Actions() {
  if (state_.settings_due) files.write_settings();
  work.stop();
}

Change Actions::update(double seconds) {
  bool work_done = false;
  messages.age(seconds);  // before new ones come
  messages.attempt([&] {
    work_done = work.take_over();
    playbacks.pass(seconds);
  });
  work.rest(seconds);
  pose.pass(seconds);
  messages.attempt([&] { work.begin_wanted(); });
  files.save_by_itself(seconds);
  work.show();
  const bool changed = std::exchange(state_.changed, false);
  return work_done ? Change::work_done : changed ? Change::shown : Change::none;
}

std::optional<double> Actions::next_due_s() const {
  std::optional<double> due;
  const auto in = [&](std::optional<double> seconds) {
    if (seconds) due = std::max(0.0, due ? std::min(*due, *seconds) : *seconds);
  };
  constexpr double between_progress_s = 0.1, lost_wake_s = 0.5;
  if (state_.playback && state_.playback->playing) in(0);
  if (state_.work) in(between_progress_s);
  if (work.busy()) in(lost_wake_s);
  in(files.due_s());
  for (const Message& message : state_.messages)
    if (message.shown_s()) in(*message.shown_s() - message.age_s);
  in(work.due_s());
  return due;
}

void Actions::end() { files.forget_autosave(); }

void Actions::end_unasked() {
  pose.end_drag();
  if (!state_.loaded) return;
  if (!state_.unsaved) return end();
  files.autosave_now();
}

void Actions::settle() {
  for (const Tool* const tool : state_.tools) tool->settle(state_, *this);
}

void Actions::finish_work() {
  const auto begin_wanted = [this] {
    work.rest(std::numeric_limits<double>::infinity());
    work.begin_wanted();
  };
  begin_wanted();
  while (work.busy()) {
    work.wait();
    (void)work.take_over();
    begin_wanted();
  }
  work.show();
}

}  // namespace intercusp::viewer
