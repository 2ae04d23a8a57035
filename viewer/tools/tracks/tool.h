// Tracks and other playbacks in the Motion step: their contacts over time as charts, marks and colours.
#pragma once

#include "viewer/app/tool.h"
#include "viewer/panels/widget_state.h"
#include "viewer/scene/surface_paint.h"
#include "viewer/tools/tracks/playback_contacts.h"

namespace intercusp::viewer {

struct PlaybackKey {
  std::shared_ptr<const LoadedCase> loaded;
  int playback = 0;
  double threshold_mm = 0;
  Measure measure = Measure::surface_distance;
  bool operator==(const PlaybackKey&) const = default;
};
//! Contacts of the whole playback, and their colours on the jaws.
struct PlaybackReading {
  PlaybackContacts contacts;
  std::shared_ptr<const SurfacePaint> compass;
};
using PlaybackWork = Derived<PlaybackKey, const PlaybackReading>;

//! Contacts of the open playback; null until they are computed.
[[nodiscard]] std::shared_ptr<const PlaybackContacts> contacts_of_playback(const AppState& state);

//! Marks a pair of teeth while the playback lasts. Where it is apart now, the playback goes to its first contact.
void select_playback_pair(const AppState& state, Actions& actions, const std::optional<GroupPair>& pair);

//! Contacts by the movement that made them, balancing ones first.
[[nodiscard]] std::shared_ptr<const SurfacePaint> compass_of(const Playback& playback, const Bite& bite);
[[nodiscard]] std::vector<Swatch> compass_swatches();

//! What can be played, and the open playback with its charts.
void draw_playbacks(const AppState& state, Actions& actions, WidgetState& widgets);
//! Pairs of teeth over time, curves and paths.  \pre a playback is open, all three
void draw_playback_charts(const AppState& state, Actions& actions, WidgetState& widgets);
//! When each pair of teeth touches: one row per pair, by first contact. A click on a row marks its pair, a drag moves the
//! playback's sample.  \pre it has contacts
void draw_pair_chart(const AppState& state, Actions& actions);
//! The ways of the incisal point and of the condyles, seen from the side, from the front and from above.
void draw_path_plots(const AppState& state);

extern const PictureExport playback_charts_export;
extern const Tool tracks_tool;

}  // namespace intercusp::viewer
