#include "viewer/panels/panels.h"

#include <array>
#include <cmath>

#include "io/language/language.h"
#include "io/wording/definitions.h"
#include "viewer/panels/widgets.h"

namespace intercusp::viewer {
namespace {

bool show_jaw(const char* name, JawLook& look) {
  bool changed = false;
  ImGui::PushID(name);
  ImGui::TableNextColumn();
  ImGui::TextUnformatted(name);
  ImGui::TableNextColumn();
  changed |= ImGui::Checkbox("##shown", &look.shown);
  ImGui::TableNextColumn();
  changed |= ImGui::Checkbox("##transparent", &look.transparent);
  ImGui::TableNextColumn();
  changed |= ImGui::Checkbox("##painted", &look.painted);
  ImGui::PopID();
  return changed;
}

bool show_jaws(ViewState& view) {
  heading(Text("Jaws"));
  if (!ImGui::BeginTable("jaws", 4, ImGuiTableFlags_SizingStretchProp)) return false;
  for (const char* const name :
       std::array<const char*, 4>{"", Text("Shown"), Text("Transparent"), Text("Painted")}) {
    ImGui::TableNextColumn();
    ImGui::TextDisabled("%s", name);
  }
  bool changed = show_jaw(Text("Upper"), view.upper);
  changed |= show_jaw(Text("Lower"), view.lower);
  ImGui::EndTable();
  return changed;
}

bool show_colours(const LoadedCase& loaded, ViewState& view) {
  heading(Text("Colours and lines"));
  bool changed = false;
  const std::array<const char*, 2> palettes = {Text("Classic"), Text("Colour-blind safe")};
  if (const auto clicked = choice("palette", palettes, view.palette == Palette::classic ? 0 : 1)) {
    view.palette = *clicked == 0 ? Palette::classic : Palette::colour_blind_safe;
    changed = true;
  }
  explain(
      Text("The second becomes steadily lighter, so that it can be read without telling red from green."));
  if (!loaded.upper_colours.empty() || !loaded.lower_colours.empty())
    changed |= ImGui::Checkbox(Text("Colours of the scans"), &view.scan_colours);
  changed |= ImGui::Checkbox(Text("Contour lines"), &view.contours);
  changed |= ImGui::Checkbox(Text("Tooth numbers"), &view.tooth_numbers);
  changed |= ImGui::Checkbox(Text("Mandible handles"), &view.gizmo);
  changed |= ImGui::Checkbox(Text("Second view"), &view.show_map);
  return changed;
}

void show_section(const AppState& state, Actions& actions, WidgetState& widgets) {
  heading(Text("Cross-section"));
  const Eigen::Vector3d middle = centre_of_lower(*state.loaded, state.document.upper_from_lower);
  for (std::size_t i = 0; i < section_choices.size(); ++i) {
    const auto& [kind, name] = section_choices[i];
    if (i % 2 == 1) ImGui::SameLine();
    const float width = (ImGui::GetContentRegionMax().x - ImGui::GetStyle().WindowPadding.x) / 2 - em(0.3F);
    const bool on = state.view.section && state.view.section->kind == kind;
    if (on) ImGui::PushStyleColor(ImGuiCol_Button, ImGui::GetStyleColorVec4(ImGuiCol_ButtonActive));
    const bool clicked = ImGui::Button(name, {width, 0});
    if (on) ImGui::PopStyleColor();
    if (!clicked) continue;
    const Eigen::Vector3d place = state.view.section
                                      ? Eigen::Vector3d(state.view.section->case_from_plane.translation())
                                      : place_to_cut(state);
    actions.views.set_section(kind, place);
    widgets.second = SecondView::section;
  }
  if (!state.view.section) return muted(Text("Or right-click in the 3D view."));
  constexpr double reach_mm = 40;
  const double from_middle = state.view.section->offset_mm() - state.view.section->normal().dot(middle);
  if (const auto moved = slider(Text("Position, from the centre of the lower jaw"), from_middle, -reach_mm,
                                reach_mm, "%.2f mm")) {
    actions.views.move_section(*moved - from_middle);
  }
  ViewState view = state.view;
  bool changed = ImGui::Checkbox(Text("Hide what is in front"), &view.section_cuts);
  if (wide_button(Text("Remove the section"))) {
    view.section.reset();
    changed = true;
  }
  if (changed) actions.views.set(view);
}

void show_appearance(const AppState& state, Actions& actions) {
  heading(Text("Appearance"));
  Settings settings = state.settings;
  const std::array<const char*, 2> themes = {Text("Dark"), Text("Light")};
  bool changed = false;
  if (const auto clicked = choice("theme", themes, settings.dark ? 0 : 1)) {
    settings.dark = *clicked == 0;
    changed = true;
  }
  constexpr std::array<const char*, 5> sizes = {"13", "15", "17", "20", "24"};
  constexpr std::array<double, 5> sizes_px = {13, 15, 17, 20, 24};
  int size = -1;
  for (std::size_t i = 0; i < sizes_px.size(); ++i) {
    if (sizes_px[i] == settings.font_px) size = static_cast<int>(i);
  }
  muted(Text("Text size"));
  if (const auto clicked = choice("font", sizes, size)) {
    settings.font_px = sizes_px[static_cast<std::size_t>(*clicked)];
    changed = true;
  }
  muted(Text("Language"));
  if (const auto clicked =
          choice("language", names_of_languages(), static_cast<int>(settings.language.place()))) {
    settings.language = Language(static_cast<std::size_t>(*clicked));
    changed = true;
  }
  muted(Text("Tooth numbers"));
  const std::array<const char*, 3> names = {"FDI", "Universal", "Palmer"};
  if (const auto clicked = choice("tooth names", names, static_cast<int>(settings.tooth_names))) {
    settings.tooth_names = static_cast<ToothNames>(*clicked);
    changed = true;
  }
  changed |= ImGui::Checkbox(Text("Expert mode"), &settings.expert);
  explain(Text("Adds validation by ray tracing and what the computation runs on."));
  if (changed) actions.views.set_settings(settings);
}

}  // namespace

void change_view(const AppState& state, Actions& actions, const std::function<void(ViewState&)>& change) {
  ViewState view = state.view;
  change(view);
  actions.views.set(view);
}

void draw_view_panel(const AppState& state, Actions& actions, WidgetState& widgets) {
  if (state.loaded) {
    ViewState view = state.view;
    const bool jaws = show_jaws(view);
    const bool colours = show_colours(*state.loaded, view);
    if (jaws || colours) actions.views.set(view);
    show_section(state, actions, widgets);
  }
  show_appearance(state, actions);
}

}  // namespace intercusp::viewer
