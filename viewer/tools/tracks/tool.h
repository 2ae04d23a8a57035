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

//! The first contacts of a playback, in order, as numbers from 1; pairs that meet at the same sample share a number.
struct OrderMark {
  int number = 0;
  Eigen::Vector3d case_point{0, 0, 0};  //!< on the lower jaw where it stands now
};
//! At most `most_order_numbers` numbers.  \pre a playback with contacts
[[nodiscard]] std::vector<OrderMark> order_marks(const AppState& state);
constexpr int most_order_numbers = 9;
//! In which order the teeth met, where the middle of all contact lies now and which way it went.
//! \param px_from_case x and y in px of the canvas
void draw_playback_marks(DrawListCanvas& canvas, const AppState& state, const Eigen::Affine3d& px_from_case);

//! Contacts by the movement that made them, balancing ones first.
[[nodiscard]] std::shared_ptr<const SurfacePaint> compass_of(const Playback& playback, const Bite& bite);
[[nodiscard]] std::vector<Swatch> compass_swatches();

//! Opens recorded tracks; other tools offer their movements below.
void offer_tracks(const AppState& state, Actions& actions, WidgetState& widgets);
//! The open playback; nothing where none is open, as the next two.
void draw_playback(const AppState& state, Actions& actions, WidgetState& widgets);
//! Their picture, below all charts.
void offer_charts(const AppState& state, Actions& actions, WidgetState& widgets);
//! Pairs of teeth over time, curves and paths.
void draw_playback_charts(const AppState& state, Actions& actions, WidgetState& widgets);
//! When each pair of teeth touches: one row per pair, by first contact. A click on a row marks its pair, a drag moves the
//! playback's sample.  \pre a playback with contacts is open
void draw_pair_chart(const AppState& state, Actions& actions);
//! The ways of the incisal point and of the condyles, seen from the side, from the front and from above.
//! \pre a playback is open
void draw_path_plots(const AppState& state);

extern const PictureExport playback_charts_export;

}  // namespace intercusp::viewer
