#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "io/case/track_file.h"
#include "viewer/app/actions_impl.h"
#include "viewer/app/words.h"

namespace intercusp::viewer {
//! The pose is the document's again.
static void leave_playback(Actions::Impl& impl) {
  if (!impl.state.playback) return;
  impl.end_drag();
  impl.state.playback.reset();
  impl.show_pose(impl.history.present().upper_from_lower);
}

static void begin_playback(Actions::Impl& impl, OpenPlayback playback) {
  leave_playback(impl);
  impl.state.playback = std::move(playback);
  impl.state.playback->number = ++impl.of_case.playbacks;
  impl.state.history.clear();
  const TimedPose& first = impl.state.playback->track.poses.front();
  impl.state.playback->time_s = first.time_s;
  impl.show_pose(first.upper_from_lower);
}

static void show_playback(Actions::Impl& impl) {
  const OpenPlayback& playback = *impl.state.playback;
  if (!impl.show_pose(pose_at(playback.track, playback.time_s, impl.state.loaded->lower_centre)))
    impl.state.playback->playing = false;
}

void Actions::Impl::play_playback(double seconds) {
  if (!state.playback || !state.playback->playing) return;
  OpenPlayback& playback = *state.playback;
  const double first_s = playback.track.poses.front().time_s, last_s = playback.track.poses.back().time_s;
  playback.time_s += seconds * playback.speed;
  if (playback.time_s > last_s) {
    playback.playing = playback.loop && last_s > first_s;
    playback.time_s =
        playback.playing ? first_s + std::fmod(playback.time_s - first_s, last_s - first_s) : last_s;
  }
  show_playback(*this);
}

void Actions::play(OpenPlayback playback) {
  begin_playback(*impl_, std::move(playback));
  set_playing(true);
}

void Actions::open_track(const std::filesystem::path& file) {
  if (!impl_->state.loaded) return say(MessageKind::refusal, text::open_case_first);
  impl_->open_track(file);
}

void Actions::Impl::open_track(const std::filesystem::path& file) {
  const auto take = [this, file, loaded = state.loaded](const Track& track) {
    if (state.loaded != loaded) return;
    forget_problems();
    const TracedJaw jaw{.axes = state.loaded->axes(),
                        .condyles = condyles_now(),
                        .incisal_point = state.loaded->hinged_point,
                        .upper_from_lower = state.loaded->bite.upper_from_lower};
    begin_playback(
        *this,
        {.name = file.filename().string(), .file = file, .track = track, .paths = paths_of(jaw, track)});
  };
  work.add({.what = Text("Reading the track\u2026"),
            .work = [file, take](const Progress&) -> Job::Finish {
              return [take, track = read_track(file).track] { take(track); };
            },
            .failed = says_why()});
}

void Actions::set_playing(bool playing) {
  std::optional<OpenPlayback>& playback = impl_->state.playback;
  if (!playback) return;
  impl_->end_drag();
  const std::vector<TimedPose>& poses = playback->track.poses;
  playback->playing = playing && poses.size() > 1;
  impl_->changed = true;
  if (!playback->playing) return;
  impl_->state.history.clear();
  if (playback->time_s >= poses.back().time_s) playback->time_s = poses.front().time_s;
  show_playback(*impl_);
}

void Actions::set_playback_time(double time_s) {
  std::optional<OpenPlayback>& playback = impl_->state.playback;
  if (!playback || !std::isfinite(time_s)) return;
  impl_->end_drag();
  playback->time_s =
      std::clamp(time_s, playback->track.poses.front().time_s, playback->track.poses.back().time_s);
  show_playback(*impl_);
}

void Actions::set_playback_speed(double speed) {
  std::optional<OpenPlayback>& playback = impl_->state.playback;
  if (!playback || !(speed > 0) || !std::isfinite(speed)) return;
  playback->speed = std::clamp(speed, slowest_playback, fastest_playback);
  impl_->changed = true;
}

void Actions::set_playback_loop(bool loop) {
  if (!impl_->state.playback) return;
  impl_->state.playback->loop = loop;
  impl_->changed = true;
}

void Actions::set_playback_pair(const std::optional<GroupPair>& pair) {
  if (!impl_->state.playback) return;
  impl_->state.playback->selected_pair = pair;
  impl_->state.selected_contact.reset();
  impl_->changed = true;
}

void Actions::set_playback_marks(bool order, bool centre) {
  if (!impl_->state.playback) return;
  impl_->state.playback->shows_order = order;
  impl_->state.playback->shows_centre = centre;
  impl_->changed = true;
}

void Actions::show_playback_marks(bool shown) {
  if (std::exchange(impl_->state.shows_playback_marks, shown) != shown) impl_->changed = true;
}

void Actions::close_playback() { leave_playback(*impl_); }

}  // namespace intercusp::viewer
