#include "viewer/panels/panels.h"

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
  heading(Text("Articulator movements"));
  if (!movements_belong(state)) {
    if (state.articulated)
      muted(theme_of(state.settings.dark),
            Text("The mandible has been moved: the movements computed before belong to another bite."));
    if (wide_button(Text("Compute for the present bite"),
                    Text("Protrusion and both laterotrusions, guided by the teeth. Takes some seconds, in "
                         "the background.")))
      actions.compute_articulator();
    return;
  }
  for (std::size_t i = 0; i < all_excursions.size() && i < state.articulated->movements.size(); ++i) {
    const MovementReport& movement = state.articulated->movements[i];
    const double most = movement.path.empty() ? 0 : movement.path.back().pose.excursion_mm;
    const auto moved = slider(name_in_panel(movement.excursion), state.excursion_mm[i], 0,
                              std::max(most, 0.1), text::format_mm_fine);
    explain(
        Text("Distance of the lower incisal point from maximum intercuspation, in the occlusal plane. The "
             "teeth guide the mandible."));
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
    {{Setting::bonwill_arm, Text("Bonwill arm"), false},
     {Setting::intercondylar, Text("between the condyles"), false},
     {Setting::balkwill, Text("Balkwill angle"), true},
     {Setting::inclination_right, Text("inclination, right"), true},
     {Setting::inclination_left, Text("inclination, left"), true},
     {Setting::bennett_right, Text("Bennett angle, right"), true},
     {Setting::bennett_left, Text("Bennett angle, left"), true},
     {Setting::side_shift_right, Text("side shift, right"), false},
     {Setting::side_shift_left, Text("side shift, left"), false}}};

}  // namespace

void draw_articulator_settings(const AppState& state, Actions& actions, WidgetState& widgets) {
  if (!ImGui::CollapsingHeader(Text("Articulator"))) return;
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
  if (wide_button(Text("Average values"))) changed = ArticulatorSettings{};
  muted(theme_of(state.settings.dark),
        Text("These are population averages. Results that depend on them carry the same uncertainty."));
  if (changed) actions.set_articulator(*changed);
}

}  // namespace intercusp::viewer
