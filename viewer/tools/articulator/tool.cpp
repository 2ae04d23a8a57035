#include "viewer/tools/articulator/tool.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <stdexcept>
#include <utility>

#include "io/results/articulator/report.h"
#include "io/wording/definitions.h"
#include "occlusion/motion/tracks/movement.h"
#include "viewer/case/rest_reading.h"
#include "viewer/scene/finding.h"

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
  actions.playbacks.play(std::move(playback));
}

//! As have_paths_or, from the document's bite.
bool may_play(const AppState& state, Actions& actions, std::function<void()> later) {
  if (!state.loaded) return false;
  actions.playbacks.close();
  return have_paths_or(state, actions, std::move(later));
}

}  // namespace

void say_no_path(Actions& actions) {
  actions.messages.refuse(Text("The jaws do not meet on this path. Check the articulator's settings."));
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
  actions.views.set(view);
}

namespace {

bool is_closing(const AppState& state) {
  return state.playback && state.playback->file.empty() && state.playback->track.parts.size() == 1;
}

//! "laterotrusion to the right", with "out" or "back" where it is played; empty where the jaw stands in none.
std::string movement_shown(const AppState& state) {
  if (is_closing(state)) return state.playback->name;
  if (state.playback && state.playback->file.empty()) {
    for (const NamedPart& part : state.playback->track.parts)
      if (state.playback->time_s <= part.to_s) return part.name;
    return {};
  }
  for (const Excursion excursion : all_excursions)
    if (excursion_mm(state, excursion) > 0) return words_of(excursion);
  return {};
}

class ArticulatorTool : public Tool {
  std::vector<Contribution> contributions() const override {
    return {{PanelKind::motion, 0, draw_movements},
            {PanelKind::motion, 110, draw_articulator_playbacks},
            {PanelKind::motion, playback_charts, draw_guidance},
            {PanelKind::motion, 200, draw_articulator_settings},
            {PanelKind::contacts, 100, offer_movements}};
  }

  std::string place_in_movement(const AppState& state) const override {
    const std::string name = movement_shown(state);
    const ArticulatedBite* const bite = articulated(state);
    if (name.empty() || bite == nullptr) return {};
    const Articulator& articulator = bite->articulator;
    const Eigen::Vector3d on_lower =
        articulator.upper_from_lower.inverse(Eigen::Isometry) * articulator.incisal_point;
    Eigen::Vector3d way =
        state.document.upper_from_lower * on_lower - bite->intercuspation.pose.incisal_point;
    const Eigen::Vector3d& superior = articulator.axes.superior;
    if (!is_closing(state)) way -= way.dot(superior) * superior;  // as excursions are measured
    return phrase("{}, {} mm at the incisal point", capitalised(name), rounded(way.norm(), 1));
  }

  void add_findings(const AppState& state, std::vector<CardLine>& card) const override {
    if (movements_belong(state)) std::ranges::move(movements_card(state), std::back_inserter(card));
  }

  void follow(AppState& state) const override {
    ArticulatorWork& work = state.parts.of<ArticulatorWork>();
    if (const std::optional<StartKey>& start = work.start.wanted())
      work.start.want(StartKey{state.loaded, start->pose});
    const Document& document = state.document;
    work.bite.want(work.start ? std::optional(PathsKey{work.start.shared(), settings_of(document),
                                                       document.hinge.measured})
                              : std::nullopt);
  }

  bool begin(AppState& state, Actions& actions) const override {
    ArticulatorWork& work = state.parts.of<ArticulatorWork>();
    const DerivedWork how{.what = Text("Computing the articulator's movements…"),
                          .in_background = false,
                          .then =
                              [&work] {
                                if (work.bite && work.when_ready) std::exchange(work.when_ready, nullptr)();
                              },
                          .failed = [&work] { work.when_ready = nullptr; }};
    return actions.work.begin(due_work(
               place_of(work.start), how,
               [](const StartKey& key, const Progress&) {
                 return std::make_shared<const ArticulatedCase>(
                     articulated_case(prepare_case(posed_bite(*key.loaded, key.pose.upper_from_lower))));
               })) ||
           actions.work.begin(
               due_work(place_of(work.bite), how, [](const PathsKey& key, const Progress& progress) {
                 return std::make_shared<const ArticulatedBite>(
                     articulate(*key.start, {.settings = key.settings, .condyles = key.condyles}, progress));
               }));
  }

