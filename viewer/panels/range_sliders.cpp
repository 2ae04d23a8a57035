#include "viewer/panels/panels.h"

#include <imgui.h>

#include <cmath>
#include <numbers>

#include "viewer/panels/widgets.h"
#include "viewer/scene/annotations.h"

namespace intercusp::viewer {
namespace {

//! Finer near contact.  \return whether the end was moved
bool end_slider(const char* name, double& end_mm, double most_mm) {
  constexpr double least_mm = 0.1;
  ImGui::PushID(name);
  ImGui::TextUnformatted(name);
  ImGui::SetNextItemWidth(-FLT_MIN);
  const bool moved =
      ImGui::SliderScalar("##end", ImGuiDataType_Double, &end_mm, &least_mm, &most_mm, "%.2f mm",
                          ImGuiSliderFlags_AlwaysClamp | ImGuiSliderFlags_Logarithmic);
  explain(Text("Stays as it is in every pose, so that colours can be compared."));
  ImGui::PopID();
  return moved;
}

//! Its shackle stands open where the colours can be changed.
void draw_padlock(ImVec2 from, float side, ImU32 ink, bool locked) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float middle = from.x + side / 2, top = from.y + 0.5F * side, radius = 0.17F * side;
  list.AddRectFilled({middle - 0.28F * side, top}, {middle + 0.28F * side, from.y + 0.88F * side}, ink, 2);
  const float lift = locked ? 0 : 0.12F * side;
  constexpr float pi = std::numbers::pi_v<float>;
  list.PathLineTo({middle - radius, top});
  list.PathArcTo({middle, top - 0.12F * side - lift}, radius, pi, 2 * pi);
  list.PathLineTo({middle + radius, locked ? top : top - 0.12F * side - lift});
  list.PathStroke(ink, 0, 0.09F * side);
}

//! \return whether the range or its lock was changed
bool show_range(ViewState& view) {
  bool changed = ImGui::Checkbox(Text("Keep the colours as they are"), &view.range.locked);
  constexpr double widest_gap_mm = 5, deepest_overlap_mm = 2;
  ImGui::BeginDisabled(view.range.locked);
  if (view.paint == Paint::distance)
    changed |= end_slider(Text("Widest gap in colours"), view.range.farthest_mm, widest_gap_mm);
  changed |= end_slider(Text("Deepest overlap in colours"), view.range.deepest_mm, deepest_overlap_mm);
  ImGui::EndDisabled();
  return changed;
}

}  // namespace

void draw_range_button(const AppState& state, Actions& actions, const ViewBox& foot) {
  if (!shows_paint(state) || state.view.paint == Paint::foil) return;
  const float side = 1.5F * foot.font_px;
  const ImVec2 corner{foot.x + foot.width - static_cast<float>(range_button_em) * foot.font_px - side,
                      foot.y + 0.15F * foot.font_px};
  ImGui::SetCursorScreenPos(corner);
  if (ImGui::InvisibleButton("range", {side, side})) ImGui::OpenPopup("colour range");
  const bool strong = state.view.range.locked || ImGui::IsItemHovered();
  draw_padlock(corner, side, ImGui::GetColorU32(strong ? ImGuiCol_Text : ImGuiCol_TextDisabled),
               state.view.range.locked);
  explain(Text("Range of the colours"));
  ImGui::SetNextWindowSize({em(20), 0});
  if (!ImGui::BeginPopup("colour range")) return;
  ViewState view = state.view;
  if (show_range(view)) actions.set_view(view);
  ImGui::EndPopup();
}

}  // namespace intercusp::viewer
