#include "viewer/panels/panels.h"

#include <algorithm>

namespace intercusp::viewer {

bool drag_section(const AppState& state, Actions& actions, std::optional<SectionDrag>& drag,
                  const std::optional<SectionTrace>& trace) {
  const ImVec2 at = ImGui::GetIO().MousePos;
  const Eigen::Vector2d mouse(at.x, at.y);
  const bool pressed = ImGui::IsItemActivated() && ImGui::IsMouseClicked(ImGuiMouseButton_Left);
  if (pressed) {
    drag.reset();
    if (state.view.section && trace && trace->is_at(mouse))
      drag = SectionDrag{*trace, mouse, state.view.section->offset_mm()};
  }
  const bool held = drag && ImGui::IsItemActive() && state.view.section;
  if (held) {
    constexpr double farthest_mm = 100;
    const double by_mm = std::clamp(drag->trace.moved_mm(mouse - drag->start), -farthest_mm, farthest_mm);
    const double step_mm = drag->offset_mm + by_mm - state.view.section->offset_mm();
    if (step_mm != 0) actions.move_section(step_mm);
  }
  const bool on = held || (ImGui::IsItemHovered() && !ImGui::IsMouseDown(ImGuiMouseButton_Left) && trace &&
                           trace->is_at(mouse));
  if (on) ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeAll);
  return on;
}

}  // namespace intercusp::viewer
