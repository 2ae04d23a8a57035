#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "io/case/track_file.h"
#include "viewer/app/actions_impl.h"
#include "viewer/case/rest_reading.h"
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

//! Continues a movement out along its path and back. All begin and end in intercuspation.
void add_out_and_back(const MovementReport& movement, Track& track) {
  const std::vector<ContactStep>& path = movement.path;
  if (path.size() < 2) return;
  const double from_s = track.poses.empty() ? 0 : track.poses.back().time_s;
  const double turn_s = from_s + path.back().asked_mm / film_mm_per_s;
  for (auto step = track.poses.empty() ? path.begin() : path.begin() + 1; step != path.end(); ++step)
    track.poses.push_back({from_s + step->asked_mm / film_mm_per_s, step->pose.upper_from_lower});
  for (auto step = path.rbegin() + 1; step < path.rend(); ++step)
    track.poses.push_back(
        {2 * turn_s - from_s - step->asked_mm / film_mm_per_s, step->pose.upper_from_lower});
  const std::string name = words_of(movement.excursion);
  track.parts.push_back({from_s, turn_s, phrase("{}, out", name)});
  track.parts.push_back({turn_s, 2 * turn_s - from_s, phrase("{}, back", name)});
}

//! About the hinge axis into intercuspation.
Track closing_track(const ArticulatedBite& bite) {
  const ArticulatedPose& closed = bite.intercuspation.pose;
  constexpr double from_mm = 3;
  constexpr int steps = 60;
  const Eigen::Vector3d arm = closed.incisal_point - closed.condyles.middle();
  const double from_rad = from_mm / arm.cross(closed.condyles.axis()).norm();
  Track track;
  for (int i = 0; i <= steps; ++i) {
    const double time_s = from_mm / film_mm_per_s * i / steps;
    const double opening_rad = from_rad * (steps - i) / steps;
    track.poses.push_back({time_s, i == steps
                                       ? closed.upper_from_lower
                                       : opened(bite.articulator, closed, opening_rad).upper_from_lower});
  }
  track.parts = {{0, track.poses.back().time_s, std::string(name_of(MovementKind::closing))}};
  return track;
}

}  // namespace

bool movements_belong(const AppState& state) {
  if (!state.articulated) return false;
  if (state.film && state.film->file.empty()) return true;
  const ArticulatedBite& bite = *state.articulated;
  const auto is_shown = [shown = state.pose_before_opening.value_or(state.document.upper_from_lower)](
                            const Eigen::Isometry3d& pose) { return same_pose(pose, shown); };
  if (is_shown(bite.bite_case->bite.upper_from_lower)) return true;
  return std::ranges::any_of(bite.movements, [&](const MovementReport& movement) {
    return std::ranges::any_of(movement.path, is_shown,
                               [](const ContactStep& step) { return step.pose.upper_from_lower; });
  });
}

static Articulator articulator_as_opened(Actions::Impl& impl) {
  return {.axes = impl.state.loaded->axes(),
          .condyles = impl.condyles_now(),
          .settings = impl.state.document.articulator,
          .incisal_point = impl.state.loaded->hinged_point,
          .upper_from_lower = impl.state.loaded->bite.upper_from_lower};
}

//! The pose is the document's again.
static void leave_film(Actions::Impl& impl) {
  if (!impl.state.film) return;
  impl.end_drag();
  impl.state.film.reset();
  ++impl.of_case.film_number;
  impl.show_pose(impl.history.present().upper_from_lower);
}

static void begin_film(Actions::Impl& impl, Film film) {
  leave_film(impl);
  impl.state.film = std::move(film);
  const bool is_recorded = !impl.state.film->file.empty();
  impl.state.film->paths =
      paths_of(is_recorded ? articulator_as_opened(impl) : impl.state.articulated->articulator,
               impl.state.film->track);
  impl.state.history.clear();
  const TimedPose& first = impl.state.film->track.poses.front();
  impl.state.film->time_s = first.time_s;
  impl.show_pose(first.upper_from_lower);
}

//! Where the selected pair touches now.
static void mark_film_pair(Actions::Impl& impl) {
  const Film& film = *impl.state.film;
  if (!film.selected_pair || !film.contacts) return;
  impl.state.selected_contact.reset();
  const PairInFilm* const pair = film.contacts->find(*film.selected_pair);
  const PairContact* const now = pair ? pair->at(film.contacts->moment_at(film.time_s)) : nullptr;
  if (!now) return;
  const ContactSpot spot{.case_point = now->centre.cast<double>(),
                         .radius_mm = static_cast<double>(now->radius_mm)};
  impl.state.selected_contact = {{.upper_tooth = pair->pair.upper, .lower_tooth = pair->pair.lower}, {spot}};
}

