// The articulator: excursions and closing of the bite shown as sliders, playbacks and findings, in the Motion and Contacts
// steps.
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "occlusion/motion/articulator/articulate.h"
#include "viewer/app/tool.h"

namespace intercusp::viewer {

[[nodiscard]] ArticulatorSettings settings_of(const Document& document);
//! Recomputes the movements in the background, if they were computed.
//! \param measured the hinge axis; empty: the settings place it
void set_articulator(Actions& actions, const ArticulatorSettings& settings,
                     const std::optional<Condyles>& measured = {});

//! With the document's settings; null until they are computed. Says of which bite.
[[nodiscard]] const ArticulatedBite* articulated(const AppState& state);
//! Whether the movements are computed, and start from the bite shown or pass through it.
[[nodiscard]] bool movements_belong(const AppState& state);
void compute_articulator(const AppState& state, Actions& actions);  //!< if missing

//! Where the slider stands; 0 once the jaw has moved elsewhere.
[[nodiscard]] double excursion_mm(const AppState& state, Excursion excursion);
//! To the nearest pose of its path.
void set_excursion(const AppState& state, Actions& actions, Excursion excursion, double excursion_mm);

void play_excursion(const AppState& state, Actions& actions,
                    Excursion excursion);  //!< out and back at 2 mm a second
void play_closing(const AppState& state,
                  Actions& actions);  //!< about the hinge into intercuspation, 3 mm at the incisal point
void play_all_excursions(const AppState& state,
                         Actions& actions);  //!< one after the other, with their compass

//! First contact, guidance, balancing contacts and how far the posterior teeth part.  \pre articulated
[[nodiscard]] std::vector<CardLine> movements_card(const AppState& state);

//! The document's settings, as entries of a session.
void articulator_entries(JsonRecord& json, Document& document);

//! The bite that paths start from.
struct StartKey {
  std::shared_ptr<const LoadedCase> loaded;
  PoseKey pose;
  bool operator==(const StartKey&) const = default;
};
struct PathsKey {
  std::shared_ptr<const ArticulatedCase> start;
  ArticulatorSettings settings;
  std::optional<Condyles> condyles;  //!< measured
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
