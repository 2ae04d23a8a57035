#include "viewer/tools/articulator/tool.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <stdexcept>
#include <utility>

#include "viewer/case/rest_reading.h"
#include "viewer/scene/finding.h"
#include "viewer/tools/articulator/work.h"

namespace intercusp::viewer {
namespace {

class ArticulatorTool : public Tool {
  std::vector<Contribution> contributions() const override {
    return {{PanelKind::motion, 0, draw_movements},
            {PanelKind::motion, 110, draw_articulator_playbacks},
            {PanelKind::motion, playback_charts, draw_guidance},
            {PanelKind::motion, 200, draw_articulator_settings},
            {PanelKind::contacts, 100, offer_movements}};
  }

  void add_findings(const AppState& state, std::vector<CardLine>& card) const override {
    if (movements_belong(state)) std::ranges::move(movements_card(state), std::back_inserter(card));
  }

  void follow(AppState& state) const override {
    ArticulatorWork& work = state.parts.of<ArticulatorWork>();
    if (const std::optional<StartKey>& start = work.start.wanted())
      work.start.want(StartKey{state.loaded, start->pose});
    work.bite.want(work.start ? std::optional(PathsKey{work.start.shared(), settings_of(state.document)})
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
    return actions.begin(due_work(place_of(work.start), how,
                                  [](const StartKey& key, const Progress&) {
                                    return std::make_shared<const ArticulatedCase>(articulated_case(
                                        prepare_case(posed_bite(*key.loaded, key.pose.upper_from_lower))));
                                  })) ||
           actions.begin(
               due_work(place_of(work.bite), how, [](const PathsKey& key, const Progress& progress) {
                 return std::make_shared<const ArticulatedBite>(
                     articulate(*key.start, {.settings = key.settings}, progress));
               }));
  }

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

void set_articulator(Actions& actions, const ArticulatorSettings& settings) {
  try {
    check_settings(settings);
  } catch (const std::invalid_argument& error) {
    return actions.say(MessageKind::problem, error.what());
  }
  actions.change(Text("articulator"), "articulator", [&](Document& document) {
    document.hinge = settings;
    document.parts.set<CondylarGuidance>(settings);
  });
}

const ArticulatedBite* articulated(const AppState& state) {
  const auto* const work = state.parts.find<ArticulatorWork>();
  return work != nullptr ? work->bite.get() : nullptr;
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
  ArticulatorWork& work = actions.parts().of<ArticulatorWork>();
  work.when_ready = std::move(later);
  work.start.want(StartKey{state.loaded, {bite_shown(state)}});
  work.start.try_again();
  work.bite.try_again();
  work.slid.reset();
  actions.want_values();
  return false;
}

void compute_articulator(const AppState& state, Actions& actions) {
  if (state.loaded) (void)have_paths_or(state, actions, nullptr);
}

double excursion_mm(const AppState& state, Excursion excursion) {
  const auto* const work = state.parts.find<ArticulatorWork>();
  if (work == nullptr || !work->slid || work->slid->excursion != excursion) return 0;
  const SlidExcursion& slid = *work->slid;
  const bool stands_there = slid.pose == PoseKey{state.document.upper_from_lower};
  return stands_there && slid.path == work->bite.shared() ? slid.mm : 0;
}

void set_excursion(const AppState& state, Actions& actions, Excursion excursion, double excursion_mm) {
  if (!state.loaded || !std::isfinite(excursion_mm)) return;
  if (!have_paths_or(state, actions,
                     [=, &state, &actions] { set_excursion(state, actions, excursion, excursion_mm); }))
    return;
  actions.end_drag();
  const MovementReport& movement = articulated(state)->movements[static_cast<std::size_t>(excursion)];
  if (movement.path.empty()) return say_no_path(actions);
  actions.set_pose(nearest_step(movement, excursion_mm).pose.upper_from_lower, words_of(excursion),
                   words_of(excursion));
  ArticulatorWork& work = actions.parts().of<ArticulatorWork>();
  work.slid = {excursion, excursion_mm, {state.document.upper_from_lower}, work.bite.shared()};
}

}  // namespace intercusp::viewer
