#include "viewer/app/playbacks.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "io/case/track_file.h"
#include "viewer/app/messages.h"
#include "viewer/app/pose.h"
#include "viewer/app/words.h"
#include "viewer/app/work.h"

namespace intercusp::viewer {
namespace {

//! The open case's part.
struct PlaybacksOpened {
  int count = 0;
};

}  // namespace

void Playbacks::close() {
  if (!state_.playback) return;
  pose_.end_drag();
  state_.playback.reset();
  pose_.show_pose(pose_.present().upper_from_lower);
}

void Playbacks::begin(OpenPlayback playback) {
  close();
  state_.playback = std::move(playback);
  state_.playback->number = ++state_.parts.of<PlaybacksOpened>().count;
  state_.history.clear();
  const TimedPose& first = state_.playback->track.poses.front();
  state_.playback->time_s = first.time_s;
  pose_.show_pose(first.upper_from_lower);
}

void Playbacks::show() {
  const OpenPlayback& playback = *state_.playback;
  if (!pose_.show_pose(pose_at(playback.track, playback.time_s, state_.loaded->lower_centre)))
    state_.playback->playing = false;
}

void Playbacks::pass(double seconds) {
  if (!state_.playback || !state_.playback->playing) return;
  OpenPlayback& playback = *state_.playback;
  const double first_s = playback.track.poses.front().time_s, last_s = playback.track.poses.back().time_s;
  playback.time_s += seconds * playback.speed;
  if (playback.time_s > last_s) {
    playback.playing = playback.loop && last_s > first_s;
    playback.time_s =
        playback.playing ? first_s + std::fmod(playback.time_s - first_s, last_s - first_s) : last_s;
  }
  show();
}

void Playbacks::play(OpenPlayback playback) {
  begin(std::move(playback));
  set_playing(true);
}

void Playbacks::open_track(const std::filesystem::path& file) {
  if (!state_.loaded) return messages_.refuse(text::open_case_first);
  const auto take = [this, file, loaded = state_.loaded](const Track& track) {
    if (state_.loaded != loaded) return;
    messages_.forget_problems();
    const TracedJaw jaw{.axes = loaded->axes(),
                        .condyles = condyles_of(*loaded, state_.document.hinge),
                        .incisal_point = loaded->hinged_point,
                        .upper_from_lower = loaded->bite.upper_from_lower};
    begin({.name = file.filename().string(), .file = file, .track = track, .paths = paths_of(jaw, track)});
  };
  work_.add({.what = Text("Reading the track\u2026"),
             .work = [file, take](const Progress&) -> Job::Finish {
               return [take, track = read_track(file).track] { take(track); };
             },
             .failed = messages_.says_why()});
}

void Playbacks::set_playing(bool playing) {
  std::optional<OpenPlayback>& playback = state_.playback;
  if (!playback) return;
  pose_.end_drag();
  const std::vector<TimedPose>& poses = playback->track.poses;
  playback->playing = playing && poses.size() > 1;
  state_.changed = true;
  if (!playback->playing) return;
  state_.history.clear();
  if (playback->time_s >= poses.back().time_s) playback->time_s = poses.front().time_s;
  show();
}

void Playbacks::set_time(double time_s) {
  std::optional<OpenPlayback>& playback = state_.playback;
  if (!playback || !std::isfinite(time_s)) return;
  pose_.end_drag();
  playback->time_s =
      std::clamp(time_s, playback->track.poses.front().time_s, playback->track.poses.back().time_s);
  show();
}

void Playbacks::set_speed(double speed) {
  if (!state_.playback || !(speed > 0) || !std::isfinite(speed)) return;
  state_.playback->speed = std::clamp(speed, slowest_playback, fastest_playback);
  state_.changed = true;
}

void Playbacks::set_loop(bool loop) {
  if (!state_.playback) return;
  state_.playback->loop = loop;
  state_.changed = true;
}

void Playbacks::set_pair(const std::optional<GroupPair>& pair) {
  if (!state_.playback) return;
  state_.playback->selected_pair = pair;
  state_.selected_contact.reset();
  state_.changed = true;
}

void Playbacks::set_marks(bool order, bool centre) {
  if (!state_.playback) return;
  state_.playback->shows_order = order;
  state_.playback->shows_centre = centre;
  state_.changed = true;
}

void Playbacks::show_marks(bool shown) {
  if (std::exchange(state_.shows_playback_marks, shown) != shown) state_.changed = true;
}

}  // namespace intercusp::viewer
