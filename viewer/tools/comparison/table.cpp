#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <array>

#include "io/results/comparison/report.h"
#include "viewer/panels/figure_table.h"
#include "viewer/tools/comparison/tool.h"

namespace intercusp::viewer {
namespace {

constexpr float small_print = 0.8F;

//! "lost" and "mm³" of "lost, mm³": above each other, so that columns are narrow.
std::array<std::string, 2> lines_of(const std::string& heading) {
  const std::size_t comma = heading.find(", ");
  if (comma == std::string::npos) return {heading, ""};
  return {heading.substr(0, comma), heading.substr(comma + 2)};
}

//! Columns share the width by the lengths of their headings and numbers.
void set_up_columns(const Figures<ToothChangeRow>& columns) {
  const float of_number = ImGui::CalcTextSize("0.00").x;
  for (const Figure<ToothChangeRow>& column : columns) {
    const float of_heading = small_print * ImGui::CalcTextSize(lines_of(column.heading)[0].c_str()).x;
    set_up(column, ImGuiTableColumnFlags_WidthStretch, std::max(of_heading, of_number) + em(0.3F));
  }
}

void write_headings(const Figures<ToothChangeRow>& columns) {
  ImGui::TableNextRow(ImGuiTableRowFlags_Headers);
  ImGui::SetWindowFontScale(small_print);
  for (const Figure<ToothChangeRow>& column : columns) {
    ImGui::TableNextColumn();
    for (const std::string& line : lines_of(column.heading))
      column.is_text ? ImGui::TextUnformatted(line.c_str()) : right_aligned(line);
  }
  ImGui::SetWindowFontScale(1);
}

void change_row(const AppState& state, Actions& actions, const Figures<ToothChangeRow>& columns,
                const ToothChangeRow& row) {
  const auto* const work = state.parts.find<ComparisonWork>();
  const bool selected = work != nullptr && work->selected == row.tooth->fdi;
  figure_row(columns, row, [&] {
    const std::string label = fmt::format("{}##{}", text_of(columns[0], row), row.tooth->fdi);
    if (ImGui::Selectable(label.c_str(), selected, ImGuiSelectableFlags_SpanAllColumns))
      select_changed_tooth(state, actions, selected ? 0 : row.tooth->fdi);
  });
}

}  // namespace

void draw_change_table(const AppState& state, Actions& actions, const EarlierChange& change) {
  std::vector<ToothChangeRow> rows = tooth_change_rows(*change.comparison, change.scan());
  // Teeth that are missing or not measured have no numbers; the sentence above names them.
  std::erase_if(rows, [](const ToothChangeRow& row) { return !row.tooth->change; });
  const Figures<ToothChangeRow> columns = brief_tooth_change_figures();
  constexpr ImGuiTableFlags flags =
      ImGuiTableFlags_RowBg | ImGuiTableFlags_NoSavedSettings | ImGuiTableFlags_SizingStretchProp;
  const auto head = [&] {
    set_up_columns(columns);
    write_headings(columns);
  };
  figure_table("changes", columns, {.flags = flags, .padding_em = 0.15F, .head = head}, [&] {
    for (const ToothChangeRow& row : rows) change_row(state, actions, columns, row);
  });
  muted(
      Text("A dash is a number within the noise of the scans (95 %). Of a tooth that moved, loss and gain "
           "are measured after its movement has been taken back. Click a row to look at the tooth."));
}

}  // namespace intercusp::viewer
