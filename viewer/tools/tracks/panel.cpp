#include <fmt/core.h>
#include <imgui.h>

#include <algorithm>

#include "io/wording/definitions.h"
#include "io/wording/findings.h"
#include "viewer/panels/panels.h"
#include "viewer/panels/widgets.h"
#include "viewer/tools/tracks/tool.h"

namespace intercusp::viewer {
namespace {

//! Kept between frames.
struct PlaybackWidgets {
  std::string track_path;
  bool playback_open = false;  //!< in the last frame
};

void show_timeline(const OpenPlayback& playback, Actions& actions) {
  const double first = playback.track.poses.front().time_s, last = playback.track.poses.back().time_s;
  if (ImGui::Button(playback.playing ? Text("Pause") : Text("Play"), {em(5), 0}))
    actions.playbacks.set_playing(!playback.playing);
  explain(Text("Key: Space, when a view has the focus."));
  ImGui::SameLine();
  bool loop = playback.loop;
  if (ImGui::Checkbox(Text("Loop"), &loop)) actions.playbacks.set_loop(loop);
  ImGui::SameLine();
  if (ImGui::Button(Text("Stop"))) return actions.playbacks.close();
  if (const auto moved = slider(Text("Time"), playback.time_s, first, std::max(last, first + 1e-3), "%.2f s"))
    actions.playbacks.set_time(*moved);
  if (const auto moved =
          slider(Text("Speed"), playback.speed, slowest_playback, fastest_playback, "%.2f \u00d7"))
    actions.playbacks.set_speed(*moved);
}

//! The name of the movement that a sample belongs to.
const Movement* movement_at(const Playback& playback, double time_s) {
  for (const Movement& movement : playback.movements) {
    if (time_s >= movement.from_s && time_s <= movement.to_s) return &movement;
  }
  return nullptr;
}

//! Area and least distance of the whole playback.
void show_curves(const OpenPlayback& open, const PlaybackContacts& contacts, Actions& actions) {
  const Playback& playback = contacts.playback;
  const bool distance = contacts.measure == Measure::surface_distance;
  std::vector<float> times;
  for (const PlaybackSample& sample : playback.samples) times.push_back(static_cast<float>(sample.time_s));
  const double first = playback.from_s, last = std::max(playback.to_s, playback.from_s + 1e-9);
  const auto share = static_cast<float>((open.time_s - first) / (last - first));
  const std::size_t now = contacts.sample_at(open.time_s);
  std::optional<float> clicked = draw_plot("area", {.title = Text("Contact area, mm\u00b2"),
                                                    .values = contacts.area_mm2,
                                                    .times_s = times,
                                                    .now = contacts.area_mm2[now],
                                                    .marker = share,
                                                    .zero_line = true});
  const auto clicked_below = draw_plot(
      "least", {.title = distance ? Text("Smallest surface distance, mm") : Text("Smallest clearance, mm"),
                .values = contacts.least_mm,
                .times_s = times,
                .now = contacts.least_mm[now],
                .marker = share});
  if (clicked_below) clicked = clicked_below;
  if (clicked) actions.playbacks.set_time(first + static_cast<double>(*clicked) * (last - first));
}

void show_pairs(const AppState& state, Actions& actions) {
  heading(Text("Tooth pairs over time"));
  const std::shared_ptr<const PlaybackContacts> contacts = contacts_of_playback(state);
  if (!contacts) return muted(Text("Computing in the background\u2026"));
  if (contacts->pairs.empty()) return muted(Text("No contact on this movement."));
  draw_pair_chart(state, actions);
  muted(Text("In the order of first contact. The paler, the smaller the contact."));
}

void show_over_time(const AppState& state, Actions& actions) {
  const std::shared_ptr<const PlaybackContacts> contacts = contacts_of_playback(state);
  if (!contacts) return;
  const Playback& playback = contacts->playback;
  heading(Text("Contacts over time"));
  if (const Movement* const movement = movement_at(playback, state.playback->time_s))
    row(Text("Movement"), movement->name);
  show_curves(*state.playback, *contacts, actions);
  const std::string threshold = rounded(playback.options.threshold_mm * 1000, 0);
  muted(contacts->measure == Measure::surface_distance
            ? phrase("Contact: surface distance up to {} \u00b5m.", threshold)
            : phrase("Contact: clearance up to {} \u00b5m.", threshold));
  for (const std::string& remark : sentences_of(playback.findings)) muted(remark);
}

void show_compass(const AppState& state, Actions& actions, const OpenPlayback& playback) {
  ViewState view = state.view;
  ImGui::BeginDisabled(!contacts_of_playback(state));
  if (ImGui::Checkbox(Text("Occlusal compass"), &view.show_compass)) actions.views.set(view);
  explain(Text("Colours each contact by the movement that made it, over the whole recording. By clearance."));
  bool order = playback.shows_order, centre = playback.shows_centre;
  if (ImGui::Checkbox(Text("Order of contact"), &order)) actions.playbacks.set_marks(order, centre);
  explain(Text("Numbers in the views: which teeth meet first on this movement."));
  if (ImGui::Checkbox(Text("Centre of contact"), &centre)) actions.playbacks.set_marks(order, centre);
  explain(Text("The middle of all contact area now (cross) and its way over the movement."));
  ImGui::EndDisabled();
}

}  // namespace

void offer_tracks(const AppState&, Actions& actions, WidgetState& widgets) {
  PlaybackWidgets& kept = widgets.parts.of<PlaybackWidgets>();
  heading(Text("Play"));
  ImGui::SetNextItemWidth(-FLT_MIN);
  const bool entered =
      text_field("##track", Text("Recorded track (CSV or JSON), then Enter"), kept.track_path);
  if (entered && !kept.track_path.empty()) actions.playbacks.open_track(kept.track_path);
  if (!widgets.asked.program.empty() &&
      wide_button(Text("Open a track\u2026"), Text("Poses over time, as recorded by a jaw tracker."))) {
    ask_files(
        widgets.asked,
        {.title = Text("Open a track\u2026"), .start = kept.track_path, .patterns = {"*.csv", "*.json"}},
        [&actions](const std::vector<std::string>& paths) { actions.playbacks.open_track(paths.front()); });
  }
}

void draw_playback(const AppState& state, Actions& actions, WidgetState& widgets) {
  PlaybackWidgets& kept = widgets.parts.of<PlaybackWidgets>();
  const bool just_opened = state.playback && !kept.playback_open;
  kept.playback_open = state.playback.has_value();
  if (!state.playback) return;
  const OpenPlayback& playback = *state.playback;
  if (just_opened) ImGui::SetScrollHereY(0);
  heading((playback.file.empty() ? capitalised(playback.name) : playback.name).c_str());
  show_timeline(playback, actions);
  if (state.playback) show_compass(state, actions, *state.playback);
}

void draw_playback_charts(const AppState& state, Actions& actions, WidgetState&) {
  if (!state.playback) return;
  show_pairs(state, actions);
  show_over_time(state, actions);
  if (state.loaded->anatomy.axes) draw_path_plots(state);
}

void offer_charts(const AppState& state, Actions&, WidgetState& widgets) {
  if (!state.playback) return;
  ImGui::BeginDisabled(!contacts_of_playback(state));
  if (wide_button(Text("Picture of these charts"), playback_charts_export.explanation))
    offer_picture(state, widgets, playback_charts_export);
  ImGui::EndDisabled();
}

}  // namespace intercusp::viewer
