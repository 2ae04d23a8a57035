#include "viewer/panels/off_screen.h"

namespace intercusp::viewer {

OffScreen::OffScreen(const SceneSize& size)
    : size_(size), texture_(GL_RGBA8, size.width_px, size.height_px), framebuffer_({&texture_}) {}

void OffScreen::bind() const { glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_.get()); }

bool OffScreen::frame(App& app, float seconds) const {
  ImGuiIO& io = ImGui::GetIO();
  io.DisplaySize = {static_cast<float>(size_.width_px), static_cast<float>(size_.height_px)};
  io.DeltaTime = seconds;
  bind();
  return app.frame();
}

void settle(App& app, const OffScreen& screen) {
  constexpr int settled = 4;  // Dear ImGui knows the sizes of tables and texts from the frames before
  constexpr int most_frames = 200;
  bool gets_better = true;
  for (int i = 0; i < most_frames && (i < settled || gets_better); ++i) gets_better = screen.frame(app);
}

Picture interface_picture(App& app, const SceneSize& size) {
  const OffScreen screen(size);
  settle(app, screen);
  return screen.picture();
}

}  // namespace intercusp::viewer
