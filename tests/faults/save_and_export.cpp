// Writes what a user of the viewer saves and exports, without a window, so that faults.py can make it fail:
//
//   intercusp_save_and_export UPPER LOWER --out FOLDER
//
// opens the case, moves the jaw twice with an autosave after each, saves a session and exports everything over existing
// files. Exit status 0 if all was written, 5 if the viewer reported an error, 4 if nothing could begin.
#include <cstdio>
#include <exception>

#include "viewer/app/exports.h"
#include "viewer/tools/all.h"
#include "viewer/tools/inspection/tool.h"
#include "viewer/tools/teeth/tool.h"

namespace {

using namespace intercusp::viewer;
namespace fs = std::filesystem;

//! Whether the last action reported a problem, which the next one would remove from the list.
bool tell_problems(const AppState& state) {
  bool problem = false;
  for (const Message& message : state.messages) {
    if (message.kind == MessageKind::information) continue;
    std::fprintf(stderr, "intercusp: %s\n", message.text.c_str());
    problem = true;
  }
  return problem;
}

int save_and_export(const char* upper, const char* lower, const fs::path& out) {
  AppState state;
  Actions actions(state, {.settings = out / "settings", .autosave = out / "autosave"}, all_tools());
  bool problem = false;
  const auto act = [&](const auto& action) {
    try {
      action();
      actions.finish_work();
    } catch (...) {  // like the window
      actions.messages.say_why(std::current_exception());
    }
    problem |= tell_problems(state);
  };
  const auto move_and_autosave = [&] {
    actions.pose.nudge({.shift_mm = {0, 0, -0.25}});
    actions.update(10);
  };
  act([&] { actions.cases.open({.upper = upper, .lower = lower}); });
  act(move_and_autosave);
  act(move_and_autosave);
  act([&] { actions.files.save_session(out / "session.json"); });
  act([&] { actions.files.export_to(report_export, out / "report"); });
  act([&] { actions.files.export_to(pose_export, out / "pose.json"); });
  act([&] { actions.files.export_to(map_export, out / "map.png"); });
  act([&] { actions.files.export_to(contacts_export, out / "contacts.csv"); });
  act([&] { actions.files.export_to(meshes_export, out / "meshes"); });
  act([&] { actions.files.export_to(teeth_export, out / "teeth"); });
  act([&] { actions.update(10); });
  actions.end();
  return problem ? 5 : 0;
}

}  // namespace

int main(int count, char** words) {
  if (count != 5) return 2;
  try {
    return save_and_export(words[1], words[2], words[4]);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "intercusp: %s\n", error.what());
    return 4;
  }
}