  //! A measured axis is a place beside the upper jaw as it was.
  void exchange_jaws(Document& document) const override { document.hinge.measured.reset(); }

  void entries(JsonRecord& json, Document& document) const override { articulator_entries(json, document); }

  void play(const AppState& state, Actions& actions) const override {
    play_excursion(state, actions, Excursion::protrusion);
  }
};

//! The pose from which the hinge slider opened, or the one shown.
const Eigen::Isometry3d& bite_shown(const AppState& state) {
  return state.pose_before_opening ? *state.pose_before_opening : state.document.upper_from_lower;
}

const ContactStep& nearest_step(const MovementReport& movement, double excursion_mm) {
  return *std::ranges::min_element(movement.path, {}, [&](const ContactStep& step) {
    return std::abs(step.pose.excursion_mm - excursion_mm);
  });
}

}  // namespace

const Tool& articulator_tool() { return the<ArticulatorTool>; }

void set_articulator(Actions& actions, const ArticulatorSettings& settings,
                     const std::optional<Condyles>& measured) {
  try {
    check_settings(settings);
  } catch (const std::invalid_argument& error) {
    return actions.messages.say(MessageKind::problem, error.what());
  }
  actions.pose.change(Text("articulator"), "articulator", [&](Document& document) {
    document.hinge = {settings, measured};
    document.parts.set<CondylarGuidance>(settings);
  });
}

const ArticulatedBite* articulated(const AppState& state) {
  return state.parts.get<ArticulatorWork>().bite.get();
}

bool movements_belong(const AppState& state) {
  const ArticulatedBite* const bite = articulated(state);
  if (bite == nullptr) return false;
  if (state.playback && state.playback->file.empty()) return true;
  const auto is_shown = [&](const Eigen::Isometry3d& pose) { return same_pose(pose, bite_shown(state)); };
  if (is_shown(bite->bite_case->bite.upper_from_lower)) return true;
  return std::ranges::any_of(bite->movements, [&](const MovementReport& movement) {
    return std::ranges::any_of(movement.path, is_shown,
                               [](const ContactStep& step) { return step.pose.upper_from_lower; });
  });
}

bool have_paths_or(const AppState& state, Actions& actions, std::function<void()> later) {
  if (movements_belong(state)) return true;
  ArticulatorWork& work = actions.state().parts.of<ArticulatorWork>();
  work.when_ready = std::move(later);
  work.start.want(StartKey{state.loaded, {bite_shown(state)}});
  work.start.try_again();
  work.bite.try_again();
  work.slid.reset();
  actions.work.want_values();
  return false;
}

void compute_articulator(const AppState& state, Actions& actions) {
  if (state.loaded) (void)have_paths_or(state, actions, nullptr);
}

double excursion_mm(const AppState& state, Excursion excursion) {
  const ArticulatorWork& work = state.parts.get<ArticulatorWork>();
  if (!work.slid || work.slid->excursion != excursion) return 0;
  const SlidExcursion& slid = *work.slid;
  const bool stands_there = slid.pose == PoseKey{state.document.upper_from_lower};
  return stands_there && slid.path == work.bite.shared() ? slid.mm : 0;
}

void set_excursion(const AppState& state, Actions& actions, Excursion excursion, double excursion_mm) {
  if (!state.loaded || !std::isfinite(excursion_mm)) return;
  if (!have_paths_or(state, actions,
                     [=, &state, &actions] { set_excursion(state, actions, excursion, excursion_mm); }))
    return;
  actions.pose.end_drag();
  const MovementReport& movement = articulated(state)->movements[static_cast<std::size_t>(excursion)];
  if (movement.path.empty()) return say_no_path(actions);
  actions.pose.set(nearest_step(movement, excursion_mm).pose.upper_from_lower, words_of(excursion),
                   words_of(excursion));
  ArticulatorWork& work = actions.state().parts.of<ArticulatorWork>();
  work.slid = {excursion, excursion_mm, {state.document.upper_from_lower}, work.bite.shared()};
}

}  // namespace intercusp::viewer
