#include "viewer/panels/articulator_panel.h"

#include <algorithm>
#include <array>

#include "viewer/panels/widgets.h"
#include "viewer/text/panels.h"

namespace intercusp::viewer {
namespace {

const char* name_in_panel(Excursion excursion) {
  switch (excursion) {
    case Excursion::protrusion:
      return text::protrusion;
    case Excursion::laterotrusion_right:
      return text::laterotrusion_right;
    case Excursion::laterotrusion_left:
      return text::laterotrusion_left;
  }
  return "";
}

}  // namespace

void draw_articulator_movements(const AppState& state, Actions& actions) {
  heading(text::movements_heading);
  if (!movements_belong(state)) {
    if (state.articulated) muted(theme_of(state.settings.dark), text::movements_of_another_bite);
    if (wide_button(text::compute_movements, text::movements_explained)) actions.compute_articulator();
    return;
  }
  for (std::size_t i = 0; i < all_excursions.size() && i < state.articulated->movements.size(); ++i) {
    const MovementReport& movement = state.articulated->movements[i];
    const double most = movement.path.empty() ? 0 : movement.path.back().pose.excursion_mm;
    const auto moved = slider(name_in_panel(movement.excursion), state.excursion_mm[i], 0,
                              std::max(most, 0.1), text::format_mm_fine);
    explain(text::excursion_explained);
    if (moved) actions.set_excursion(movement.excursion, *moved);
  }
}

namespace {

struct SettingShown {
  Setting setting;
  Text name;
  bool angle;
};
constexpr std::array<SettingShown, setting_count> settings_shown = {
    {{Setting::bonwill_arm, text::bonwill_arm, false},
     {Setting::intercondylar, text::intercondylar, false},
     {Setting::balkwill, text::balkwill, true},
     {Setting::inclination_right, text::inclination_right, true},
     {Setting::inclination_left, text::inclination_left, true},
     {Setting::bennett_right, text::bennett_right, true},
     {Setting::bennett_left, text::bennett_left, true},
     {Setting::side_shift_right, text::side_shift_right, false},
     {Setting::side_shift_left, text::side_shift_left, false}}};

}  // namespace

void draw_articulator_settings(const AppState& state, Actions& actions, WidgetState& widgets) {
  if (!ImGui::CollapsingHeader(text::articulator_heading)) return;
  std::optional<ArticulatorSettings> changed;
  for (const SettingShown& shown : settings_shown) {
    const double unit = shown.angle ? rad_per_deg : 1;
    const double value = value_of(state.document.articulator, shown.setting) / unit;
    const auto typed = number_field(widgets.number, shown.name, value,
                                    shown.angle ? text::format_deg_setting : text::format_mm_setting);
    if (!typed) continue;
    changed = state.document.articulator;
    value_of(*changed, shown.setting) = *typed * unit;
  }
  if (wide_button(text::articulator_default)) changed = ArticulatorSettings{};
  muted(theme_of(state.settings.dark), text::articulator_explained);
  if (changed) actions.set_articulator(*changed);
}

}  // namespace intercusp::viewer
