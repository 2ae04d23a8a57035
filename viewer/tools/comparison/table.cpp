#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <utility>

#include "io/results/comparison/words.h"
#include "viewer/panels/widgets.h"
#include "viewer/tools/comparison/tool.h"

namespace intercusp::viewer {
namespace {

constexpr float small_print = 0.8F;

//! "lost" above "mm³", so that columns are narrow.
void write_headings(const Figures<ToothChangeRow>& columns) {
  ImGui::TableNextRow(ImGuiTableRowFlags_Headers);
  ImGui::SetWindowFontScale(small_print);
  for (const Figure<ToothChangeRow>& column : columns) {
    ImGui::TableNextColumn();
    const std::size_t comma = column.heading.find(", ");
    const std::string above = column.heading.substr(0, comma);
    const std::string below = comma == std::string::npos ? "" : column.heading.substr(comma + 2);
    for (const std::string& line : {above, below})
      column.is_text ? ImGui::TextUnformatted(line.c_str()) : right_aligned(line);
  }
  ImGui::SetWindowFontScale(1);
}

void change_row(const AppState& state, Actions& actions, const Figures<ToothChangeRow>& columns,
                const ToothChangeRow& row) {
  const auto* const work = state.parts.find<ComparisonWork>();
  const bool selected = work != nullptr && work->selected == row.tooth->fdi;
  ImGui::TableNextRow();
  for (const Figure<ToothChangeRow>& column : columns) {
    ImGui::TableNextColumn();
    const std::string text = text_of(column, row);
    if (!column.is_text) {
      right_aligned(text);
      continue;
    }
    const std::string label = fmt::format("{}##{}", text, row.tooth->fdi);
    if (ImGui::Selectable(label.c_str(), selected, ImGuiSelectableFlags_SpanAllColumns))
      select_changed_tooth(state, actions, selected ? 0 : row.tooth->fdi);
  }
}

}  // namespace

void draw_change_table(const AppState& state, Actions& actions, const EarlierChange& change) {
  std::vector<ToothChangeRow> rows = tooth_change_rows(*change.comparison, change.scan());
  const Figures<ToothChangeRow> columns = brief_tooth_change_figures();
  constexpr ImGuiTableFlags flags =
      ImGuiTableFlags_RowBg | ImGuiTableFlags_NoSavedSettings | ImGuiTableFlags_SizingStretchProp;
  ImGui::PushStyleVar(ImGuiStyleVar_CellPadding, {em(0.15F), ImGui::GetStyle().CellPadding.y});
  if (ImGui::BeginTable("changes", static_cast<int>(columns.size()), flags)) {
    write_headings(columns);
    for (const ToothChangeRow& row : rows) change_row(state, actions, columns, row);
    ImGui::EndTable();
  }
  ImGui::PopStyleVar();
  muted(theme_of(state.settings.dark),
        Text("A dash is a number within the noise of the scans (95 %). Of a tooth that moved, loss and gain "
             "are measured after its movement has been taken back. Click a row to look at the tooth."));
}

}  // namespace intercusp::viewer
