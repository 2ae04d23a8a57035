#include "cli/view_measure.h"

#include <epoxy/gl.h>
#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <fstream>
#include <string>
#include <vector>

#include "occlusion/base/ms_since.h"
#include "viewer/app/camera.h"
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

//! Peak resident memory in MB; 0 if unknown.
double peak_memory_mb() {
  constexpr double kb_per_mb = 1000;
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;) {
    double kb = 0;
    if (word == "VmHWM:" && status >> kb) return 1.024 * kb / kb_per_mb;
  }
  return 0;
}

}  // namespace

void measure_viewer(App& app, const viewer::SceneSize& size, double first_picture_ms) {
  const viewer::OffScreen screen(size);
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
  fmt::print("{} triangles, {} × {} pixels, drawn by {}\n",
             state.loaded->bite.upper->mesh.faces.size() + state.loaded->bite.lower->mesh.faces.size(),
             size.width_px, size.height_px, reinterpret_cast<const char*>(glGetString(GL_RENDERER)));
  if (moving.of_the_jaw) {
    print("Moving the mandible, mouse to map, numbers and picture", moving.frames_ms);
    fmt::print("  of that the reading of the last pose: {:.1f} ms\n", state.live->reading().ms);
  }
  print("Turning the view", turning.frames_ms);
  print("The interface over a scene at rest", resting);
  fmt::print("Start to first picture: {:.0f} ms, of that reading and closing the scans {:.0f} ms\n",
             first_picture_ms, state.loaded->import_ms);
  fmt::print("Memory at most: {:.0f} MB\n", peak_memory_mb());
}

}  // namespace intercusp::cli
