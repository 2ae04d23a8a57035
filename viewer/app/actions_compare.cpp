#include <utility>

#include "viewer/app/actions_impl.h"
#include "viewer/text/state.h"

namespace intercusp::viewer {
namespace {

//! What is read of another pose: the numbers always, the map where it is not there yet.
struct Compared {
  std::shared_ptr<LiveBite> live;
  std::shared_ptr<const RestReading> rest;
};

Compared compared(const ShownBite& other, std::shared_ptr<LiveBite> live, const Progress& progress) {
  if (!live) {
    live = std::make_shared<LiveBite>(other.loaded);
    (void)live->read(other.upper_from_lower, other.threshold_mm);
  }
  return {.live = std::move(live),
          .rest = std::make_shared<const RestReading>(
              read_at_rest(*other.loaded, other.upper_from_lower, other.threshold_mm, progress))};
}

}  // namespace

bool Actions::Impl::wants_compared() const {
  return state.comparison && !state.comparison->rest && !comparing_failed && rests();
}

void Actions::Impl::read_compared() {
  const ShownBite other{.loaded = state.loaded,
                        .upper_from_lower = state.comparison->other.upper_from_lower,
                        .threshold_mm = state.document.threshold_mm};
  const auto is_wanted = [this, other] {
    return state.comparison && state.loaded == other.loaded &&
           state.document.threshold_mm == other.threshold_mm &&
           same_pose(state.comparison->other.upper_from_lower, other.upper_from_lower);
  };
  const auto take = [this, is_wanted](const Compared& read) {
    if (!is_wanted()) return;
    state.comparison->live = read.live;
    state.comparison->rest = read.rest;
    changed = true;
  };
  work.add({.what = text::comparing_poses,
            .work = [take, other, live = state.comparison->live](const Progress& progress) -> Job::Finish {
              return [take, read = compared(other, live, progress)] { take(read); };
            },
            .failed =
                [this, is_wanted](const std::exception_ptr& error) {
                  if (!is_wanted() || !was_failure(error)) return;
                  comparing_failed = true;
                  says_why()(error);
                },
            .quiet = true,
            .gives_way = true});
}

void Actions::Impl::forget_compared() {
  if (state.comparison) state.comparison->rest.reset();
  comparing_failed = false;
}

void Actions::Impl::read_pose_map() {
  const ShownBite pose{.loaded = state.loaded,
                       .upper_from_lower = *std::exchange(wanted_map, std::nullopt),
                       .threshold_mm = state.document.threshold_mm};
  const auto take = [this, pose](const std::shared_ptr<LiveBite>& live) {
    if (state.loaded == pose.loaded) state.pose_map = live;
    changed = true;
  };
  work.add({.what = text::comparing_poses,
            .work = [take, pose](const Progress&) -> Job::Finish {
              const auto live = std::make_shared<LiveBite>(pose.loaded);
              (void)live->read(pose.upper_from_lower, pose.threshold_mm);
              return [=] { take(live); };
            },
            .failed = [this](const std::exception_ptr& error) { pose_maps_failed = was_failure(error); },
            .quiet = true,
            .gives_way = true});
}

void Actions::prepare_pose_map(const Eigen::Isometry3d& upper_from_lower) {
  if (impl_->state.loaded && !impl_->pose_maps_failed && !impl_->work.busy())
    impl_->wanted_map = upper_from_lower;
}

void Actions::forget_pose_map() { impl_->state.pose_map.reset(); }

void Actions::compare_with(std::size_t index) {
  AppState& state = impl_->state;
  if (index >= state.document.poses.size()) return;
  state.comparison = Comparison{.other = state.document.poses[index],
                                .present = state.document.upper_from_lower,
                                .live = {},
                                .rest = {}};
  impl_->forget_compared();
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
