#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "io/case/track_file.h"
#include "viewer/app/actions_impl.h"
#include "viewer/text/state.h"

namespace intercusp::viewer {
namespace {

constexpr double film_mm_per_s = 2;

std::size_t index_of(Excursion excursion) { return static_cast<std::size_t>(excursion); }

const char* words_of(Excursion excursion) {
  switch (excursion) {
    case Excursion::protrusion:
      return text::protrusion;
    case Excursion::laterotrusion_right:
      return text::laterotrusion_right;
    case Excursion::laterotrusion_left:
      break;
  }
  return text::laterotrusion_left;
}

const ContactStep& nearest_step(const MovementReport& movement, double excursion_mm) {
  return *std::ranges::min_element(movement.path, {}, [&](const ContactStep& step) {
    return std::abs(step.pose.excursion_mm - excursion_mm);
  });
}

//! A track out along the path and back.
Track out_and_back(const MovementReport& movement) {
  Track track;
  const std::vector<ContactStep>& path = movement.path;
  for (const ContactStep& step : path)
    track.poses.push_back({step.asked_mm / film_mm_per_s, step.pose.upper_from_lower});
  const double turn_s = track.poses.back().time_s;
  for (auto step = path.rbegin() + 1; step < path.rend(); ++step)
    track.poses.push_back({2 * turn_s - step->asked_mm / film_mm_per_s, step->pose.upper_from_lower});
  const std::string name = words_of(movement.excursion);
  track.parts = {{0, turn_s, phrase(text::movement_out, name)},
                 {turn_s, 2 * turn_s, phrase(text::movement_back, name)}};
  return track;
}

}  // namespace

void Actions::Impl::forget_paths() {
  wants_paths = wants_paths || state.articulated;
  state.articulated.reset();
  state.excursion_mm = {0, 0, 0};
  condyles.reset();
}

void Actions::Impl::compute_paths() {
  using Known = std::shared_ptr<const ArticulatedCase>;
  using Result = std::shared_ptr<const ArticulatedBite>;
  const auto take = [this, loaded = state.loaded](const Known& prepared, const Result& result) {
    if (state.loaded != loaded) return;
    articulated_case = prepared;
    // The settings changed meanwhile: the paths are still to be computed.
    if (!same_settings(result->options.settings, state.document.articulator)) return;
    wants_paths = false;
    state.articulated = result;
    changed = true;
    if (when_articulated) std::exchange(when_articulated, nullptr)();
  };
  const auto failed = [this, loaded = state.loaded](const std::exception_ptr& error) {
    if (state.loaded != loaded) return;
    wants_paths = false;
    when_articulated = nullptr;
    says_why()(error);
  };
  work.add({.what = text::computing_paths,
            .work = [take, loaded = state.loaded, prepared = articulated_case,
                     settings = state.document.articulator](const Progress& progress) -> Job::Finish {
              const Known known =
                  prepared ? prepared
                           : std::make_shared<const ArticulatedCase>(intercusp::articulated_case(*loaded));
              report_progress(progress, 0.2);
              const auto result = std::make_shared<const ArticulatedBite>(
                  articulate(*known, {.settings = settings}, part_of(progress, 0.2, 1)));
              return [=] { take(known, result); };
            },
            .failed = failed});
}

void Actions::Impl::take_up_film(Film film) {
  leave_film();
  state.film = std::move(film);
  state.history.clear();
  wants_film_contacts = true;
  const TimedPose& first = state.film->track.poses.front();
  state.film->time_s = first.time_s;
  show_pose(first.upper_from_lower);
}

void Actions::Impl::compute_film_contacts() {
  wants_film_contacts = false;
  state.film->contacts.reset();
  // Same direction and pixels as the live map, so that a pose gives the same numbers while played and at rest.
  PlayOptions options{.threshold_mm = state.document.threshold_mm};
  options.direction = state.loaded->view.direction();
  const auto take = [this, film = film_number](const std::shared_ptr<const Playback>& contacts) {
    const bool same_threshold = contacts->options.threshold_mm == state.document.threshold_mm;
    if (!state.film || film != film_number || !same_threshold) return;
    state.film->contacts = contacts;
    changed = true;
  };
  work.add({.what = text::playing_film,
            .work = [take, options, loaded = state.loaded,
                     track = state.film->track](const Progress& progress) -> Job::Finish {
              const auto contacts =
                  std::make_shared<const Playback>(play(loaded->bite, track, options, progress));
              return [=] { take(contacts); };
            },
            .failed = says_why()});
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
  show_film();
}

void Actions::Impl::show_film() {
  const Film& film = *state.film;
  if (!show_pose(pose_at(film.track, film.time_s, state.loaded->lower_centre))) state.film->playing = false;
}

void Actions::Impl::leave_film() {
  if (!state.film) return;
  end_drag();
  state.film.reset();
  ++film_number;
  wants_film_contacts = false;
  show_pose(history.present().upper_from_lower);
}

void Actions::set_excursion(Excursion excursion, double excursion_mm) {
  AppState& state = impl_->state;
  if (!state.loaded || !std::isfinite(excursion_mm)) return;
  if (!state.articulated) {
    impl_->when_articulated = [this, excursion, excursion_mm] { set_excursion(excursion, excursion_mm); };
    return compute_articulator();
  }
  impl_->end_drag();
  const MovementReport& movement = state.articulated->movements[index_of(excursion)];
  if (movement.path.empty()) return say(MessageKind::problem, text::no_path);
  impl_->put(nearest_step(movement, excursion_mm).pose.upper_from_lower, words_of(excursion),
             words_of(excursion));
  impl_->forget_sliders();
  state.excursion_mm[index_of(excursion)] = excursion_mm;
}

void Actions::set_articulator(const ArticulatorSettings& settings) {
  try {
    check_settings(settings);
  } catch (const std::invalid_argument& error) {
    return say(MessageKind::problem, error.what());
  }
  impl_->change(text::articulator, "articulator",
                [&](Document& document) { document.articulator = settings; });
}

void Actions::compute_articulator() {
  if (!impl_->state.loaded || impl_->state.articulated) return;
  impl_->wants_paths = true;
  impl_->begin_wanted();
}

void Actions::open_track(const std::filesystem::path& file) {
  if (!impl_->state.loaded) return say(MessageKind::problem, text::open_case_first);
  impl_->open_track(file);
}

void Actions::Impl::open_track(const std::filesystem::path& file) {
  const auto take = [this, file, loaded = state.loaded](const Track& track) {
    if (state.loaded != loaded) return;
    forget_problems();
    take_up_film({.name = file.filename().string(), .file = file, .track = track});
  };
  work.add({.what = text::reading_track,
            .work = [file, take](const Progress&) -> Job::Finish {
              return [take, track = read_track(file).track] { take(track); };
            },
            .failed = says_why()});
}

void Actions::play_excursion(Excursion excursion) {
  AppState& state = impl_->state;
  if (!state.loaded) return;
  if (!state.articulated) {
    impl_->when_articulated = [this, excursion] { play_excursion(excursion); };
    return compute_articulator();
  }
  const MovementReport& movement = state.articulated->movements[index_of(excursion)];
  if (movement.path.size() < 2) return say(MessageKind::problem, text::no_path);
  impl_->take_up_film({.name = words_of(excursion), .file = {}, .track = out_and_back(movement)});
  set_playing(true);
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
  impl_->show_film();
}

void Actions::set_film_time(double time_s) {
  std::optional<Film>& film = impl_->state.film;
  if (!film || !std::isfinite(time_s)) return;
  impl_->end_drag();
  film->time_s = std::clamp(time_s, film->track.poses.front().time_s, film->track.poses.back().time_s);
  impl_->show_film();
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

void Actions::close_film() { impl_->leave_film(); }

}  // namespace intercusp::viewer
