#include "viewer/tools/tracks/tool.h"

#include "io/wording/definitions.h"

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

class TracksTool : public Tool {
  std::vector<Contribution> contributions() const override {
    return {{PanelKind::motion, 100, offer_tracks},
            {PanelKind::motion, 120, draw_playback},
            {PanelKind::motion, playback_charts, draw_playback_charts},
            {PanelKind::motion, below_playback_charts, offer_charts}};
  }

  std::string place_in_movement(const AppState& state) const override {
    if (!state.playback || state.playback->file.empty()) return {};
    return phrase("{}, at {} s", state.playback->name, rounded(state.playback->time_s, 2));
  }

  std::vector<const PictureExport*> pictures() const override { return {&playback_charts_export}; }

  void draw_marks(DrawListCanvas& canvas, const AppState& state, const Eigen::Affine3d& px_from_case,
                  PictureOf) const override {
    draw_playback_marks(canvas, state, px_from_case);
  }

  std::shared_ptr<const SurfacePaint> paint(const AppState& state) const override {
    const PlaybackWork& work = state.parts.get<PlaybackWork>();
    return state.view.show_compass && state.shows_playback_marks && work ? work->compass : nullptr;
  }

  void follow(AppState& state) const override {
    const Document& document = state.document;
    state.parts.of<PlaybackWork>().want(
        state.playback ? std::optional(PlaybackKey{state.loaded, state.playback->number,
                                                   document.threshold_mm, document.measure})
                       : std::nullopt);
    mark_pair(state);
  }

  bool begin(AppState& state, Actions& actions) const override {
    if (!state.playback) return false;
    return actions.work.begin(
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
};

}  // namespace

const Tool& tracks_tool() { return the<TracksTool>; }

std::shared_ptr<const PlaybackContacts> contacts_of_playback(const AppState& state) {
  const std::shared_ptr<const PlaybackReading> reading = state.parts.get<PlaybackWork>().shared();
  return reading ? std::shared_ptr<const PlaybackContacts>(reading, &reading->contacts) : nullptr;
}

void select_playback_pair(const AppState& state, Actions& actions, const std::optional<GroupPair>& pair) {
  const std::shared_ptr<const PlaybackContacts> contacts = contacts_of_playback(state);
  if (!contacts) return;
  const PairInPlayback* const found = pair ? contacts->find(*pair) : nullptr;
  actions.playbacks.set_pair(found ? pair : std::nullopt);
  if (!found) return;
  actions.playbacks.set_playing(false);
  const double now_s = state.playback->time_s;
  const bool touches = found->at(contacts->sample_at(now_s)) != nullptr;
  actions.playbacks.set_time(touches ? now_s
                                     : contacts->playback.samples[found->contacts.front().sample].time_s);
}

}  // namespace intercusp::viewer
