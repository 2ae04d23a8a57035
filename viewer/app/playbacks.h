// The open playback: a recorded track, or a movement that a tool computed. It shows poses outside of undo; when it is closed,
// the pose is the document's again.
#pragma once

#include <filesystem>
#include <optional>

#include "viewer/app/app_state.h"

namespace intercusp::viewer {

class Messages;  // viewer/app/messages.h
class Pose;      // viewer/app/pose.h
class Work;      // viewer/app/work.h

class Playbacks {
 public:
  Playbacks(AppState& state, Messages& messages, Work& work, Pose& pose)
      : state_(state), messages_(messages), work_(work), pose_(pose) {}

  void open_track(const std::filesystem::path& file);  //!< in the background
  void play(OpenPlayback playback);                    //!< instead of the one that is open  \pre it has poses
  void set_playing(bool playing);
  void set_time(double time_s);
  void set_speed(double speed);
  void set_loop(bool loop);
  void set_marks(bool order, bool centre);
  void show_marks(bool shown);                          //!< in the step that is open
  void set_pair(const std::optional<GroupPair>& pair);  //!< marked while it touches
  void close();
  void pass(double seconds);  //!< while it plays

 private:
  void begin(OpenPlayback playback);
  void show();

  AppState& state_;
  Messages& messages_;
  Work& work_;
  Pose& pose_;
};

}  // namespace intercusp::viewer
