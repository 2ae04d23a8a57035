#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "occlusion/case/fdi.h"
#include "viewer/panels/panels.h"
#include "viewer/panels/widgets.h"
#include "viewer/scene/surface_paint.h"
#include "viewer/tools/teeth/tool.h"

namespace intercusp::viewer {
namespace {

using Kind = TeethEdit::Kind;

constexpr auto row_explained =
    Text("Shifts this tooth and all behind it on its side by one place, to mesial or to distal.");
constexpr auto merge_explained = Text("Both become one tooth with the number of the selected one.");

struct ListedTooth {
  ToothName name;
  const FoundTooth* tooth;
};

//! Teeth that are not sure first, the least sure at the top; then along the arches.
std::vector<ListedTooth> listed_teeth(const AppState& state) {
  std::vector<ListedTooth> teeth;
  for (const Jaw jaw : {Jaw::upper, Jaw::lower}) {
    const FoundTeeth& found = state.teeth_of(jaw)->found;
    for (const FoundTooth& tooth : found.teeth) teeth.push_back({{jaw, tooth.fdi}, &tooth});
  }
  std::ranges::stable_sort(
      teeth, {}, [](const ListedTooth& each) { return each.tooth->sure ? 2.0 : each.tooth->confidence; });
  return teeth;
}

const FoundTooth* selected_tooth(const AppState& state) {
  if (!state.selected_tooth) return nullptr;
  const std::vector<FoundTooth>& teeth = state.teeth_of(state.selected_tooth->jaw)->found.teeth;
  const auto at = std::ranges::find(teeth, state.selected_tooth->fdi, &FoundTooth::fdi);
  return at == teeth.end() ? nullptr : &*at;
}

//! Two buttons that share a row.  \return which was clicked
std::optional<int> two_buttons(const std::array<std::string, 2>& names, const std::array<bool, 2>& enabled,
                               const std::array<const char*, 2>& explanations) {
  std::optional<int> clicked;
  const float space = em(0.2F), width = (ImGui::GetContentRegionAvail().x - space) / 2;
  for (std::size_t i = 0; i < 2; ++i) {
    if (i > 0) ImGui::SameLine(0, space);
    ImGui::BeginDisabled(!enabled[i]);
    if (ImGui::Button(names[i].c_str(), {width, 0})) clicked = static_cast<int>(i);
    ImGui::EndDisabled();
    explain(explanations[i]);
  }
  return clicked;
}

void tooth_row(const AppState& state, Actions& actions, const ListedTooth& each) {
  const Theme theme = theme_of(state.settings.dark);
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float side = ImGui::GetTextLineHeight();
  constexpr int stripes = 6;
  for (int i = 0; i < stripes; ++i) {
    const float top = at.y + (0.12F + 0.76F * static_cast<float>(i) / stripes) * side;
    ImGui::GetWindowDrawList()->AddRectFilled({at.x, top},
                                              {at.x + 0.76F * side, top + 0.76F / stripes * side},
                                              ink_of(shown_colour(*each.tooth, i % 2 == 0)));
  }
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + 1.1F * side);
  const std::string label = fmt::format("{}##{}", tooth_name(each.name.fdi), name_of(each.name.jaw));
  if (ImGui::Selectable(label.c_str(), state.selected_tooth == each.name,
                        ImGuiSelectableFlags_SpanAllColumns))
    select_tooth(actions, each.name);
  ImGui::TableNextColumn();
  const int percent = static_cast<int>(std::floor(100 * each.tooth->confidence));
  if (each.tooth->sure)
    muted(fmt::format("{} %", percent));
  else
    ImGui::TextColored(theme.bad, "%s", phrase("not sure, {} %", percent).c_str());
}

//! \param shown the selected tooth that the list has scrolled to
void show_teeth_list(const AppState& state, Actions& actions, std::optional<ToothName>& shown) {
  const std::vector<ListedTooth> teeth = listed_teeth(state);
  if (teeth.empty())
    return muted(Text("No teeth were found. Choose Add below and click on a crown; give its number first."));
  const auto unsure = std::ranges::count_if(teeth, [](const ListedTooth& each) { return !each.tooth->sure; });
  ImGui::TextUnformatted((unsure == 0 ? phrase("{} teeth, all sure.", teeth.size())
                                      : phrase("{} teeth, {} not sure.", teeth.size(), unsure))
                             .c_str());
  const auto clicked =
      two_buttons({Text("Next not sure"), Text("Confirm")}, {unsure > 0, state.selected_tooth.has_value()},
                  {Text("Selects the next tooth that is not sure and looks at it. Key: N."),
                   Text("The selected tooth is right as it is; goes on to the next. Key: Shift+N.")});
  if (clicked) {
    if (*clicked == 1) confirm_tooth(actions, *state.selected_tooth);
    if (unsure > 0) select_next_unsure(actions);
    return;  // the list is another now
  }
  constexpr ImGuiTableFlags flags =
      ImGuiTableFlags_RowBg | ImGuiTableFlags_SizingStretchProp | ImGuiTableFlags_ScrollY;
  const float lines = static_cast<float>(std::min<std::size_t>(teeth.size(), 7)) + 1.2F;
  if (!ImGui::BeginTable("teeth", 2, flags, {0, lines * ImGui::GetTextLineHeightWithSpacing()})) return;
  ImGui::TableSetupColumn(Text("Tooth"), 0, 1);
  ImGui::TableSetupColumn(Text("Confidence"), 0, 1);
  ImGui::TableSetupScrollFreeze(0, 1);
  ImGui::TableHeadersRow();
  std::optional<ToothName> before = state.selected_tooth;
  for (const ListedTooth& each : teeth) {
    tooth_row(state, actions, each);
    if (state.selected_tooth == each.name && shown != state.selected_tooth) ImGui::SetScrollHereY();
    if (before != state.selected_tooth) break;
  }
  ImGui::EndTable();
  shown = before;
}

//! All numbers of the jaw, permanent teeth first.
std::optional<int> choose_number(const char* id, const std::string& shown, Jaw jaw) {
  std::optional<int> chosen;
  if (!ImGui::BeginCombo(id, shown.c_str(), ImGuiComboFlags_HeightLarge)) return chosen;
  for (const bool milk : {false, true}) {
    for (int place = 0; place < arch_places; ++place) {
      const int fdi = fdi_at(jaw, place, milk);
      if (fdi != 0 && ImGui::Selectable(tooth_name(fdi).c_str())) chosen = fdi;
    }
  }
  ImGui::EndCombo();
  return chosen;
}

//! The teeth beside the selected one; 0 at the ends of the row.
std::array<int, 2> teeth_beside(const std::vector<FoundTooth>& teeth, int fdi) {
  const auto at = std::ranges::find(teeth, fdi, &FoundTooth::fdi);
  return {at == teeth.begin() ? 0 : (at - 1)->fdi, at + 1 == teeth.end() ? 0 : (at + 1)->fdi};
}

void show_selected_tooth(const AppState& state, Actions& actions) {
  const FoundTooth* const tooth = selected_tooth(state);
  if (tooth == nullptr) {
    heading(teeth_part.name);
    return muted(Text("Click a tooth in the list or in the view."));
  }
  const Jaw jaw = state.selected_tooth->jaw;
  const FoundTeeth& found = state.teeth_of(jaw)->found;
  const int fdi = tooth->fdi;
  heading(phrase("Tooth {}, {}", tooth_name(fdi), jaw == Jaw::upper ? Text("upper jaw") : Text("lower jaw"))
              .c_str());
  std::optional<TeethEdit> edit;
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(Text("Number"));
  explain(Text("Gives this tooth another number. A tooth that has it gets this one's number."));
  ImGui::SameLine();
  ImGui::SetNextItemWidth(-FLT_MIN);
  if (const auto number = choose_number("##number", tooth_name(fdi), found.jaw))
    edit = {.kind = Kind::renumber, .tooth = fdi, .number = *number};
  if (const auto row = two_buttons({Text("Row to mesial"), Text("Row to distal")}, {true, true},
                                   {row_explained, row_explained}))
    edit = {.kind = Kind::shift, .tooth = fdi, .places = *row == 0 ? -1 : 1};
  const std::array<int, 2> beside = teeth_beside(found.teeth, fdi);
  const auto merge = [](int other) { return phrase("Merge with {}", tooth_name(other)); };
  if (const auto other = two_buttons({merge(beside[0]) + "##before", merge(beside[1]) + "##after"},
                                     {beside[0] != 0, beside[1] != 0}, {merge_explained, merge_explained}))
    edit = {.kind = Kind::merge, .tooth = fdi, .number = beside[static_cast<std::size_t>(*other)]};
  if (wide_button(Text("Remove"), Text("The tooth becomes gum.")))
    edit = {.kind = Kind::remove, .tooth = fdi};
  if (edit) edit_teeth(actions, jaw, *edit);
}

const char* hint_of_tool(const AppState& state, const TeethWidgets& teeth) {
  const bool brush = teeth.tool == TeethTool::grow || teeth.tool == TeethTool::shrink;
  if (brush && !state.selected_tooth) return Text("Select a tooth first.");
  switch (teeth.tool) {
    case TeethTool::select:
      return Text("Click a tooth to select it. Drag to rotate.");
    case TeethTool::split:
      return teeth.first ? Text("Click the other end of the valley. Esc starts again.")
                         : Text("Click one end of the valley between the two halves of a tooth.");
    case TeethTool::add:
      return Text("Click the middle of a crown that has no number.");
    case TeethTool::grow:
      return Text("Paint what belongs to the selected tooth. The border follows the valley.");
    case TeethTool::shrink:
      return Text("Paint what does not belong to the selected tooth.");
  }
  return "";
}

void show_teeth_tools(const AppState& state, TeethWidgets& teeth) {
  heading(Text("Mouse in the view"));
  const std::array<const char*, 3> clicks = {Text("Select"), Text("Split"), Text("Add")};
  const std::array<const char*, 2> brushes = {Text("Grow"), Text("Shrink")};
  const int chosen = static_cast<int>(teeth.tool), in_first = static_cast<int>(clicks.size());
  const auto take = [&](int tool) {
    teeth.tool = static_cast<TeethTool>(tool);
    teeth.first.reset();
  };
  if (const auto clicked = choice("clicks", clicks, chosen)) take(*clicked);
  if (const auto clicked = choice("brushes", brushes, chosen - in_first)) take(in_first + *clicked);
  muted(hint_of_tool(state, teeth));
  if (chosen < in_first) return;
  if (const auto radius = slider(Text("Radius of the brush"), teeth.brush_mm, 0.3, 4, "%.1f mm"))
    teeth.brush_mm = *radius;
}

void show_missing_teeth(const AppState& state, Actions& actions) {
  heading(Text("Missing teeth"));
  std::vector<std::string> missing;
  for (const Jaw jaw : {Jaw::upper, Jaw::lower}) {
    const std::vector<int>& of_jaw = state.teeth_of(jaw)->missing;
    for (const int fdi : of_jaw) missing.push_back(tooth_name(fdi));
  }
  if (!missing.empty()) wrapped(phrase("Missing: {}", fmt::join(missing, ", ")));
  for (const Jaw jaw : {Jaw::upper, Jaw::lower}) {
    ImGui::PushID(name_of(jaw));
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(jaw == Jaw::upper ? Text("Upper jaw") : Text("Lower jaw"));
    ImGui::SameLine(em(6));
    ImGui::SetNextItemWidth(-FLT_MIN);
    const auto number =
        choose_number("##missing", Text("Mark as missing\u2026"), state.teeth_of(jaw)->found.jaw);
    explain(
        Text("This number is not given to any tooth. Where a tooth has it, its row moves on by one place."));
    ImGui::PopID();
    if (number) return edit_teeth(actions, jaw, {.kind = Kind::missing, .tooth = *number});
  }
}

}  // namespace

void draw_teeth(const AppState& state, Actions& actions, WidgetState& widgets) {
  if (!state.loaded) return muted(what_is_missing(state));
  if (!state.teeth) {
    prepare_teeth(actions);
    teeth_mouse().cancel(widgets);
    return muted(Text("Preparing the teeth\u2026"));
  }
  TeethWidgets& teeth = widgets.parts.of<TeethWidgets>();
  show_teeth_list(state, actions, teeth.shown_in_list);
  show_teeth_tools(state, teeth);
  show_selected_tooth(state, actions);
  show_missing_teeth(state, actions);
  if (wide_button(Text("Save labels and corrections\u2026"))) offer_export(state, widgets, teeth_export);
}

}  // namespace intercusp::viewer
