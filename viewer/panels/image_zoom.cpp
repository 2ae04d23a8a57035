#include "viewer/panels/panels.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace intercusp::viewer {

MapPlacement placement_of(const ImageZoom& zoom, const Eigen::Vector2d& extent_px, const ViewBox& room) {
  const double fit = std::min(room.width / extent_px.x(), room.height / extent_px.y());
  const double scale = fit * zoom.times;
  return {.x = static_cast<float>(room.x + room.width / 2 - scale * extent_px.x() * zoom.middle.x()),
          .y = static_cast<float>(room.y + room.height / 2 - scale * extent_px.y() * zoom.middle.y()),
          .scale = static_cast<float>(scale)};
}

Eigen::Vector2d pixel_under_mouse(const MapPlacement& placement) {
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  return {(mouse.x - placement.x) / placement.scale, (mouse.y - placement.y) / placement.scale};
}

void follow_mouse(ImageZoom& zoom, const Eigen::Vector2d& extent_px, const ViewBox& room) {
  const ImGuiIO& io = ImGui::GetIO();
  const MapPlacement before = placement_of(zoom, extent_px, room);
  if (ImGui::IsItemActive()) {
    zoom.middle -= Eigen::Vector2d(io.MouseDelta.x, io.MouseDelta.y).cwiseQuotient(before.scale * extent_px);
  }
  if (ImGui::IsItemHovered() && io.MouseWheel != 0) {
    constexpr double per_notch = 1.2, most = 200;
    const Eigen::Vector2d held = pixel_under_mouse(before).cwiseQuotient(extent_px);
    const double times = std::clamp(zoom.times * std::pow(per_notch, io.MouseWheel), 1.0, most);
    zoom.middle = held + (zoom.middle - held) * (zoom.times / times);
    zoom.times = times;
    if (times == 1) zoom.middle = {0.5, 0.5};
  }
  zoom.middle = zoom.middle.cwiseMax(0).cwiseMin(1);
}

void draw_image(ImDrawList& list, unsigned texture, const Eigen::Vector2d& extent_px,
                const MapPlacement& placement) {
  const auto width = static_cast<float>(extent_px.x()), height = static_cast<float>(extent_px.y());
  list.AddImage(reinterpret_cast<ImTextureID>(static_cast<std::uintptr_t>(texture)),
                {placement.x, placement.y},
                {placement.x + placement.scale * width, placement.y + placement.scale * height});
}

}  // namespace intercusp::viewer
