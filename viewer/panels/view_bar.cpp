#include "viewer/panels/panels.h"

#include <array>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "viewer/panels/icons.h"
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
      actions.look(look.view);
    next();
  }
}

void choose_jaws(const AppState& state, Actions& actions) {
  ViewState view = state.view;
  const bool upper =
      icon_button("upper", Icon::upper_teeth, view.upper.shown, Text("Show or hide the upper jaw. Key: U."));
  next();
  const bool lower =
      icon_button("lower", Icon::lower_teeth, view.lower.shown, Text("Show or hide the lower jaw. Key: L."));
  if (upper) view.upper.shown = !view.upper.shown;
  if (lower) view.lower.shown = !view.lower.shown;
  if (upper || lower) actions.set_view(view);
}

//! Something that stays on the views in every step, and how to remove it.
struct Overlay {
  Text name;
  std::function<void()> remove;
};

std::vector<Overlay> overlays_of(const AppState& state, Actions& actions) {
  std::vector<Overlay> overlays;
  const auto in_view = [&](const Text& name, auto change) {
    overlays.push_back({name, [&state, &actions, change] {
                          ViewState view = state.view;
                          change(view);
                          actions.set_view(view);
                        }});
  };
  if (state.playback) overlays.push_back({Text("Movement"), [&actions] { actions.close_playback(); }});
  if (state.selected_contact)
    overlays.push_back({Text("Contact"), [&actions] { actions.select_contact(std::nullopt); }});
  if (state.comparison) overlays.push_back({Text("Comparison"), [&actions] { actions.end_comparison(); }});
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
      actions.fit_view();
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

}  // namespace intercusp::viewer
