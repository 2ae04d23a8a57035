#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "io/case/track_file.h"
#include "viewer/app/actions_impl.h"
#include "viewer/text/state.h"

namespace intercusp::viewer {
//! The pose is the document's again.
static void leave_film(Actions::Impl& impl) {
  if (!impl.state.film) return;
  impl.end_drag();
  impl.state.film.reset();
  impl.show_pose(impl.history.present().upper_from_lower);
}

static void begin_film(Actions::Impl& impl, Film film) {
  leave_film(impl);
  impl.state.film = std::move(film);
  impl.state.film->number = ++impl.of_case.films;
  impl.state.history.clear();
  const TimedPose& first = impl.state.film->track.poses.front();
  impl.state.film->time_s = first.time_s;
  impl.show_pose(first.upper_from_lower);
}

static void show_film(Actions::Impl& impl) {
  const Film& film = *impl.state.film;
  if (!impl.show_pose(pose_at(film.track, film.time_s, impl.state.loaded->lower_centre)))
    impl.state.film->playing = false;
}

void Actions::Impl::play_film(double seconds) {
  if (!state.film || !state.film->playing) return;
  Film& film = *state.film;
  const double first_s = film.track.poses.front().time_s, last_s = film.track.poses.back().time_s;
  film.time_s += seconds * film.speed;
  if (film.time_s > last_s) {
    film.playing = film.loop && last_s > first_s;
    film.time_s = film.playing ? first_s + std::fmod(film.time_s - first_s, last_s - first_s) : last_s;
  }
  show_film(*this);
}

void Actions::play(Film film) {
  begin_film(*impl_, std::move(film));
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
    begin_film(
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
  std::optional<Film>& film = impl_->state.film;
  if (!film) return;
  impl_->end_drag();
  const std::vector<TimedPose>& poses = film->track.poses;
  film->playing = playing && poses.size() > 1;
  impl_->changed = true;
  if (!film->playing) return;
  impl_->state.history.clear();
  if (film->time_s >= poses.back().time_s) film->time_s = poses.front().time_s;
  show_film(*impl_);
}

void Actions::set_film_time(double time_s) {
  std::optional<Film>& film = impl_->state.film;
  if (!film || !std::isfinite(time_s)) return;
  impl_->end_drag();
  film->time_s = std::clamp(time_s, film->track.poses.front().time_s, film->track.poses.back().time_s);
  show_film(*impl_);
}

void Actions::set_film_speed(double speed) {
  std::optional<Film>& film = impl_->state.film;
  if (!film || !(speed > 0) || !std::isfinite(speed)) return;
  film->speed = std::clamp(speed, slowest_film, fastest_film);
  impl_->changed = true;
}

void Actions::set_film_loop(bool loop) {
  if (!impl_->state.film) return;
  impl_->state.film->loop = loop;
  impl_->changed = true;
}

void Actions::set_film_pair(const std::optional<GroupPair>& pair) {
  if (!impl_->state.film) return;
  impl_->state.film->selected_pair = pair;
  impl_->state.selected_contact.reset();
  impl_->changed = true;
}

void Actions::set_film_marks(bool order, bool centre) {
  if (!impl_->state.film) return;
  impl_->state.film->shows_order = order;
  impl_->state.film->shows_centre = centre;
  impl_->changed = true;
}

void Actions::show_film_marks(bool shown) {
  if (std::exchange(impl_->state.shows_film_marks, shown) != shown) impl_->changed = true;
}

void Actions::close_film() { leave_film(*impl_); }

}  // namespace intercusp::viewer
