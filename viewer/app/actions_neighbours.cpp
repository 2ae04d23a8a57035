#include <utility>

#include "viewer/app/actions_impl.h"

namespace intercusp::viewer {

bool Actions::Impl::wants_neighbours() const {
  const bool there = state.neighbours && state.neighbours->loaded == state.loaded;
  return state.shows_neighbours && !there && neighbours_failed_for != state.loaded;
}

void Actions::Impl::measure_neighbours() {
  const auto take = [this](const std::shared_ptr<const NeighbourTeeth>& neighbours) {
    state.neighbours = neighbours;  // says itself which case it is of
    changed = true;
  };
  work.add({.what = Text("Measuring neighbouring teeth…"),
            .work = [take, loaded = state.loaded](const Progress& progress) -> Job::Finish {
              const auto neighbours =
                  std::make_shared<const NeighbourTeeth>(measured_neighbours(loaded, progress));
              return [=] { take(neighbours); };
            },
            .failed =
                [this, loaded = state.loaded](const std::exception_ptr& error) {
                  if (!was_failure(error)) return;
                  if (state.loaded == loaded) neighbours_failed_for = loaded;
                  says_why()(error);
                },
            .quiet = true,
            .gives_way = true});
}

void Actions::show_neighbours(bool shown) {
  if (std::exchange(impl_->state.shows_neighbours, shown) != shown) impl_->changed = true;
}

void Actions::select_neighbours(const NeighbourPair& pair) {
  AppState& state = impl_->state;
  if (!state.loaded) return;
  const Eigen::Vector3d place = state.case_point({pair.upper, pair.found.point});
  fly_to(place);
  constexpr double ring_mm = 1;
  state.selected_contact = SelectedContact{.name = {pair.fdi, pair.other_fdi}, .spots = {{place, ring_mm}}};
  impl_->changed = true;
}

}  // namespace intercusp::viewer
