// What the articulator computes of the open case.
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "viewer/tools/articulator/tool.h"

namespace intercusp::viewer {

//! The bite that paths start from.
struct StartKey {
  std::shared_ptr<const LoadedCase> loaded;
  PoseKey pose;
  bool operator==(const StartKey&) const = default;
};
struct PathsKey {
  std::shared_ptr<const ArticulatedCase> start;
  ArticulatorSettings settings;
  bool operator==(const PathsKey&) const = default;
};

//! Where a slider was moved to.
struct SlidExcursion {
  Excursion excursion = Excursion::protrusion;
  double mm = 0;
  PoseKey pose;  //!< that it led to
  std::shared_ptr<const ArticulatedBite> path;
};

struct ArticulatorWork {
  Derived<StartKey, const ArticulatedCase> start;
  Derived<PathsKey, const ArticulatedBite> bite;
  std::function<void()> when_ready;  //!< the slider or playback that needs paths
  std::optional<SlidExcursion> slid;
};

//! Calls `later` as soon as the paths from the bite shown are computed.  \return whether they are already
[[nodiscard]] bool have_paths_or(const AppState& state, Actions& actions, std::function<void()> later);

void say_no_path(Actions& actions);

//! Buttons that play its movements.
void draw_articulator_playbacks(const AppState& state, Actions& actions, WidgetState& widgets);
void draw_movements(const AppState& state, Actions& actions, WidgetState& widgets);
void draw_articulator_settings(const AppState& state, Actions& actions, WidgetState& widgets);
void offer_movements(const AppState& state, Actions& actions, WidgetState& widgets);
void draw_guidance(const AppState& state, Actions& actions, WidgetState& widgets);

}  // namespace intercusp::viewer
