#include "viewer/panels/error_view.h"

#include <imgui.h>

#include "viewer/panels/image_zoom.h"
#include "viewer/scene/picture_texture.h"

namespace intercusp::viewer {

void draw_error_view(const AppState& state, WidgetState& widgets, const ViewBox& box) {
  ErrorPicture& shown = widgets.errors;
  if (shown.of != state.validation) {
    shown.texture = picture_texture(state.validation->picture);
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
