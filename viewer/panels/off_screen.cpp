#include "viewer/panels/off_screen.h"

#include <cstdint>
#include <vector>

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

//! Row 0 of the texture is the lowest.
Picture OffScreen::picture() const {
  const auto width = static_cast<std::size_t>(size_.width_px);
  std::vector<std::uint8_t> bytes(4 * width * static_cast<std::size_t>(size_.height_px));
  texture_.read(GL_RGBA, GL_UNSIGNED_BYTE, std::as_writable_bytes(std::span(bytes)));
  Picture picture(size_.width_px, size_.height_px);
  for (std::size_t i = 0; i < picture.pixels.size(); ++i) {
    const std::size_t row = static_cast<std::size_t>(size_.height_px) - 1 - i / width;
    const std::size_t from = 4 * (row * width + i % width);
    picture.pixels[i] = {bytes[from], bytes[from + 1], bytes[from + 2]};
  }
  return picture;
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
