// Tracks and other films in the Motion step: their contacts over time as charts, marks and colours.
#pragma once

#include "viewer/app/tool.h"
#include "viewer/panels/widget_state.h"
#include "viewer/scene/surface_paint.h"
#include "viewer/tools/tracks/film_contacts.h"

namespace intercusp::viewer {

struct FilmKey {
  std::shared_ptr<const LoadedCase> loaded;
  int film = 0;
  double threshold_mm = 0;
  Measure measure = Measure::surface_distance;
  bool operator==(const FilmKey&) const = default;
};
//! Of the whole film, and their colours on the jaws.
struct FilmReading {
  FilmContacts contacts;
  std::shared_ptr<const SurfacePaint> compass;
};
using FilmWork = Derived<FilmKey, const FilmReading>;

//! Of the open film; null until they are computed.
[[nodiscard]] std::shared_ptr<const FilmContacts> contacts_of_film(const AppState& state);

//! Marks a pair of teeth while the film lasts. Where it is apart now, the film goes to its first contact.
void select_film_pair(const AppState& state, Actions& actions, const std::optional<GroupPair>& pair);

//! Contacts by the movement that made them, balancing ones first.
[[nodiscard]] std::shared_ptr<const SurfacePaint> compass_of(const Playback& playback, const Bite& bite);
[[nodiscard]] std::vector<Swatch> compass_swatches();

//! What can be played, and the open film with its charts.
void draw_films(const AppState& state, Actions& actions, WidgetState& widgets);
//! Pairs of teeth over time, curves and paths.  \pre a film is open, all three
void draw_film_charts(const AppState& state, Actions& actions, WidgetState& widgets);
//! When each pair of teeth touches: one row per pair, by first contact. A click on a row marks its pair, a drag moves the
//! film's moment.  \pre it has contacts
void draw_pair_chart(const AppState& state, Actions& actions);
//! The ways of the incisal point and of the condyles, seen from the side, from the front and from above.
void draw_path_plots(const AppState& state);

extern const PictureExport film_charts_export;
extern const Tool tracks_tool;

}  // namespace intercusp::viewer
