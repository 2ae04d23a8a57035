#include "cli/view_measure.h"

#include <epoxy/gl.h>
#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "cli/process.h"
#include "occlusion/base/ms_since.h"
#include "occlusion/case/bite.h"
#include "viewer/app/camera.h"
#include "viewer/app/tool.h"
#include "viewer/case/jaw_moves.h"
#include "viewer/panels/off_screen.h"

namespace intercusp::cli {
namespace {

using viewer::App;
using Clock = std::chrono::steady_clock;

//! Time after a mouse movement for state, map, numbers and picture.
double frame_ms(App& app, const viewer::OffScreen& screen, ImVec2 mouse, bool pressed) {
  const Clock::time_point start = Clock::now();
  ImGui::GetIO().MousePos = mouse;
  ImGui::GetIO().MouseDown[ImGuiMouseButton_Left] = pressed;
  (void)app.actions().update(1.0 / 60);
  (void)screen.frame(app);
  glFinish();
  return ms_since(start);
}

struct Drag {
  std::vector<double> frames_ms;  //!< sorted
  bool of_the_jaw = false;
};

//! Presses, moves along a small circle, lets go.
Drag drag(App& app, const viewer::OffScreen& screen, ImVec2 from) {
  constexpr int frames = 120, warm = 10;
  constexpr double radius_px = 20, turn = 0.1;
  for (const bool pressed : {false, false, true}) (void)frame_ms(app, screen, from, pressed);
  Drag result;
  for (int i = 1; i <= frames + warm; ++i) {
    const ImVec2 mouse{from.x + static_cast<float>(radius_px * std::sin(turn * i)),
                       from.y + static_cast<float>(radius_px * (1 - std::cos(turn * i)))};
    const double ms = frame_ms(app, screen, mouse, true);
    if (i > warm) result.frames_ms.push_back(ms);
    result.of_the_jaw = app.state().dragging;
  }
  for (int i = 0; i < 3; ++i) (void)frame_ms(app, screen, from, false);
  std::sort(result.frames_ms.begin(), result.frames_ms.end());
  return result;
}

void print(const char* what, const std::vector<double>& sorted_ms) {
  constexpr double slow = 0.95;
  const double median = sorted_ms[sorted_ms.size() / 2];
  const double p95 = sorted_ms[static_cast<std::size_t>(slow * static_cast<double>(sorted_ms.size()))];
  fmt::print("{}: median {:.1f} ms ({:.0f} a second), 95 % within {:.1f} ms\n", what, median, 1000 / median,
             p95);
}

//! As long as they take.
struct Frame {
  double ms = 0;
  bool gets_better = false;
};
Frame timed_frame(App& app, const viewer::OffScreen& screen, double ms_before) {
  constexpr double ms_per_s = 1000;
  const Clock::time_point start = Clock::now();
  (void)app.actions().update(ms_before / ms_per_s);
  const bool gets_better = screen.frame(app, static_cast<float>(std::max(ms_before, 1.0) / ms_per_s));
  glFinish();
  return {ms_since(start), gets_better};
}

//! From the end of a movement to the fine picture, in ms.
double fine_picture_ms(App& app, const viewer::OffScreen& screen) {
  const Clock::time_point start = Clock::now();
  Frame frame{.ms = 1, .gets_better = true};
  while (frame.gets_better) frame = timed_frame(app, screen, frame.ms);
  return ms_since(start);
}

//! Plays a protrusion. \return its frames' times, sorted; none where the bite has no such path
std::vector<double> playback_ms(App& app, const viewer::OffScreen& screen) {
  constexpr int frames = 120;
  for (const viewer::Tool& tool : app.state().tools)
    if (tool.play != nullptr) tool.play(app.state(), app.actions());
  app.actions().finish_work();
  if (!app.state().playback) return {};
  app.actions().set_playing(true);
  std::vector<double> times = {1};
  for (int i = 0; i < frames && app.state().playback && app.state().playback->playing; ++i)
    times.push_back(timed_frame(app, screen, times.back()).ms);
  app.actions().set_playing(false);
  times.erase(times.begin());
  std::sort(times.begin(), times.end());
  return times;
}

//! Times since the program started, and the longest that a frame kept the interface waiting.
struct Opening {
  double first_picture_ms = 0, fine_picture_ms = 0, numbers_ms = 0, longest_halt_ms = 0;
};

//! Draws frames as the window does while the case is opened and measured in the background. Empty where it cannot be opened.
std::optional<Opening> watch_opening(App& app, const viewer::OffScreen& screen, Clock::time_point start) {
  constexpr int frames_after_event = 3;
  constexpr std::chrono::milliseconds between_looks(5);
  const viewer::AppState& state = app.state();
  Opening opening;
  int frames = frames_after_event;
  Clock::time_point before = Clock::now();
  while (opening.fine_picture_ms == 0 || opening.numbers_ms == 0) {
    const Clock::time_point now = Clock::now();
    const double seconds = std::chrono::duration<double>(now - std::exchange(before, now)).count();
    const viewer::Change change = app.actions().update(seconds);
    if (!state.loaded && !state.work) return std::nullopt;
    if (change == viewer::Change::work_done) frames = frames_after_event;
    if (change != viewer::Change::none) frames = std::max(frames, 1);
    if (frames-- > 0) {
      const bool gets_better = screen.frame(app, static_cast<float>(std::max(seconds, 0.001)));
      glFinish();
      if (gets_better) frames = std::max(frames, 1);
      if (state.loaded && opening.first_picture_ms == 0) opening.first_picture_ms = ms_since(start);
      if (state.loaded && !gets_better && opening.fine_picture_ms == 0)
        opening.fine_picture_ms = ms_since(start);
      if (state.rest && opening.numbers_ms == 0) opening.numbers_ms = ms_since(start);
    } else {
      frames = 0;
      std::this_thread::sleep_for(between_looks);
    }
    if (state.loaded) opening.longest_halt_ms = std::max(opening.longest_halt_ms, ms_since(now));
  }
  return opening;
}

}  // namespace

bool measure_viewer(App& app, const viewer::SceneSize& size, Clock::time_point start) {
  const viewer::OffScreen screen(size);
  const std::optional<Opening> opening = watch_opening(app, screen, start);
  if (!opening) return false;
  app.actions().finish_work();
  for (int i = 0; i < 4; ++i) (void)frame_ms(app, screen, {-1, -1}, false);
  const viewer::AppState& state = app.state();
  const viewer::ViewBox box = app.scene_box();
  const viewer::PictureSize picture{static_cast<int>(box.width), static_cast<int>(box.height)};
  const Eigen::Vector2d handle = viewer::pixel_of(
      state.view.camera, picture, viewer::centre_of_lower(*state.loaded, state.document.upper_from_lower));
  const ImVec2 at_handle{box.x + static_cast<float>(handle.x()), box.y + static_cast<float>(handle.y())};
  const Drag moving = drag(app, screen, at_handle);
  const Drag turning = drag(app, screen, {box.x + box.width / 8, box.y + box.height / 8});
  std::vector<double> resting;
  constexpr int still_frames = 60;
  for (int i = 0; i < still_frames; ++i) resting.push_back(frame_ms(app, screen, {-1, -1}, false));
  std::sort(resting.begin(), resting.end());
  (void)drag(app, screen, at_handle);
  const double fine_ms = fine_picture_ms(app, screen);
  const double memory_mb = peak_memory_mb();
  const std::vector<double> playback = playback_ms(app, screen);
  fmt::print("{} triangles, {} × {} pixels, drawn by {}\n", face_count(state.loaded->bite), size.width_px,
             size.height_px, reinterpret_cast<const char*>(glGetString(GL_RENDERER)));
  if (moving.of_the_jaw) {
    print("Moving the mandible, mouse to map, numbers and picture", moving.frames_ms);
    fmt::print("  of that the reading of the last pose: {:.1f} ms\n", state.live->reading().ms);
  }
  print("Turning the view", turning.frames_ms);
  print("The interface over a scene at rest", resting);
  fmt::print("Fine picture after a movement: {:.0f} ms\n", fine_ms);
  if (!playback.empty()) {
    print("Playback of a protrusion", playback);
    fmt::print("  longest halt {:.0f} ms\n", playback.back());
  }
  fmt::print(
      "Start to first picture: {:.0f} ms, of that reading and closing the scans {:.0f} ms; to the fine "
      "picture "
      "{:.0f} ms, to the numbers of the report {:.0f} ms; longest halt {:.0f} ms\n",
      opening->first_picture_ms, state.loaded->import_ms, opening->fine_picture_ms, opening->numbers_ms,
      opening->longest_halt_ms);
  fmt::print("Memory at most: {:.0f} MB, with the playback {:.0f} MB\n", memory_mb, peak_memory_mb());
  return true;
}

}  // namespace intercusp::cli
