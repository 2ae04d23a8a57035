#include "occlusion/motion/tracks/movement.h"
#include "viewer/tools/articulator/tool.h"
#include "viewer/tools/articulator/work.h"

namespace intercusp::viewer {
namespace {

constexpr double playback_mm_per_s = 2;

//! Continues a movement out along its path and back. All begin and end in intercuspation.
void add_out_and_back(const MovementReport& movement, Track& track) {
  const std::vector<ContactStep>& path = movement.path;
  if (path.size() < 2) return;
  const double from_s = track.poses.empty() ? 0 : track.poses.back().time_s;
  const double turn_s = from_s + path.back().asked_mm / playback_mm_per_s;
  for (auto step = track.poses.empty() ? path.begin() : path.begin() + 1; step != path.end(); ++step)
    track.poses.push_back({from_s + step->asked_mm / playback_mm_per_s, step->pose.upper_from_lower});
  for (auto step = path.rbegin() + 1; step < path.rend(); ++step)
    track.poses.push_back(
        {2 * turn_s - from_s - step->asked_mm / playback_mm_per_s, step->pose.upper_from_lower});
  const std::string name = words_of(movement.excursion);
  track.parts.push_back({from_s, turn_s, phrase("{}, out", name)});
  track.parts.push_back({turn_s, 2 * turn_s - from_s, phrase("{}, back", name)});
}

//! About the hinge axis into intercuspation.
Track closing_track(const ArticulatedBite& bite) {
  const ArticulatedPose& closed = bite.intercuspation.pose;
  constexpr double from_mm = 3;
  constexpr int steps = 60;
  const Eigen::Vector3d arm = closed.incisal_point - closed.condyles.middle();
  const double from_rad = from_mm / arm.cross(closed.condyles.axis()).norm();
  Track track;
  for (int i = 0; i <= steps; ++i) {
    const double time_s = from_mm / playback_mm_per_s * i / steps;
    const double opening_rad = from_rad * (steps - i) / steps;
    track.poses.push_back({time_s, i == steps
                                       ? closed.upper_from_lower
                                       : opened(bite.articulator, closed, opening_rad).upper_from_lower});
  }
  track.parts = {{0, track.poses.back().time_s, std::string(name_of(MovementKind::closing))}};
  return track;
}

void play(const AppState& state, Actions& actions, OpenPlayback playback) {
  if (playback.track.poses.empty()) return say_no_path(actions);
  const Articulator& articulator = articulated(state)->articulator;
  const TracedJaw jaw{.axes = articulator.axes,
                      .condyles = articulator.condyles,
                      .incisal_point = articulator.incisal_point,
                      .upper_from_lower = articulator.upper_from_lower};
  playback.paths = paths_of(jaw, playback.track);
  actions.play(std::move(playback));
}

//! As have_paths_or, from the document's bite.
bool may_play(const AppState& state, Actions& actions, std::function<void()> later) {
  if (!state.loaded) return false;
  actions.close_playback();
  return have_paths_or(state, actions, std::move(later));
}

}  // namespace

void say_no_path(Actions& actions) {
  actions.say(MessageKind::refusal,
              Text("The jaws do not meet on this path. Check the articulator's settings."));
}

void play_excursion(const AppState& state, Actions& actions, Excursion excursion) {
  if (!may_play(state, actions, [=, &state, &actions] { play_excursion(state, actions, excursion); })) return;
  OpenPlayback playback{.name = words_of(excursion), .shows_order = false};  // all begins in contact
  add_out_and_back(articulated(state)->movements[static_cast<std::size_t>(excursion)], playback.track);
  play(state, actions, std::move(playback));
}

void play_closing(const AppState& state, Actions& actions) {
  if (!may_play(state, actions, [&] { play_closing(state, actions); })) return;
  play(state, actions,
       {.name = Text("closing about the hinge"), .track = closing_track(*articulated(state))});
}

void play_all_excursions(const AppState& state, Actions& actions) {
  if (!may_play(state, actions, [&] { play_all_excursions(state, actions); })) return;
  OpenPlayback playback{.name = Text("protrusion and laterotrusions"), .shows_order = false};
  for (const MovementReport& movement : articulated(state)->movements)
    add_out_and_back(movement, playback.track);
  const bool has_path = !playback.track.poses.empty();
  play(state, actions, std::move(playback));
  if (!has_path) return;
  ViewState view = state.view;
  view.show_compass = true;
  actions.set_view(view);
}

}  // namespace intercusp::viewer
