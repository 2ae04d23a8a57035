#include <algorithm>
#include <array>

#include "viewer/panels/icons.h"
#include "viewer/panels/panels.h"
#include "viewer/panels/widgets.h"

namespace intercusp::viewer {
namespace {

struct Step {
  PanelKind panel;
  Icon icon;
  Text name, explanation;
};
constexpr std::array<Step, 5> steps = {
    {{PanelKind::the_case, Icon::folder, Text("Case"), Text("Scans, teeth and their numbers. Key: Ctrl+1.")},
     {PanelKind::mandible, Icon::bite, Text("Bite"),
      Text("Position of the mandible, first contact, named poses. Key: Ctrl+2.")},
     {PanelKind::contacts, Icon::contact, Text("Contacts"),
      Text("Findings and table of contacts. Key: Ctrl+3.")},
     {PanelKind::motion, Icon::motion, Text("Motion"),
      Text("Articulator movements and recorded tracks. Key: Ctrl+4.")},
     {PanelKind::report, Icon::report, Text("Report"),
      Text("Report, pictures and other files. Key: Ctrl+5.")}}};

constexpr float space_em = 0.3F;

//! A picture with its name below.
bool step_button(const Step& step, bool chosen, float width) {
  const ImVec2 corner = ImGui::GetCursorScreenPos(), size{width, em(3.6F)};
  const ImVec4 ground = ImGui::GetStyleColorVec4(chosen ? ImGuiCol_ButtonActive : ImGuiCol_WindowBg);
  ImGui::PushStyleColor(ImGuiCol_Button, ground);
  if (chosen) ImGui::PushStyleColor(ImGuiCol_ButtonHovered, ground);
  ImGui::PushID(step.name);
  const bool clicked = ImGui::Button("##step", size);
  ImGui::PopID();
  ImGui::PopStyleColor(chosen ? 2 : 1);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImU32 ink = ImGui::GetColorU32(ImGuiCol_Text);
  const float middle = corner.x + width / 2;
  draw_icon(list, step.icon, {middle, corner.y + em(1.35F)}, em(1.7F), ink);
  const float letters = ImGui::CalcTextSize(step.name).x;
  list.AddText({std::round(middle - letters / 2), corner.y + size.y - em(1.25F)}, ink, step.name);
  if (!chosen) explain(step.explanation);  // the tooltip would cover the panel that was just opened
  return clicked;
}

//! Side by side at the foot of the rail.
void draw_undo(const AppState& state, Actions& actions) {
  const float side = ImGui::GetFrameHeight(), space = em(space_em), left = ImGui::GetCursorPosX();
  const float room = ImGui::GetContentRegionAvail().x;
  ImGui::SetCursorPosX(left + std::max(0.F, (room - 2 * side - space) / 2));
  ImGui::BeginDisabled(!state.can_undo);
  const bool undoes =
      icon_button("undo", Icon::undo, false,
                  state.can_undo ? phrase("Undo: {}", state.undo_label) : std::string(Text("Undo")));
  ImGui::EndDisabled();
  ImGui::SameLine(0, space);
  ImGui::BeginDisabled(!state.can_redo);
  const bool redoes =
      icon_button("redo", Icon::redo, false,
                  state.can_redo ? phrase("Redo: {}", state.redo_label) : std::string(Text("Redo")));
  ImGui::EndDisabled();
  if (undoes) actions.pose.undo();
  if (redoes) actions.pose.redo();
}

}  // namespace

float rail_width() {
  constexpr float least_em = 4.4F;
  float widest = em(least_em - 0.8F);
  for (const Step& step : steps) widest = std::max(widest, ImGui::CalcTextSize(step.name).x);
  return std::ceil(widest + em(0.8F) + 2 * em(space_em));
}

void draw_rail(const AppState& state, Actions& actions, WidgetState& widgets) {
  const float width = ImGui::GetContentRegionAvail().x;
  for (const Step& step : steps) {
    if (!step_button(step, widgets.panel == step.panel, width)) continue;
    widgets.panel = step.panel;
    ImGui::SetWindowFocus("panel");
  }
  const float foot = ImGui::GetWindowHeight() - ImGui::GetFrameHeight() - em(0.6F);
  ImGui::SetCursorPosY(std::max(foot, ImGui::GetCursorPosY()));
  draw_undo(state, actions);
}

namespace {

std::vector<const StepPart*> offered_parts(const AppState& state, PanelKind step) {
  std::vector<const StepPart*> parts;
  for (const Tool* const tool : state.tools) {
    const StepPart* const part = tool->step_part();
    if (part != nullptr && part->step == step && (state.settings.expert || !part->for_experts))
      parts.push_back(part);
  }
  return parts;
}

}  // namespace

const StepPart* shown_part(const AppState& state, const WidgetState& widgets) {
  const auto chosen = widgets.step_parts.find(widgets.panel);
  if (chosen == widgets.step_parts.end()) return nullptr;
  const bool offered = state.settings.expert || !chosen->second->for_experts;
  return offered ? chosen->second : nullptr;
}

void show_part(const AppState& state, WidgetState& widgets, PanelKind step) {
  widgets.panel = step;
  const std::vector<const StepPart*> parts = offered_parts(state, step);
  if (!parts.empty()) widgets.step_parts[step] = parts.front();
}

void choose_part(const AppState& state, WidgetState& widgets, const char* own) {
  const std::vector<const StepPart*> parts = offered_parts(state, widgets.panel);
  if (parts.empty()) return;
  std::vector<const char*> names = {own};
  for (const StepPart* const part : parts) names.push_back(part->name);
  const auto shown = std::ranges::find(parts, shown_part(state, widgets));
  const auto place = shown == parts.end() ? 0 : shown - parts.begin() + 1;
  const auto clicked = choice("parts", names, static_cast<int>(place));
  if (!clicked) return;
  if (*clicked == 0)
    widgets.step_parts.erase(widgets.panel);
  else
    widgets.step_parts[widgets.panel] = parts[static_cast<std::size_t>(*clicked - 1)];
}

}  // namespace intercusp::viewer
