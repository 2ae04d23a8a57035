// What a user can do. Panels, keys, tools and tests call the same functions, each in the class that owns the state for it.
//
// Only these classes and tools change the state. Every change of pose or threshold reads the bite again before it returns, so
// that numbers and pictures belong together. Long work runs in the background (work.h): `update` takes up its results. No
// exception leaves an action: a message says what cannot be done, and what was shown stays.
#pragma once

#include "viewer/app/cases.h"
#include "viewer/app/files.h"
#include "viewer/app/messages.h"
#include "viewer/app/playbacks.h"
#include "viewer/app/pose.h"
#include "viewer/app/views.h"
#include "viewer/app/work.h"

namespace intercusp::viewer {

//! What an update brought.
enum class Change {
  none,
  shown,      //!< something that is shown
  work_done,  //!< background work has ended, and panels may need a new layout
};

class Actions {
 public:
  Actions(AppState& state, platform::Machine machine, std::span<const Tool* const> tools,
          MakeMeshes make_meshes = nullptr);
  ~Actions();  // cancels and awaits background work; what is autosaved stays unless `end` was called
  Actions(const Actions&) = delete;
  Actions& operator=(const Actions&) = delete;

  Messages messages;
  Work work;
  Views views;
  Pose pose;
  Playbacks playbacks;
  Files files;
  Cases cases;

  //! Once per frame: takes what is done in the background, moves the playback on, autosaves.
  //! \param seconds since the last call
  Change update(double seconds);
  //! When `update` has something to do even if nothing happens, in seconds from its last call; nothing: only after an
  //! action or the end of background work.
  [[nodiscard]] std::optional<double> next_due_s() const;
  void end();          //!< the user quits: nothing is left to recover
  void end_unasked();  //!< the program is ended from outside: unsaved work is left to recover
  void settle();       //!< as the tool that settles bites does
  //! Waits for the background work. For tests and for pictures without a window.
  void finish_work();
  //! For tools, which change what is theirs: parts, and what they fill in of the open case.
  [[nodiscard]] AppState& state() { return state_; }

 private:
  AppState& state_;
};

}  // namespace intercusp::viewer
