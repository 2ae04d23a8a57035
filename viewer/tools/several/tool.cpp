#include "viewer/tools/several/tool.h"

#include <array>

namespace intercusp::viewer {
namespace {

using LoadedJaws = std::shared_ptr<const LoadedCase>;
using Measured = Derived<LoadedJaws, const NeighbourTeeth>;

void follow(AppState& state) {
  const bool is_open = state.step == PanelKind::contacts;
  state.parts.of<Measured>().want(is_open ? std::optional(state.loaded) : std::nullopt);
  want_bodies(state);
}

bool begin(AppState& state, Actions& actions) {
  if (begin_bodies(state, actions)) return true;
  return actions.begin(
      due_work(place_of(state.parts.of<Measured>()), {.what = Text("Measuring neighbouring teeth…")},
               [](const LoadedJaws& loaded, const Progress& progress) {
                 return std::make_shared<const NeighbourTeeth>(measured_neighbours(loaded, progress));
               }));
}

constexpr std::array panels = {PanelPart{PanelPlace::contacts_step, draw_neighbours},
                               PanelPart{PanelPlace::below_case, draw_bodies}};

}  // namespace

const Tool several_tool{.panels = panels,
                        .surfaces = body_surfaces,
                        .take_files = take_bodies,
                        .take_with_case = take_bodies_with_case,
                        .follow = follow,
                        .begin = begin,
                        .entries = body_entries,
                        .files = body_paths};

const NeighbourTeeth* neighbours_of(const AppState& state) {
  const Measured* const measured = state.parts.find<Measured>();
  return measured != nullptr ? measured->get() : nullptr;
}

void select_neighbours(const AppState& state, Actions& actions, const NeighbourPair& pair) {
  constexpr double ring_mm = 1;
  const Eigen::Vector3d place = state.case_point({pair.jaw, pair.found.point});
  actions.mark_contact({pair.fdi, pair.other_fdi}, {place, ring_mm});
}

}  // namespace intercusp::viewer
