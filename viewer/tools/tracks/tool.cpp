#include "viewer/tools/tracks/tool.h"

#include <array>

#include "viewer/tools/tracks/marks.h"

namespace intercusp::viewer {
namespace {

//! Where the selected pair touches now.
void mark_pair(AppState& state) {
  if (!state.playback || !state.playback->selected_pair) return;
  const std::shared_ptr<const PlaybackContacts> contacts = contacts_of_playback(state);
  if (!contacts) return;
  state.selected_contact.reset();
  const PairInPlayback* const pair = contacts->find(*state.playback->selected_pair);
  const PairContact* const now = pair ? pair->at(contacts->sample_at(state.playback->time_s)) : nullptr;
  if (!now) return;
  const ContactSpot spot{.case_point = now->centre.cast<double>(),
                         .radius_mm = static_cast<double>(now->radius_mm)};
  state.selected_contact = {{.upper_tooth = pair->pair.upper, .lower_tooth = pair->pair.lower}, {spot}};
}

void follow(AppState& state) {
  const Document& document = state.document;
  state.parts.of<PlaybackWork>().want(
      state.playback ? std::optional(PlaybackKey{state.loaded, state.playback->number, document.threshold_mm,
                                                 document.measure})
                     : std::nullopt);
  mark_pair(state);
}

bool begin(AppState& state, Actions& actions) {
  if (!state.playback) return false;
  return actions.begin(
      due_work(place_of(state.parts.of<PlaybackWork>()),
               {.what = Text("Finding the contacts of the whole movement\u2026"), .in_background = false},
               [track = state.playback->track](const PlaybackKey& key, const Progress& progress) {
                 // Same direction and pixels as the live map, so that a pose gives the same numbers while played and at rest.
                 PlayOptions options{.threshold_mm = key.threshold_mm};
                 options.direction = key.loaded->view.direction();
                 PlaybackReading reading{
                     playback_contacts(*key.loaded, track, options, key.measure, progress), nullptr};
                 reading.compass = compass_of(reading.contacts.playback, key.loaded->bite);
                 return std::make_shared<const PlaybackReading>(std::move(reading));
               }));
}

std::shared_ptr<const SurfacePaint> paint(const AppState& state) {
  const auto* const work = state.parts.find<PlaybackWork>();
  const bool shown = state.view.show_compass && state.shows_playback_marks && work != nullptr && *work;
  return shown ? (*work)->compass : nullptr;
}

constexpr std::array panels = {PanelPart{PanelPlace::motion_step, draw_playbacks},
                               PanelPart{PanelPlace::playback_charts, draw_playback_charts}};

}  // namespace

const Tool tracks_tool{.panels = panels,
                       .pictures = {&playback_charts_export, 1},
                       .marks = draw_playback_marks,
                       .paint = paint,
                       .follow = follow,
                       .begin = begin};

std::shared_ptr<const PlaybackContacts> contacts_of_playback(const AppState& state) {
  const auto* const work = state.parts.find<PlaybackWork>();
  const std::shared_ptr<const PlaybackReading> reading = work != nullptr ? work->shared() : nullptr;
  return reading ? std::shared_ptr<const PlaybackContacts>(reading, &reading->contacts) : nullptr;
}

void select_playback_pair(const AppState& state, Actions& actions, const std::optional<GroupPair>& pair) {
  const std::shared_ptr<const PlaybackContacts> contacts = contacts_of_playback(state);
  if (!contacts) return;
  const PairInPlayback* const found = pair ? contacts->find(*pair) : nullptr;
  actions.set_playback_pair(found ? pair : std::nullopt);
  if (!found) return;
  actions.set_playing(false);
  const double now_s = state.playback->time_s;
  const bool touches = found->at(contacts->sample_at(now_s)) != nullptr;
  actions.set_playback_time(touches ? now_s
                                    : contacts->playback.samples[found->contacts.front().sample].time_s);
}

}  // namespace intercusp::viewer
