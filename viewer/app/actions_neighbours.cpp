#include <utility>

#include "viewer/app/actions_impl.h"

namespace intercusp::viewer {

void Actions::show_neighbours(bool shown) {
  if (std::exchange(impl_->state.shows_neighbours, shown) == shown) return;
  impl_->want_derived();
  impl_->changed = true;
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
