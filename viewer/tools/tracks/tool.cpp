#include "viewer/tools/tracks/tool.h"

#include <array>

#include "viewer/tools/tracks/marks.h"

namespace intercusp::viewer {
namespace {

//! Where the selected pair touches now.
void mark_pair(AppState& state) {
  if (!state.film || !state.film->selected_pair) return;
  const std::shared_ptr<const FilmContacts> contacts = contacts_of_film(state);
  if (!contacts) return;
  state.selected_contact.reset();
  const PairInFilm* const pair = contacts->find(*state.film->selected_pair);
  const PairContact* const now = pair ? pair->at(contacts->moment_at(state.film->time_s)) : nullptr;
  if (!now) return;
  const ContactSpot spot{.case_point = now->centre.cast<double>(),
                         .radius_mm = static_cast<double>(now->radius_mm)};
  state.selected_contact = {{.upper_tooth = pair->pair.upper, .lower_tooth = pair->pair.lower}, {spot}};
}

void follow(AppState& state) {
  const Document& document = state.document;
  state.parts.of<FilmWork>().want(state.film ? std::optional(FilmKey{state.loaded, state.film->number,
                                                                     document.threshold_mm, document.measure})
                                             : std::nullopt);
  mark_pair(state);
}

bool begin(AppState& state, Actions& actions) {
  if (!state.film) return false;
  return actions.begin(due_work(
      place_of(state.parts.of<FilmWork>()),
      {.what = Text("Finding the contacts of the whole movement\u2026"), .in_background = false},
      [track = state.film->track](const FilmKey& key, const Progress& progress) {
        // Same direction and pixels as the live map, so that a pose gives the same numbers while played and at rest.
        PlayOptions options{.threshold_mm = key.threshold_mm};
        options.direction = key.loaded->view.direction();
        FilmReading reading{film_contacts(*key.loaded, track, options, key.measure, progress), nullptr};
        reading.compass = compass_of(reading.contacts.playback, key.loaded->bite);
        return std::make_shared<const FilmReading>(std::move(reading));
      }));
}

std::shared_ptr<const SurfacePaint> paint(const AppState& state) {
  const auto* const work = state.parts.find<FilmWork>();
  const bool shown = state.view.show_compass && state.shows_film_marks && work != nullptr && *work;
  return shown ? (*work)->compass : nullptr;
}

constexpr std::array panels = {PanelPart{PanelPlace::motion_step, draw_films},
                               PanelPart{PanelPlace::film_charts, draw_film_charts}};

}  // namespace

const Tool tracks_tool{.panels = panels,
                       .pictures = {&film_charts_export, 1},
                       .marks = draw_film_marks,
                       .paint = paint,
                       .follow = follow,
                       .begin = begin};

std::shared_ptr<const FilmContacts> contacts_of_film(const AppState& state) {
  const auto* const work = state.parts.find<FilmWork>();
  const std::shared_ptr<const FilmReading> reading = work != nullptr ? work->shared() : nullptr;
  return reading ? std::shared_ptr<const FilmContacts>(reading, &reading->contacts) : nullptr;
}

void select_film_pair(const AppState& state, Actions& actions, const std::optional<GroupPair>& pair) {
  const std::shared_ptr<const FilmContacts> contacts = contacts_of_film(state);
  if (!contacts) return;
  const PairInFilm* const found = pair ? contacts->find(*pair) : nullptr;
  actions.set_film_pair(found ? pair : std::nullopt);
  if (!found) return;
  actions.set_playing(false);
  const double now_s = state.film->time_s;
  const bool touches = found->at(contacts->moment_at(now_s)) != nullptr;
  actions.set_film_time(touches ? now_s : contacts->playback.moments[found->contacts.front().moment].time_s);
}

}  // namespace intercusp::viewer
