#include "viewer/panels/error_view.h"

#include <imgui.h>

#include "viewer/panels/image_zoom.h"

namespace intercusp::viewer {
namespace {

//! RGBA8, row 0 the top of the picture. \pre the picture has pixels
gl::Texture texture_of(const Picture& picture) {
  gl::Texture texture(GL_RGBA8, picture.width, picture.height);
  glPixelStorei(GL_UNPACK_ALIGNMENT, 1);  // three bytes a pixel
  glTextureSubImage2D(texture.get(), 0, 0, 0, picture.width, picture.height, GL_RGB, GL_UNSIGNED_BYTE,
                      picture.pixels.data());
  glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
  glTextureParameteri(texture.get(), GL_TEXTURE_MIN_FILTER, GL_LINEAR);  // it bears text
  glTextureParameteri(texture.get(), GL_TEXTURE_MAG_FILTER, GL_LINEAR);
  return texture;
}

}  // namespace

void draw_error_view(const AppState& state, WidgetState& widgets, const ViewBox& box) {
  ErrorPicture& shown = widgets.errors;
  if (shown.of != state.validation) {
    shown.texture = texture_of(state.validation->picture);
    shown.of = state.validation;
    shown.zoom = {};
  }
  const Eigen::Vector2d extent(shown.texture.width_px(), shown.texture.height_px());
  ImGui::SetCursorScreenPos({box.x, box.y});
  ImGui::InvisibleButton("errors", {box.width, box.height},
                         ImGuiButtonFlags_MouseButtonLeft | ImGuiButtonFlags_MouseButtonRight |
                             ImGuiButtonFlags_MouseButtonMiddle);
  follow_mouse(shown.zoom, extent, box);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.PushClipRect({box.x, box.y}, {box.x + box.width, box.y + box.height}, true);
  draw_image(list, shown.texture.get(), extent, placement_of(shown.zoom, extent, box));
  list.PopClipRect();
}

}  // namespace intercusp::viewer
