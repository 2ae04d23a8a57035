#include <fmt/core.h>

#include <algorithm>

#include "io/language/tooth_names.h"
#include "io/results/several/report.h"
#include "io/wording/definitions.h"
#include "viewer/panels/figure_table.h"
#include "viewer/tools/several/tool.h"

namespace intercusp::viewer {
namespace {

bool is_selected(const AppState& state, const NeighbourPair& pair) {
  return state.selected_contact && state.selected_contact->name == ContactName{pair.fdi, pair.other_fdi};
}

Figures<NeighbourPair> columns() {
  using Row = NeighbourPair;
  Figures<Row> figures = {Figure<Row>{
      "teeth", "", "FDI numbers.", [](const Row& pair) {
        return fmt::format("{}\u2013{}", tooth_name(pair.fdi), tooth_name(pair.other_fdi));
      }}.headed(Text("Teeth"))};
  figures = std::move(figures) +
            chosen(figures_of<Row, Neighbours>(
                       proximity_figures(), [](const Row& pair) -> const Neighbours& { return pair.found; }),
                   {"distance_mm", "contact_area_mm2", "contact"});
  figures[1].heading = phrase("mm apart");
  figures[2].heading = phrase("mm²");
  figures[3].heading = "";
  return figures;
}

void neighbour_row(const AppState& state, Actions& actions, const Figures<NeighbourPair>& figures,
                   const NeighbourPair& pair) {
  const auto teeth = [&] {
    const std::string label = fmt::format("{}##{}", text_of(figures[0], pair), name_of(pair.jaw));
    if (ImGui::Selectable(label.c_str(), is_selected(state, pair), ImGuiSelectableFlags_SpanAllColumns))
      select_neighbours(state, actions, pair);
  };
  figure_row(figures, pair, teeth, [&] {
    ImGui::BeginDisabled(!pair.found.tight);
    right_aligned(text_of(figures.back(), pair));
    ImGui::EndDisabled();
  });
}

void show_table(const AppState& state, Actions& actions, const NeighbourTeeth& teeth) {
  const Figures<NeighbourPair> figures = columns();
  figure_table("neighbours", figures, {}, [&] {
    for (const NeighbourPair& pair : teeth.pairs) neighbour_row(state, actions, figures, pair);
  });
  muted(
      phrase("Tight: at most {} mm apart, the thickness of a steel strip. "
             "mm²: the surface within that distance. "
             "Below 0 the teeth overlap. Click a pair to centre it.",
             rounded(proximal_gap_mm, 2)));
  if (std::ranges::any_of(teeth.pairs, [](const NeighbourPair& pair) { return pair.found.at_edge; }))
    muted(at_edge_note());
}

}  // namespace

void draw_neighbours(const AppState& state, Actions& actions, WidgetState&) {
  const NeighbourTeeth* const teeth = neighbours_of(state);
  heading(Text("Neighbouring teeth"));
  if (teeth == nullptr) return muted(Text("The neighbours are being measured."));
  if (!teeth->upper_has_single_teeth && !teeth->lower_has_single_teeth)
    return muted(
        Text("On the scan of a whole arch neighbours cannot be measured: the surfaces "
             "between the teeth were never seen. Open the teeth as single files."));
  show_table(state, actions, *teeth);
  if (!teeth->upper_has_single_teeth)
    muted(Text("The upper jaw is a scan of a whole arch, without surfaces between its teeth."));
  if (!teeth->lower_has_single_teeth)
    muted(Text("The lower jaw is a scan of a whole arch, without surfaces between its teeth."));
}

}  // namespace intercusp::viewer
