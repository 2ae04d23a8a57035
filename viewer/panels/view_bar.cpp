#include <imgui.h>

#include <array>
#include <cmath>
#include <functional>
#include <numbers>
#include <string>
#include <vector>

#include "viewer/panels/icons.h"
#include "viewer/panels/panels.h"
#include "viewer/panels/widgets.h"
#include "viewer/scene/annotations.h"

namespace intercusp::viewer {
namespace {

struct Look {
  StandardView view;
  Icon icon;
  Text explanation;
};
constexpr std::array<Look, 5> looks = {
    {{StandardView::frontal, Icon::front, Text("From the front. Key: 1.")},
     {StandardView::right, Icon::from_right, Text("From the patient's right. Key: 2.")},
     {StandardView::left, Icon::from_left, Text("From the patient's left. Key: 3.")},
     {StandardView::upper_occlusal, Icon::upper_arch, Text("Upper jaw, occlusal. Key: 4.")},
     {StandardView::lower_occlusal, Icon::lower_arch, Text("Lower jaw, occlusal. Key: 5.")}}};

constexpr auto leave_full_screen = Text("Leave full screen (Esc)");

void next_group() { ImGui::SameLine(0, em(0.8F)); }
void next() { ImGui::SameLine(0, em(0.2F)); }

void choose_look(const AppState& state, Actions& actions) {
  const std::optional<StandardView> shown = view_of(state.view.camera, *state.shown_axes());
  for (const Look& look : looks) {
    if (icon_button(look.explanation, look.icon, shown == look.view, look.explanation))
      actions.views.look(look.view);
    next();
  }
}

void choose_jaws(const AppState& state, Actions& actions) {
  const bool upper = icon_button("upper", Icon::upper_teeth, state.view.upper.shown,
                                 Text("Show or hide the upper jaw. Key: U."));
  next();
  const bool lower = icon_button("lower", Icon::lower_teeth, state.view.lower.shown,
                                 Text("Show or hide the lower jaw. Key: L."));
  if (upper) change_view(state, actions, [](ViewState& view) { view.upper.shown = !view.upper.shown; });
  if (lower) change_view(state, actions, [](ViewState& view) { view.lower.shown = !view.lower.shown; });
}

//! Something that stays on the views in every step, and how to remove it.
struct Overlay {
  Text name;
  std::function<void()> remove;
};

std::vector<Overlay> overlays_of(const AppState& state, Actions& actions) {
  std::vector<Overlay> overlays;
  const auto in_view = [&](const Text& name, auto change) {
    overlays.push_back({name, [&state, &actions, change] { change_view(state, actions, change); }});
  };
  if (state.playback) overlays.push_back({Text("Movement"), [&actions] { actions.playbacks.close(); }});
  if (state.selected_contact)
    overlays.push_back({Text("Contact"), [&actions] { actions.views.select_contact(std::nullopt); }});
  if (state.comparison)
    overlays.push_back({Text("Comparison"), [&actions] { actions.pose.end_comparison(); }});
  if (state.view.section) in_view(Text("Section"), [](ViewState& view) { view.section.reset(); });
  if (state.view.space_ruler) in_view(Text("Distance"), [](ViewState& view) { view.space_ruler.reset(); });
  return overlays;
}

//! A chip for each, as far as there is room.  \return where they begin
float draw_overlays(const AppState& state, Actions& actions, float left, float right) {
  const float space = em(0.2F);
  std::function<void()> chosen;
  for (const Overlay& overlay : overlays_of(state, actions)) {
    const std::string label = std::string(overlay.name) + " \xc3\x97";
    const float width = ImGui::CalcTextSize(label.c_str()).x + em(1);
    if (right - space - width < left) break;
    right -= space + width;
    ImGui::SetCursorPosX(right);
    if (ImGui::Button(label.c_str(), {width, 0})) chosen = overlay.remove;
    explain(Text("Takes it off the views."));
    ImGui::SameLine();
  }
  if (chosen) chosen();
  return right;
}

//! The direction of view in words, as far as there is room.
void write_title(const AppState& state, float right) {
  const float room = right - ImGui::GetCursorPosX() - em(0.5F);
  if (room < em(3)) return;
  const std::string title = elided(title_of(state.view.camera, *state.shown_axes()), room);
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(title.c_str());
  ImGui::SameLine();
}

//! The settings take the place of the step, and give it back.
void toggle_settings(WidgetState& widgets) {
  if (widgets.panel == PanelKind::view) {
    widgets.panel = widgets.step_before_view;
  } else {
    widgets.step_before_view = widgets.panel;
    widgets.panel = PanelKind::view;
  }
}

}  // namespace

float view_bar_height() { return std::floor(ImGui::GetFrameHeight() + ImGui::GetStyle().WindowPadding.y); }

void draw_view_bar(const AppState& state, Actions& actions, WidgetState& widgets) {
  const float pad = ImGui::GetStyle().WindowPadding.y / 2, side = ImGui::GetFrameHeight();
  const float right = widgets.full_screen ? ImGui::CalcTextSize(leave_full_screen).x + em(1.4F) : side;
  const float gear = ImGui::GetWindowWidth() - pad - right;
  ImGui::SetCursorPos({pad, pad});
  if (state.shown_axes()) {
    choose_look(state, actions);
    next_group();
    if (icon_button("fit", Icon::fit, false, Text("Shows all of the jaws again. Key: F.")))
      actions.views.fit();
    next_group();
    if (state.loaded) {
      choose_jaws(state, actions);
      next_group();
    }
    const float left = ImGui::GetCursorPosX(), top = ImGui::GetCursorPosY();
    const float chips = draw_overlays(state, actions, left, gear);
    ImGui::SetCursorPos({left, top});
    write_title(state, chips);
  }
  ImGui::SetCursorPos({gear, pad});
  if (widgets.full_screen) {
    if (ImGui::Button(leave_full_screen, {right, 0})) widgets.full_screen = false;
    return;
  }
  const bool open = widgets.panel == PanelKind::view;
  if (icon_button("settings", Icon::settings, open,
                  Text("Colours, sections, theme and text size. Key: Ctrl+6.")))
    toggle_settings(widgets);
}

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
  if (show_range(view)) actions.views.set(view);
  ImGui::EndPopup();
}

}  // namespace intercusp::viewer
