#include "viewer/panels/panels.h"

#include <imgui.h>

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

const SidePicture* side_picture_of(const AppState& state) {
  for (const Tool& tool : state.tools) {
    const SidePicture* const side = tool.side_picture;
    if (side != nullptr && (state.settings.expert || !side->for_experts) && side->picture(state)) return side;
  }
  return nullptr;
}

void draw_picture_view(const AppState& state, WidgetState& widgets, const ViewBox& box) {
  DrawnPicture& shown = widgets.side_picture;
  if (const auto picture = side_picture_of(state)->picture(state); shown.of != picture) {
    shown.texture = texture_of(*picture);
    shown.of = picture;
    shown.zoom = {};
  }
  const Eigen::Vector2d extent(shown.texture.width_px(), shown.texture.height_px());
  ImGui::SetCursorScreenPos({box.x, box.y});
  ImGui::InvisibleButton("picture", {box.width, box.height},
                         ImGuiButtonFlags_MouseButtonLeft | ImGuiButtonFlags_MouseButtonRight |
                             ImGuiButtonFlags_MouseButtonMiddle);
  follow_mouse(shown.zoom, extent, box);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.PushClipRect({box.x, box.y}, {box.x + box.width, box.y + box.height}, true);
  draw_image(list, shown.texture.get(), extent, placement_of(shown.zoom, extent, box));
  list.PopClipRect();
}

}  // namespace intercusp::viewer
