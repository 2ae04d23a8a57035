#include <utility>

#include "viewer/app/actions_impl.h"

namespace intercusp::viewer {
void Actions::prepare_pose_map(const Eigen::Isometry3d& upper_from_lower) {
  if (impl_->state.loaded && !impl_->work.busy()) impl_->state.pose_map.want(PoseKey{upper_from_lower});
}

void Actions::forget_pose_map() { impl_->state.pose_map = {}; }

void Actions::compare_with(std::size_t index) {
  AppState& state = impl_->state;
  if (index >= state.document.poses.size()) return;
  state.comparison = ComparedPose{.other = state.document.poses[index],
                                  .present = state.document.upper_from_lower,
                                  .live = {},
                                  .rest = {}};
  impl_->want_derived();
  ViewState view = state.view;
  view.show_map = true;
  set_view(view);
}

void Actions::go_between(double share) {
  AppState& state = impl_->state;
  if (!state.comparison || !(share >= 0 && share <= 1)) return;
  const Track way{.poses = {{0, state.comparison->other.upper_from_lower}, {1, state.comparison->present}}};
  if (impl_->put(pose_at(way, share, state.loaded->lower_centre), Text("between two poses"), "between"))
    state.comparison->share = share;
}

void Actions::end_comparison() {
  impl_->state.comparison.reset();
  impl_->changed = true;
}

}  // namespace intercusp::viewer
