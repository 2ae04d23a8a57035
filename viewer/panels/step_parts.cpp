#include "viewer/panels/panels.h"

#include <algorithm>

#include "viewer/panels/widgets.h"

namespace intercusp::viewer {
namespace {

std::vector<const StepPart*> offered_parts(const AppState& state, PanelKind step) {
  std::vector<const StepPart*> parts;
  for (const Tool& tool : state.tools) {
    const StepPart* const part = tool.step_part;
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
