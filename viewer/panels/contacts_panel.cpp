#include "viewer/panels/contacts_panel.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "io/wording/definitions.h"
#include "viewer/panels/widgets.h"
#include "viewer/scene/finding.h"
#include "viewer/text/panels.h"

namespace intercusp::viewer {
namespace {

constexpr double um_per_mm = 1000;

void show_threshold(const AppState& state, Actions& actions) {
  heading(text::threshold_heading);
  const double threshold_um = state.document.threshold_mm * um_per_mm;
  if (const auto moved =
          slider(text::threshold, threshold_um, 0, near_contact_mm * um_per_mm, text::format_um)) {
    actions.set_threshold(std::round(*moved) / um_per_mm);
  }
  explain(text::threshold_explained);
  constexpr std::array<const char*, 5> names = {"8", "12", "40", "100", "200"};
  int chosen = -1;
  for (std::size_t i = 0; i < foils_mm.size(); ++i) {
    if (foils_mm[i] == state.document.threshold_mm) chosen = static_cast<int>(i);
  }
  muted(theme_of(state.settings.dark), text::foils);
  if (const auto clicked = choice("foils", names, chosen))
    actions.set_threshold(foils_mm[static_cast<std::size_t>(*clicked)]);
  constexpr std::array<const char*, 2> measures = {text::measure_distance, text::measure_clearance};
  const int measure = state.document.measure == Measure::distance ? 0 : 1;
  if (const auto clicked = choice("measure", measures, measure))
    actions.set_measure(*clicked == 0 ? Measure::distance : Measure::clearance);
  muted(theme_of(state.settings.dark), measure == 0 ? surface_distance_sentence() : measure_sentence());
}

//! The whole of both sides, right on the left.
void show_balance(const AppState& state, const BiteFigures& figures) {
  heading(text::balance_heading);
  balance_bar(theme_of(state.settings.dark), figures, ImGui::GetContentRegionAvail().x);
  explain(text::balance_explained);
  const std::vector<std::string> sides = balance_words(figures);
  if (sides.empty()) return muted(theme_of(state.settings.dark), text::no_contact);
  row(sides.front().c_str(), sides.back());
}

void show_teeth(const AppState& state, const BiteFigures& figures) {
  heading(text::teeth_heading);
  double most = 0;
  for (const BiteFigures::Tooth& tooth : figures.teeth) most = std::max(most, tooth.area_mm2);
  if (most <= 0) return muted(theme_of(state.settings.dark), text::no_tooth_contact);
  if (!ImGui::BeginTable("teeth", 3, ImGuiTableFlags_SizingStretchProp)) return;
  ImGui::TableSetupColumn(text::column_tooth, ImGuiTableColumnFlags_WidthFixed);
  ImGui::TableSetupColumn(text::column_area);
  ImGui::TableSetupColumn(text::column_least, ImGuiTableColumnFlags_WidthFixed);
  ImGui::TableHeadersRow();
  // As many digits as are sure.
  const int digits_mm2 = figures.as_in_report ? 2 : 1, digits_mm = figures.as_in_report ? 3 : 2;
  for (const BiteFigures::Tooth& tooth : figures.teeth) {
    ImGui::TableNextColumn();
    ImGui::TextUnformatted(tooth_name(tooth.fdi).c_str());
    ImGui::TableNextColumn();
    bar(static_cast<float>(tooth.area_mm2 / most),
        fmt::format(text::mm2, rounded(tooth.area_mm2, digits_mm2)));
    ImGui::TableNextColumn();
    ImGui::TextUnformatted(std::isfinite(tooth.least_mm) ? rounded(tooth.least_mm, digits_mm).c_str() : "");
  }
  ImGui::EndTable();
}

enum class PatchColumn : ImGuiID { teeth, area, least, mean };

double sort_value(const ContactPatch& patch, PatchColumn column) {
  switch (column) {
    case PatchColumn::teeth:
      return patch.lower_tooth;
    case PatchColumn::area:
      return patch.surface_mm2;
    case PatchColumn::least:
      return patch.least_mm;
    case PatchColumn::mean:
      return patch.mean_mm;
  }
  return 0;
}

//! The order that a click on a column's head asks for.
std::vector<const ContactPatch*> in_order(const std::vector<ContactPatch>& patches) {
  std::vector<const ContactPatch*> order;
  for (const ContactPatch& patch : patches) order.push_back(&patch);
  const ImGuiTableSortSpecs* const specs = ImGui::TableGetSortSpecs();
  if (specs == nullptr || specs->SpecsCount == 0) return order;
  const auto column = static_cast<PatchColumn>(specs->Specs->ColumnUserID);
  const bool up = specs->Specs->SortDirection == ImGuiSortDirection_Ascending;
  std::stable_sort(order.begin(), order.end(), [&](const ContactPatch* a, const ContactPatch* b) {
    const double x = sort_value(*a, column), y = sort_value(*b, column);
    return up ? x < y : x > y;
  });
  return order;
}

void patch_row(const AppState& state, Actions& actions, const ContactPatch& patch) {
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  const std::string name =
      fmt::format("{} / {}##{}", tooth_name(patch.upper_tooth), tooth_name(patch.lower_tooth), patch.id);
  const bool selected = state.selected_patch == patch.id;
  if (ImGui::Selectable(name.c_str(), selected, ImGuiSelectableFlags_SpanAllColumns)) {
    actions.select_patch(selected ? std::nullopt : std::optional(patch.id));
  }
  ImGui::TableNextColumn();
  ImGui::TextUnformatted(rounded(patch.surface_mm2, 2).c_str());
  ImGui::TableNextColumn();
  ImGui::TextUnformatted(rounded(patch.least_mm, 3).c_str());
  ImGui::TableNextColumn();
  ImGui::TextUnformatted(rounded(patch.mean_mm, 3).c_str());
}

void show_patches(const AppState& state, Actions& actions) {
  heading(text::patches_heading);
  if (!state.rest) return muted(theme_of(state.settings.dark), text::patches_wait);
  const std::vector<ContactPatch>& patches = state.rest->by(state.document.measure).patches;
  if (patches.empty()) return muted(theme_of(state.settings.dark), text::no_contact);
  muted(theme_of(state.settings.dark),
        fmt::format(text::patches_explained,
                    state.document.measure == Measure::distance ? text::distance : text::clearance));
  constexpr ImGuiTableFlags flags = ImGuiTableFlags_Sortable | ImGuiTableFlags_RowBg |
                                    ImGuiTableFlags_SizingStretchProp | ImGuiTableFlags_ScrollY;
  const float height = em(1.7F) * static_cast<float>(std::min<std::size_t>(patches.size(), 10) + 2);
  if (!ImGui::BeginTable("patches", 4, flags, {0, height})) return;
  const auto column = [](const char* name, PatchColumn which, int more = 0) {
    ImGui::TableSetupColumn(name, more, 0, static_cast<ImGuiID>(which));
  };
  column(text::column_pair, PatchColumn::teeth);
  column(text::column_mm2, PatchColumn::area,
         ImGuiTableColumnFlags_DefaultSort | ImGuiTableColumnFlags_PreferSortDescending);
  column(text::column_least, PatchColumn::least);
  column(text::column_mean, PatchColumn::mean);
  ImGui::TableSetupScrollFreeze(0, 1);
  ImGui::TableHeadersRow();
  for (const ContactPatch* patch : in_order(patches)) patch_row(state, actions, *patch);
  ImGui::EndTable();
}

void show_history(const AppState& state) {
  if (state.history.size() < 2) return;
  heading(text::history_heading);
  std::vector<float> area, least;
  for (const HistoryPoint& point : state.history) {
    area.push_back(static_cast<float>(point.area_mm2));
    least.push_back(static_cast<float>(point.least_mm));
  }
  const Theme theme = theme_of(state.settings.dark);
  (void)draw_plot(theme, "area", {.title = text::history_area, .values = area, .zero_line = true});
  (void)draw_plot(theme, "least",
                  {.title = state.document.measure == Measure::distance ? text::history_distance
                                                                        : text::history_clearance,
                   .values = least});
}

}  // namespace

void draw_contacts_panel(const AppState& state, Actions& actions, WidgetState&) {
  if (!state.live) return muted(theme_of(state.settings.dark), text::nothing_open);
  show_threshold(state, actions);
  const BiteFigures figures = state.figures();
  muted(theme_of(state.settings.dark), standing_words(state));
  show_balance(state, figures);
  show_teeth(state, figures);
  show_patches(state, actions);
  show_history(state);
}

}  // namespace intercusp::viewer
