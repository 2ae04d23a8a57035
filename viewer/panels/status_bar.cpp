#include "viewer/panels/panels.h"

#include <fmt/core.h>

#include <algorithm>
#include <string>
#include <vector>

#include "io/wording/definitions.h"
#include "viewer/panels/widgets.h"
#include "viewer/scene/finding.h"

namespace intercusp::viewer {
namespace {

struct Cell {
  std::string caption, number, beside = {};  //!< the last in small letters, where there is room
  const char* explanation = "";
  std::optional<ImVec4> colour;
};

//! The one measure chosen, with its one depth.
Cell least_cell(const Theme& theme, const ShownFigures& figures) {
  const bool distance = figures.measure == Measure::surface_distance;
  return {
      .caption = distance ? Text("Surface distance") : Text("Clearance"),
      .number = least_words(figures),
      .explanation =
          distance
              ? Text("The smallest distance between the surfaces in any direction, or the depth of their "
                     "overlap.")
              : Text(
                    "The smallest gap along the direction of the map, or the depth of the overlap along it."),
      .colour = figures.relation == JawRelation::overlapping ? theme.bad : theme.good};
}

Cell area_cell(const ShownFigures& figures) {
  constexpr double um_per_mm = 1000;
  return {.caption = phrase("Contact \u2264 {} \u00b5m", rounded(figures.threshold_mm * um_per_mm, 0)),
          .number = area_words(figures),
          .beside = area_interval_words(figures),
          .explanation = Text("Area of the lower jaw's surface within the threshold, overlap included. 95 %: "
                              "what the error of the bite's registration makes of it, as in the report.")};
}

//! On the line of the large number before it, as far as the column goes.
void write_beside(const std::string& words) {
  ImGui::SameLine();
  if (ImGui::CalcTextSize(words.c_str()).x > ImGui::GetContentRegionAvail().x) return ImGui::NewLine();
  const float lower = large_font()->FontSize * ImGui::GetIO().FontGlobalScale - ImGui::GetFontSize();
  ImGui::SetCursorPosY(ImGui::GetCursorPosY() + 0.8F * lower);
  ImGui::TextDisabled("%s", words.c_str());
}

void draw_cell(const Cell& cell) {
  ImGui::TableNextColumn();
  ImGui::BeginGroup();
  ImGui::TextDisabled("%s", cell.caption.c_str());
  ImGui::PushFont(large_font());
  if (cell.colour) {
    ImGui::TextColored(*cell.colour, "%s", cell.number.c_str());
  } else {
    ImGui::TextUnformatted(cell.number.c_str());
  }
  ImGui::PopFont();
  if (!cell.beside.empty()) write_beside(cell.beside);
  ImGui::EndGroup();
  if (cell.explanation[0] != 0) explain(cell.explanation);
}

//! A bar with the patient's right on the left, as in every view.
void balance_bar(const Theme& theme, const ShownFigures& figures, float width) {
  const float height = ImGui::GetTextLineHeight();
  const ImVec2 from = ImGui::GetCursorScreenPos();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float rounding = ImGui::GetStyle().FrameRounding;
  const ImVec2 to{from.x + width, from.y + height};
  if (figures.right_percent) {
    const float middle = from.x + width * static_cast<float>(figures.right_percent->value / 100);
    list.AddRectFilled(from, {middle, to.y}, ImGui::ColorConvertFloat4ToU32(theme.right), rounding,
                       ImDrawFlags_RoundCornersLeft);
    list.AddRectFilled({middle, from.y}, to, ImGui::ColorConvertFloat4ToU32(theme.left), rounding,
                       ImDrawFlags_RoundCornersRight);
  } else {
    list.AddRectFilled(from, to, ImGui::GetColorU32(ImGuiCol_FrameBg), rounding);
  }
  const float half = from.x + width / 2;
  list.AddLine({half, from.y - 1}, {half, to.y + 1}, ImGui::GetColorU32(ImGuiCol_Text), 1.5F);
  ImGui::Dummy({width, height});
}

void draw_balance(const Theme& theme, const ShownFigures& figures) {
  ImGui::TableNextColumn();
  ImGui::BeginGroup();
  if (const std::vector<std::string> sides = balance_words(figures); !sides.empty()) {
    const float column = ImGui::GetContentRegionAvail().x, start = ImGui::GetCursorPosX();
    ImGui::TextUnformatted(sides.front().c_str());
    ImGui::SameLine();
    ImGui::SetCursorPosX(start + column - ImGui::CalcTextSize(sides.back().c_str()).x);
    ImGui::TextUnformatted(sides.back().c_str());
  } else {
    ImGui::TextDisabled("%s", static_cast<const char*>(Text("Balance")));
  }
  balance_bar(theme, figures, ImGui::GetContentRegionAvail().x);
  ImGui::EndGroup();
  explain(Text("Share of the contact area on the patient's right and left. The mark is the middle."));
}

//! In front of the answer's first line.
void draw_light(const Theme& theme, Light light) {
  const ImVec4 colour = light == Light::green   ? theme.good
                        : light == Light::amber ? theme.warning
                                                : theme.bad;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float radius = em(0.36F), line = ImGui::GetTextLineHeight();
  ImGui::GetWindowDrawList()->AddCircleFilled({at.x + radius, at.y + line / 2}, radius,
                                              ImGui::ColorConvertFloat4ToU32(colour));
  ImGui::Dummy({2 * radius + em(0.2F), line});
  ImGui::SameLine(0, 0);
}

//! The light of the registration, and whether the numbers beside are the report's.
void draw_standing(const Theme& theme, const AppState& state) {
  ImGui::TableNextColumn();
  ImGui::BeginGroup();
  ImGui::PushTextWrapPos(0);
  const std::optional<Registration> judged = registration_shown(state);
  if (judged && judged->light) {
    draw_light(theme, *judged->light);
    ImGui::TextUnformatted(light_text(*judged->light).c_str());
  }
  ImGui::TextDisabled("%s", standing_words(state).c_str());
  ImGui::PopTextWrapPos();
  ImGui::EndGroup();
  explain(Text(
      "At rest the numbers are those of the report. While the jaw moves they are read from a coarser map "
      "(\u2248)."));
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
  if (!ImGui::BeginTable("numbers", tells_software ? 5 : 4, ImGuiTableFlags_SizingStretchSame)) return;
  for (const float share : {1.1F, 1.3F, 1.3F, 1.3F}) {
    ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthStretch, share);
  }
  if (tells_software) ImGui::TableSetupColumn("");
  if (state.live) {
    const ShownFigures figures = state.figures();
    draw_cell(least_cell(theme, figures));
    draw_cell(area_cell(figures));
    draw_balance(theme, figures);
    draw_standing(theme, state);
  } else {
    draw_cell({.caption = what_is_missing(state)});
  }
  if (tells_software) {
    ImGui::TableNextColumn();
    ImGui::TextDisabled("%s", static_cast<const char*>(Text("Software rendering")));
    explain(software_renderer);
  }
  ImGui::EndTable();
}

void draw_finding_line(const AppState& state) {
  std::string line;
  for (const std::string& part : finding_parts(state)) line += (line.empty() ? "" : "   \u00b7   ") + part;
  ImGui::PushFont(large_font());
  const float room = ImGui::GetContentRegionAvail().x, width = ImGui::CalcTextSize(line.c_str()).x;
  if (width > room) ImGui::SetWindowFontScale(room / width);
  const float height = ImGui::GetTextLineHeight();
  ImGui::SetCursorPos(
      {ImGui::GetCursorPosX() + std::max(0.F, (room - width) / 2), (ImGui::GetWindowHeight() - height) / 2});
  ImGui::TextUnformatted(line.c_str());
  ImGui::SetWindowFontScale(1);
  ImGui::PopFont();
}

void draw_card(const Theme& theme, const char* id, std::span<const CardLine> card) {
  if (!ImGui::BeginTable(id, 2)) return;
  ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthFixed, em(5.5F));
  ImGui::TableSetupColumn("");
  for (const CardLine& line : card) {
    ImGui::TableNextColumn();
    muted(line.question);
    ImGui::TableNextColumn();
    if (line.light) draw_light(theme, *line.light);
    wrapped(line.answer);
  }
  ImGui::EndTable();
}

}  // namespace intercusp::viewer
