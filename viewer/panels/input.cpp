#include "viewer/panels/input.h"

#include <imgui_internal.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "viewer/panels/panels.h"

namespace intercusp::viewer {
namespace {

bool pressed(int key, bool repeat = false) { return ImGui::IsKeyPressed(key, repeat); }
bool letter(char capital) { return pressed(key_a + (capital - 'A')); }

void follow_commands(const AppState& state, Actions& actions, WidgetState& widgets) {
  const bool shift = ImGui::GetIO().KeyShift;
  const bool open = state.loaded != nullptr;
  constexpr bool repeat = true;
  if (letter('O')) widgets.show_open = true;
  if (letter('Q')) widgets.asked_to_quit = true;
  if (shift && letter('D')) widgets.rebuilds_display = true;
  for (int i = 0; i < static_cast<int>(panel_kinds); ++i) {
    if (!pressed(key_1 + i)) continue;
    widgets.panel = static_cast<PanelKind>(i);
    ImGui::SetWindowFocus("panel");
  }
  if (!open) return;
  if (letter('S')) {
    if (shift) {
      widgets.show_save = true;
    } else {
      save(state, actions, widgets);
    }
  }
  if (shift && letter('C')) widgets.copies_view = true;
  if (letter('E')) widgets.panel = PanelKind::report;
  if (pressed(key_a + ('Z' - 'A'), repeat)) shift ? actions.pose.redo() : actions.pose.undo();
  if (pressed(key_a + ('Y' - 'A'), repeat)) actions.pose.redo();
}

void follow_views(Actions& actions, bool digits) {
  for (int i = 0; i <= static_cast<int>(StandardView::lower_occlusal); ++i)
    if (pressed(key_f1 + i) || (digits && pressed(key_1 + i)))
      actions.views.look(static_cast<StandardView>(i));
}

void toggle(const AppState& state, Actions& actions) {
  ViewState view = state.view;
  bool changed = false;
  const auto flip = [&](char key, bool& flag) {
    if (!letter(key)) return;
    flag = !flag;
    changed = true;
  };
  flip('U', view.upper.shown);
  flip('L', view.lower.shown);
  flip('G', view.gizmo);
  flip('M', view.show_map);
  if (letter('F')) return actions.views.fit();
  if (changed) actions.views.set(view);
}

//! Arrows shift along the patient's axes as the frontal view shows them: to the left of the picture is the
//! patient's right.
void nudge_by_arrows(Actions& actions) {
  constexpr bool repeat = true;
  constexpr double usual_mm = 0.1, fine_mm = 0.01;
  const double step = ImGui::GetIO().KeyShift ? fine_mm : usual_mm;
  Eigen::Vector3d shift = Eigen::Vector3d::Zero();
  if (pressed(key_right, repeat)) shift.x() += step;
  if (pressed(key_left, repeat)) shift.x() -= step;
  if (pressed(key_up, repeat)) shift.z() += step;
  if (pressed(key_down, repeat)) shift.z() -= step;
  if (pressed(key_page_up, repeat)) shift.y() += step;
  if (pressed(key_page_down, repeat)) shift.y() -= step;
  if (!shift.isZero()) actions.pose.nudge({.shift_mm = shift});
}

//! The next thinner or thicker of the foils; with Shift hundredths of a millimetre.
void change_threshold(const AppState& state, Actions& actions) {
  const double present = state.document.threshold_mm;
  if (ImGui::GetIO().KeyShift) {
    constexpr bool repeat = true;
    constexpr int steps_per_mm = 100;
    const int steps =
        (pressed(key_right_bracket, repeat) ? 1 : 0) - (pressed(key_left_bracket, repeat) ? 1 : 0);
    if (steps != 0) actions.pose.set_threshold((std::round(present * steps_per_mm) + steps) / steps_per_mm);
    return;
  }
  if (pressed(key_left_bracket)) {
    const auto thinner =
        std::find_if(foils_mm.rbegin(), foils_mm.rend(), [&](double f) { return f < present; });
    if (thinner != foils_mm.rend()) actions.pose.set_threshold(*thinner);
  }
  if (pressed(key_right_bracket)) {
    const auto thicker =
        std::find_if(foils_mm.begin(), foils_mm.end(), [&](double f) { return f > present; });
    if (thicker != foils_mm.end()) actions.pose.set_threshold(*thicker);
  }
}

void follow_letters(const AppState& state, Actions& actions) {
  toggle(state, actions);
  change_threshold(state, actions);
  for (const Tool* const tool : state.tools)
    for (const Command& command : tool->commands())
      if (letter(command.letter) && command.shift == ImGui::GetIO().KeyShift) command.run(state, actions);
  if (pressed(key_home)) actions.pose.reset();
}

}  // namespace

void map_keys() {
  ImGuiIO& io = ImGui::GetIO();
  constexpr std::array<std::pair<ImGuiKey_, int>, 22> keys = {{{ImGuiKey_Tab, key_tab},
                                                               {ImGuiKey_LeftArrow, key_left},
                                                               {ImGuiKey_RightArrow, key_right},
                                                               {ImGuiKey_UpArrow, key_up},
                                                               {ImGuiKey_DownArrow, key_down},
                                                               {ImGuiKey_PageUp, key_page_up},
                                                               {ImGuiKey_PageDown, key_page_down},
                                                               {ImGuiKey_Home, key_home},
                                                               {ImGuiKey_End, key_end},
                                                               {ImGuiKey_Insert, key_insert},
                                                               {ImGuiKey_Delete, key_delete},
                                                               {ImGuiKey_Backspace, key_backspace},
                                                               {ImGuiKey_Space, key_space},
                                                               {ImGuiKey_Enter, key_enter},
                                                               {ImGuiKey_Escape, key_escape},
                                                               {ImGuiKey_KeyPadEnter, key_keypad_enter},
                                                               {ImGuiKey_A, key_a},
                                                               {ImGuiKey_C, key_a + 2},
                                                               {ImGuiKey_V, key_a + 21},
                                                               {ImGuiKey_X, key_a + 23},
                                                               {ImGuiKey_Y, key_a + 24},
                                                               {ImGuiKey_Z, key_a + 25}}};
  for (const auto& [which, number] : keys) io.KeyMap[which] = number;
}

UnderMouse under_mouse() {
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  return {ImGui::GetCurrentContext()->HoveredId, mouse.x, mouse.y};
}

bool finds_what_was_seen(const std::optional<UnderMouse>& seen, const UnderMouse& now) {
  if (!seen) return false;
  constexpr double same_place_px = 3;
  const bool came_since = std::hypot(seen->x - now.x, seen->y - now.y) > same_place_px;
  return came_since || seen->item == now.item;
}

void follow_keys(const AppState& state, Actions& actions, WidgetState& widgets) {
  const ImGuiIO& io = ImGui::GetIO();
  const bool dialogue = ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel);
  if (dialogue || widgets.drag.kind != SceneDrag::Kind::none) return;
  if (pressed(key_f11) || (widgets.full_screen && pressed(key_escape)))
    widgets.full_screen = state.loaded && !widgets.full_screen;
  if (pressed(key_f6)) ImGui::SetWindowFocus(widgets.view_has_focus ? "panel" : "view");
  if (io.KeyCtrl && widgets.full_screen) return;  // what they change is not seen
  if (io.KeyCtrl) return follow_commands(state, actions, widgets);
  if (!state.shown_axes() || io.KeyAlt) return;
  // Over a highlighted item digits are a number that begins.
  const bool over_item = io.NavVisible && !widgets.view_has_focus;
  follow_views(actions, !io.WantTextInput && !over_item);
  if (!state.loaded) return;
  if (io.WantTextInput) return;
  if (pressed(key_slash) && io.KeyShift) widgets.show_keys = true;
  follow_letters(state, actions);
  if (letter('D')) widgets.measuring = {.on = true, .from = std::nullopt};
  const bool measures = widgets.measuring.on || state.view.space_ruler;
  if (pressed(key_escape) && !measures && state.comparison) actions.pose.end_comparison();
  if (!widgets.view_has_focus) return;
  nudge_by_arrows(actions);
  if (pressed(key_space) && state.playback) actions.playbacks.set_playing(!state.playback->playing);
}

