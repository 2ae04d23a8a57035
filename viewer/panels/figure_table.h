// Tables from lists of figures: headings, rows, and the order that a click on a heading asks for.
#pragma once

#include <imgui.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "io/wording/figure.h"
#include "viewer/panels/widgets.h"

namespace intercusp::viewer {

//! A column with the figure's heading.  \param width px, of a fixed column; 0: as its contents
template <class Row>
void set_up(const Figure<Row>& figure, ImGuiTableColumnFlags flags = 0, float width = 0) {
  ImGui::TableSetupColumn(figure.heading.c_str(), flags, width);
}

//! What a table of figures does in its own way.
struct TableLook {
  ImGuiTableFlags flags = ImGuiTableFlags_RowBg | ImGuiTableFlags_NoSavedSettings;
  std::optional<float> padding_em = {};  //!< beside each cell; empty: as in every table
  std::function<void()> head = {};       //!< sets up the columns and writes the headings
};

//! A table with a column for each figure.  \param rows draws them, each with `figure_row`
template <class Row>
void figure_table(const char* id, const Figures<Row>& figures, const TableLook& look,
                  const std::function<void()>& rows) {
  const ImVec2 padding = ImGui::GetStyle().CellPadding;
  ImGui::PushStyleVar(ImGuiStyleVar_CellPadding,
                      {look.padding_em ? em(*look.padding_em) : padding.x, padding.y});
  if (ImGui::BeginTable(id, static_cast<int>(figures.size()), look.flags)) {
    if (look.head) {
      look.head();
    } else {
      for (const Figure<Row>& figure : figures) set_up(figure);
      ImGui::TableHeadersRow();
    }
    rows();
    ImGui::EndTable();
  }
  ImGui::PopStyleVar();
}

//! Words over the width of their columns, numbers on the right.
//! \param first draws the cell of the first column.  \param last likewise; none: the figure is written
template <class Row>
void figure_row(const Figures<Row>& figures, const Row& row, const std::function<void()>& first,
                const std::function<void()>& last = {}) {
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  first();
  for (const Figure<Row>& figure : std::span(figures).subspan(1)) {
    ImGui::TableNextColumn();
    if (last && &figure == &figures.back()) {
      last();
    } else {
      figure.is_text ? wrapped(text_of(figure, row)) : right_aligned(text_of(figure, row));
    }
  }
}

//! In the order that a click on a heading asks for; a missing number counts as the least.
//! \pre within a table with a column for each figure
template <class Row>
void sort_rows(std::vector<Row>& rows, const Figures<Row>& figures) {
  const ImGuiTableSortSpecs* const specs = ImGui::TableGetSortSpecs();
  if (specs == nullptr || specs->SpecsCount == 0) return;
  const Figure<Row>& figure = figures[static_cast<std::size_t>(specs->Specs->ColumnIndex)];
  const bool up = specs->Specs->SortDirection == ImGuiSortDirection_Ascending;
  std::ranges::stable_sort(rows, [&](const Row& a, const Row& b) {
    const auto x = number_of(figure.value(a)), y = number_of(figure.value(b));
    return up ? x < y : x > y;
  });
}

}  // namespace intercusp::viewer
