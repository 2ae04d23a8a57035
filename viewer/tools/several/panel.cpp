#include <fmt/core.h>

#include "io/language/tooth_names.h"
#include "io/wording/definitions.h"
#include "viewer/panels/widgets.h"
#include "viewer/tools/several/tool.h"

namespace intercusp::viewer {
namespace {

bool is_selected(const AppState& state, const NeighbourPair& pair) {
  return state.selected_contact && state.selected_contact->name == ContactName{pair.fdi, pair.other_fdi};
}

void neighbour_row(const AppState& state, Actions& actions, const NeighbourPair& pair) {
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  const std::string label = fmt::format("{}\u2013{}##{}", tooth_name(pair.fdi), tooth_name(pair.other_fdi),
                                        pair.upper ? "upper" : "lower");
  if (ImGui::Selectable(label.c_str(), is_selected(state, pair), ImGuiSelectableFlags_SpanAllColumns))
    select_neighbours(state, actions, pair);
  ImGui::TableNextColumn();
  right_aligned(rounded(pair.found.distance_mm, 3));
  ImGui::TableNextColumn();
  right_aligned(rounded(pair.found.contact_area_mm2, 2));
  ImGui::TableNextColumn();
  if (pair.found.tight)
    ImGui::TextUnformatted(Text("tight"));
  else
    muted(theme_of(state.settings.dark), Text("open"));
}

void show_table(const AppState& state, Actions& actions, const NeighbourTeeth& teeth) {
  if (!ImGui::BeginTable("neighbours", 4, ImGuiTableFlags_RowBg | ImGuiTableFlags_NoSavedSettings)) return;
  for (const char* const column :
       std::array<const char*, 4>{Text("Teeth"), Text("mm apart"), Text("mm²"), ""})
    ImGui::TableSetupColumn(column);
  ImGui::TableHeadersRow();
  for (const NeighbourPair& pair : teeth.pairs) neighbour_row(state, actions, pair);
  ImGui::EndTable();
  muted(theme_of(state.settings.dark), phrase("Tight: at most {} mm apart, the thickness of a steel strip. "
                                              "mm²: the surface within that distance. "
                                              "Below 0 the teeth overlap. Click a pair to centre it.",
                                              rounded(proximal_gap_mm, 2)));
}

}  // namespace

void draw_neighbours(const AppState& state, Actions& actions, WidgetState&) {
  const NeighbourTeeth* const teeth = neighbours_of(state);
  heading(Text("Neighbouring teeth"));
  const Theme theme = theme_of(state.settings.dark);
  if (teeth == nullptr) return muted(theme, Text("The neighbours are being measured."));
  if (!teeth->upper_has_single_teeth && !teeth->lower_has_single_teeth)
    return muted(theme, Text("On the scan of a whole arch neighbours cannot be measured: the surfaces "
                             "between the teeth were never seen. Open the teeth as single files."));
  show_table(state, actions, *teeth);
  if (!teeth->upper_has_single_teeth)
    muted(theme, Text("The upper jaw is a scan of a whole arch, without surfaces between its teeth."));
  if (!teeth->lower_has_single_teeth)
    muted(theme, Text("The lower jaw is a scan of a whole arch, without surfaces between its teeth."));
}

}  // namespace intercusp::viewer
