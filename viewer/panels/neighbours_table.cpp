#include "viewer/panels/neighbours_table.h"

#include <fmt/core.h>

#include "io/language/tooth_names.h"
#include "io/wording/definitions.h"
#include "viewer/panels/widgets.h"
#include "viewer/text/neighbours.h"

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
    actions.select_neighbours(pair);
  ImGui::TableNextColumn();
  right_aligned(rounded(pair.found.distance_mm, 3));
  ImGui::TableNextColumn();
  right_aligned(rounded(pair.found.contact_area_mm2, 2));
  ImGui::TableNextColumn();
  if (pair.found.tight)
    ImGui::TextUnformatted(text::neighbours_tight);
  else
    muted(theme_of(state.settings.dark), text::neighbours_open);
}

void show_table(const AppState& state, Actions& actions, const NeighbourTeeth& teeth) {
  if (!ImGui::BeginTable("neighbours", 4, ImGuiTableFlags_RowBg | ImGuiTableFlags_NoSavedSettings)) return;
  for (const char* const column : std::array<const char*, 4>{
           text::column_neighbours, text::column_neighbour_distance, text::column_neighbour_area, ""})
    ImGui::TableSetupColumn(column);
  ImGui::TableHeadersRow();
  for (const NeighbourPair& pair : teeth.pairs) neighbour_row(state, actions, pair);
  ImGui::EndTable();
  muted(theme_of(state.settings.dark), phrase(text::neighbours_explained, rounded(proximal_gap_mm, 2)));
}

}  // namespace

void draw_neighbours(const AppState& state, Actions& actions) {
  heading(text::neighbours_heading);
  const Theme theme = theme_of(state.settings.dark);
  const std::shared_ptr<const NeighbourTeeth> teeth = state.neighbours;
  if (!teeth || teeth->loaded != state.loaded) return muted(theme, text::neighbours_wait);
  if (!teeth->upper_has_single_teeth && !teeth->lower_has_single_teeth)
    return muted(theme, text::neighbours_of_whole_scans);
  show_table(state, actions, *teeth);
  if (!teeth->upper_has_single_teeth) muted(theme, text::neighbours_of_upper_missing);
  if (!teeth->lower_has_single_teeth) muted(theme, text::neighbours_of_lower_missing);
}

}  // namespace intercusp::viewer
