// Tables from lists of figures: headings, cells, and the order that a click on a heading asks for.
#pragma once

#include <imgui.h>

#include <algorithm>
#include <vector>

#include "io/wording/figure.h"
#include "viewer/panels/widgets.h"

namespace intercusp::viewer {

//! A column's heading.  \param width px, of a fixed column; 0: as its contents
template <class Row>
void set_up(const Figure<Row>& figure, ImGuiTableColumnFlags flags = 0, float width = 0) {
  ImGui::TableSetupColumn(figure.heading.c_str(), flags, width);
}

//! Words on the left, numbers on the right of the next column.
template <class Row>
void cell(const Figure<Row>& figure, const Row& row) {
  ImGui::TableNextColumn();
  const std::string text = text_of(figure, row);
  if (figure.is_text)
    ImGui::TextUnformatted(text.c_str());
  else
    right_aligned(text);
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