static void show_film(Actions::Impl& impl) {
  const Film& film = *impl.state.film;
  if (!impl.show_pose(pose_at(film.track, film.time_s, impl.state.loaded->lower_centre)))
    impl.state.film->playing = false;
  mark_film_pair(impl);
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
//! Calls `later` as soon as the articulator's paths are computed.  \return whether they are already
static bool have_paths_or(Actions::Impl& impl, std::function<void()> later) {
  if (movements_belong(impl.state)) return true;
  impl.of_case.when_articulated = std::move(later);
  impl.state.articulated_case.want(ArticulatedKey{
      impl.state.loaded, {impl.state.pose_before_opening.value_or(impl.state.document.upper_from_lower)}});
  impl.state.articulated_case.try_again();
  impl.state.articulated.try_again();
  impl.state.excursion_mm = {0, 0, 0};
  impl.want_derived();
  impl.work.give_way();
  return false;
}

void Actions::set_excursion(Excursion excursion, double excursion_mm) {
  AppState& state = impl_->state;
  if (!state.loaded || !std::isfinite(excursion_mm)) return;
  if (!have_paths_or(*impl_, [=, this] { set_excursion(excursion, excursion_mm); })) return;
  impl_->end_drag();
  const MovementReport& movement = state.articulated->movements[index_of(excursion)];
  if (movement.path.empty()) return say(MessageKind::refusal, text::no_path);
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
  if (impl_->state.loaded) (void)have_paths_or(*impl_, nullptr);
}

void Actions::open_track(const std::filesystem::path& file) {
  if (!impl_->state.loaded) return say(MessageKind::refusal, text::open_case_first);
  impl_->open_track(file);
}

void Actions::Impl::open_track(const std::filesystem::path& file) {
  const auto take = [this, file, loaded = state.loaded](const Track& track) {
    if (state.loaded != loaded) return;
    forget_problems();
    begin_film(*this, {.name = file.filename().string(), .file = file, .track = track});
  };
  work.add({.what = Text("Reading the track\u2026"),
            .work = [file, take](const Progress&) -> Job::Finish {
              return [take, track = read_track(file).track] { take(track); };
            },
            .failed = says_why()});
}

void Actions::play_excursion(Excursion excursion) {
  AppState& state = impl_->state;
  if (!state.loaded) return;
  leave_film(*impl_);
  if (!have_paths_or(*impl_, [=, this] { play_excursion(excursion); })) return;
  Film film{.name = words_of(excursion), .shows_order = false};  // all begins in contact
  add_out_and_back(state.articulated->movements[index_of(excursion)], film.track);
  if (film.track.poses.empty()) return say(MessageKind::refusal, text::no_path);
  begin_film(*impl_, std::move(film));
  set_playing(true);
}

void Actions::play_closing() {
  AppState& state = impl_->state;
  if (!state.loaded) return;
  leave_film(*impl_);
  if (!have_paths_or(*impl_, [this] { play_closing(); })) return;
  begin_film(*impl_, {.name = Text("closing about the hinge"), .track = closing_track(*state.articulated)});
  set_playing(true);
}

void Actions::play_all_excursions() {
  AppState& state = impl_->state;
  if (!state.loaded) return;
  leave_film(*impl_);
  if (!have_paths_or(*impl_, [this] { play_all_excursions(); })) return;
  Film film{.name = Text("protrusion and laterotrusions"), .shows_order = false};
  for (const MovementReport& movement : state.articulated->movements) add_out_and_back(movement, film.track);
  if (film.track.poses.empty()) return say(MessageKind::refusal, text::no_path);
  begin_film(*impl_, std::move(film));
  state.view.show_compass = true;
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

void Actions::select_film_pair(const std::optional<GroupPair>& pair) {
  std::optional<Film>& film = impl_->state.film;
  if (!film || !film->contacts) return;
  const PairInFilm* const found = pair ? film->contacts->find(*pair) : nullptr;
  film->selected_pair = found ? pair : std::nullopt;
  impl_->state.selected_contact.reset();
  impl_->changed = true;
  if (!found) return;
  set_playing(false);
  const std::vector<Moment>& moments = film->contacts->playback.moments;
  const bool touches = found->at(film->contacts->moment_at(film->time_s)) != nullptr;
  set_film_time(touches ? film->time_s : moments[found->contacts.front().moment].time_s);
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
