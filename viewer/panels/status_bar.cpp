#include "viewer/panels/status_bar.h"

#include <fmt/core.h>

#include <cmath>

#include "io/wording/definitions.h"
#include "viewer/panels/widgets.h"
#include "viewer/text/panels.h"

namespace intercusp::viewer {
namespace {

struct Cell {
  std::string caption, number;
  const char* explanation = "";
  std::optional<ImVec4> colour;
};

Cell distance_cell(const PoseReading& reading) {
  return {.caption = text::least_distance,
          .number = reading.least_distance_mm ? fmt::format(text::mm, rounded(*reading.least_distance_mm, 3))
                                              : fmt::format(text::beyond_mm, shortest(near_contact_mm)),
          .explanation = text::least_distance_explained};
}

Cell clearance_cell(const PoseReading& reading) {
  return {.caption = text::least_clearance,
          .number = reading.least_clearance_mm
                        ? fmt::format(text::mm, rounded(*reading.least_clearance_mm, 3))
                        : text::nothing_faces,
          .explanation = text::least_clearance_explained};
}

Cell interference_cell(const Theme& theme, const PoseReading& reading) {
  return {.caption = text::interference,
          .number = reading.interference
                        ? fmt::format(text::deep, rounded(reading.by_clearance.depth_mm(), 3))
                        : text::interference_none,
          .explanation = text::interference_explained,
          .colour = reading.interference ? theme.bad : theme.good};
}

Cell area_cell(const AppState& state, const PoseReading& reading) {
  constexpr double um_per_mm = 1000;
  const Measure measure = state.document.measure;
  return {.caption = fmt::format(text::contact_area, rounded(reading.threshold_mm * um_per_mm, 0),
                                 measure == Measure::distance ? text::by_distance : text::by_clearance),
          .number = fmt::format(text::mm2, rounded(reading.by(measure).surface_mm2, 2)),
          .explanation = text::contact_area_explained};
}

void draw_cell(const Theme& theme, const Cell& cell) {
  ImGui::TableNextColumn();
  ImGui::BeginGroup();
  ImGui::TextColored(theme.muted, "%s", cell.caption.c_str());
  ImGui::PushFont(large_font());
  if (cell.colour) {
    ImGui::TextColored(*cell.colour, "%s", cell.number.c_str());
  } else {
    ImGui::TextUnformatted(cell.number.c_str());
  }
  ImGui::PopFont();
  ImGui::EndGroup();
  if (cell.explanation[0] != 0) explain(cell.explanation);
}

void draw_balance(const Theme& theme, const PoseContacts& contacts) {
  ImGui::TableNextColumn();
  const double sum = contacts.left_mm2 + contacts.right_mm2;
  ImGui::BeginGroup();
  if (sum > 0) {
    const std::string right = fmt::format(text::right_share, rounded(100 * contacts.right_mm2 / sum, 0));
    const std::string left = fmt::format(text::left_share, rounded(100 * contacts.left_mm2 / sum, 0));
    const float column = ImGui::GetContentRegionAvail().x, start = ImGui::GetCursorPosX();
    ImGui::TextUnformatted(right.c_str());
    ImGui::SameLine();
    ImGui::SetCursorPosX(start + column - ImGui::CalcTextSize(left.c_str()).x);
    ImGui::TextUnformatted(left.c_str());
  } else {
    ImGui::TextColored(theme.muted, "%s", text::balance);
  }
  balance_bar(theme, contacts.right_mm2, contacts.left_mm2, ImGui::GetContentRegionAvail().x);
  ImGui::EndGroup();
  explain(text::balance_explained);
}

}  // namespace

float status_bar_height() {
  return ImGui::GetTextLineHeight() + large_font()->FontSize * ImGui::GetIO().FontGlobalScale +
         2 * ImGui::GetStyle().WindowPadding.y + ImGui::GetStyle().ItemSpacing.y;
}

void draw_status_bar(const AppState& state, const std::string& software_renderer) {
  const Theme theme = theme_of(state.settings.dark);
  const bool wide = ImGui::GetContentRegionAvail().x > em(75);
  const bool tells_software = !software_renderer.empty() && (wide || !state.live);
  if (!ImGui::BeginTable("numbers", tells_software ? 6 : 5, ImGuiTableFlags_SizingStretchSame)) return;
  for (const float share : {0.85F, 0.9F, 1.F, 1.5F, 1.3F}) {
    ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthStretch, share);
  }
  if (tells_software) ImGui::TableSetupColumn("");
  if (state.live) {
    const PoseReading& reading = state.live->reading();
    draw_cell(theme, distance_cell(reading));
    draw_cell(theme, clearance_cell(reading));
    draw_cell(theme, interference_cell(theme, reading));
    draw_cell(theme, area_cell(state, reading));
    draw_balance(theme, reading.by(state.document.measure));
  } else {
    draw_cell(theme, {.caption = text::nothing_open});
  }
  if (tells_software) {
    ImGui::TableNextColumn();
    ImGui::TextColored(theme.muted, "%s", text::draws_in_software);
    ImGui::TextColored(theme.muted, "%s", software_renderer.c_str());
  }
  ImGui::EndTable();
}

}  // namespace intercusp::viewer