std::span<const KeyHelp> key_help() {
  static constexpr std::array<KeyHelp, 24> keys = {
      {{Text("1 … 5, F1 … F5"), Text("front, right, left, upper and lower occlusal view")},
       {Text("U, L"), Text("show or hide the upper, the lower")},
       {Text("G, M"), Text("mandible handles, second view")},
       {Text("F"), Text("show all of the jaws again")},
       {Text("Arrows"), Text("move the mandible by 0.1 mm sideways, up and down")},
       {Text("Page up, page down"), Text("move it forward and back by 0.1 mm")},
       {Text("with Shift"), Text("by 0.01 mm")},
       {Text("C, Shift+C"), Text("close to first contact: about the hinge, straight up")},
       {Text("D"), Text("measure a distance between two places")},
       {Text("Home"), Text("return the mandible to its opened position")},
       {Text("Space"), Text("play, pause")},
       {Text("Ctrl+Z, Ctrl+Y"), Text("undo, redo")},
       {Text("Ctrl+O, Ctrl+S"), Text("open, save the session")},
       {Text("[, ]"), Text("thinner, thicker foil")},
       {Text("Shift+[, Shift+]"), Text("contact threshold 0.01 mm down, up")},
       {Text("N, Shift+N"), Text("teeth: next not sure; confirm and next")},
       {Text("Ctrl+E, Ctrl+Enter"), Text("report step; export what is selected")},
       {Text("Ctrl+Shift+C"), Text("copy the larger view as a picture")},
       {Text("F11"), Text("the 3D view alone, on the whole screen")},
       {Text("Ctrl+1 … 7"), Text("choose the step; view settings")},
       {Text("F6"), Text("switch between view and panel")},
       {Text("Tab"), Text("next field of a panel; arrows move among buttons")},
       {Text("Esc"), Text("cancel a drag, close a window")},
       {Text("Mouse"),
        Text("left drag rotates, right or middle drag pans, wheel zooms, double click centres, "
             "right click offers sections")}}};
  return keys;
}

}  // namespace intercusp::viewer
