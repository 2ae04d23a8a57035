#include "viewer/panels/spray_panel.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "io/language/tooth_names.h"
#include "io/wording/definitions.h"
#include "viewer/app/history.h"
#include "viewer/panels/widgets.h"
#include "viewer/text/panels.h"
#include "viewer/text/spray.h"

namespace intercusp::viewer {
namespace {

constexpr double mm_per_m = 1000;

//! A field of the nozzle.  \return the number when the field is left
std::optional<double> field(WidgetState& widgets, const char* name, double value, const char* format,
                            const char* explanation) {
  constexpr double least_shown = 5e-4;  // smaller ones would be written as minus zero
  const auto typed = number_field(widgets.number, name, std::abs(value) < least_shown ? 0 : value, format);
  explain(explanation);
  return typed;
}

void offer_places(const AppState& state, Actions& actions, WidgetState& widgets) {
  if (widgets.placing_nozzle)
    ImGui::PushStyleColor(ImGuiCol_Button, ImGui::GetStyleColorVec4(ImGuiCol_ButtonActive));
  const bool clicked = wide_button(text::place_nozzle, text::place_nozzle_explained);
  if (widgets.placing_nozzle) ImGui::PopStyleColor();
  if (clicked) widgets.placing_nozzle = !widgets.placing_nozzle;
  if (wide_button(text::nozzle_as_seen, text::nozzle_as_seen_explained)) actions.aim_nozzle_as_seen();
  const Theme theme = theme_of(state.settings.dark);
  muted(theme, state.document.nozzle ? text::nozzle_drag_explained : text::no_nozzle);
}

void show_opening(Actions& actions, WidgetState& widgets, Nozzle nozzle) {
  const std::array<const char*, 2> openings = {text::nozzle_cone, text::nozzle_disc};
  const auto chosen = choice("opening", openings, nozzle.disc ? 1 : 0);
  explain(text::nozzle_opening_explained);
  if (chosen) {
    nozzle.disc = *chosen == 1;
    return actions.set_nozzle(nozzle);
  }
  const auto typed = nozzle.disc
                         ? field(widgets, text::nozzle_radius, nozzle.radius_mm, text::format_mm_setting,
                                 text::nozzle_opening_explained)
                         : field(widgets, text::nozzle_half_angle, nozzle.half_angle_rad / rad_per_deg,
                                 text::format_deg_setting, text::nozzle_opening_explained);
  if (!typed) return;
  nozzle.disc ? nozzle.radius_mm = *typed : nozzle.half_angle_rad = *typed * rad_per_deg;
  actions.set_nozzle(nozzle);
}

void show_droplets(Actions& actions, WidgetState& widgets, Nozzle nozzle) {
  if (const auto typed = field(widgets, text::nozzle_droplets, nozzle.droplets, text::format_droplets,
                               text::nozzle_droplets_explained)) {
    const double possible = std::clamp(*typed, double{least_droplets}, double{most_droplets});
    nozzle.droplets = static_cast<std::uint32_t>(std::lround(possible));
    return actions.set_nozzle(nozzle);
  }
  const bool toggled = ImGui::Checkbox(text::nozzle_gravity, &nozzle.gravity);
  explain(text::nozzle_gravity_explained);
  if (toggled) return actions.set_nozzle(nozzle);
  if (!nozzle.gravity) return;  // straight ways are the same at any speed
  if (const auto typed = field(widgets, text::nozzle_speed, nozzle.speed_mm_s / mm_per_m, text::format_m_s,
                               text::nozzle_speed_explained)) {
    nozzle.speed_mm_s = *typed * mm_per_m;
    actions.set_nozzle(nozzle);
  }
}

void show_distance(Actions& actions, WidgetState& widgets, const Nozzle& nozzle) {
  const auto typed = field(widgets, text::nozzle_distance, nozzle.aim_mm, text::format_mm_setting,
                           text::nozzle_distance_explained);
  if (typed) actions.set_nozzle(at_distance(nozzle, std::clamp(*typed, least_aim_mm, most_aim_mm)));
}

void show_place(const AppState& state, Actions& actions, WidgetState& widgets) {
  if (!state.document.nozzle) return;
  heading(text::nozzle_place_heading);
  const Nozzle nozzle = *state.document.nozzle;
  const NozzleNumbers shown = numbers_of(nozzle, *state.loaded);
  NozzleNumbers wanted = shown;
  bool changed = false;
  const std::array<const char*, 3> places = {text::nozzle_left, text::nozzle_forward, text::nozzle_up};
  for (std::size_t i = 0; i < places.size(); ++i) {
    const auto typed =
        field(widgets, places[i], shown.place_mm[i], text::format_mm_setting, text::nozzle_place_explained);
    if (!typed) continue;
    wanted.place_mm[i] = *typed;
    changed = true;
  }
  const auto turn = [&](const char* name, double& angle_rad, const char* explanation) {
    const auto typed = field(widgets, name, angle_rad / rad_per_deg, text::format_deg_setting, explanation);
    if (!typed) return;
    angle_rad = *typed * rad_per_deg;
    changed = true;
  };
  turn(text::nozzle_aside, wanted.aside_rad, text::nozzle_aside_explained);
  turn(text::nozzle_tilt, wanted.up_rad, text::nozzle_tilt_explained);
  if (changed) actions.set_nozzle(with_numbers(nozzle, wanted, *state.loaded));
}

void show_nozzle(const AppState& state, Actions& actions, WidgetState& widgets) {
  heading(text::nozzle_heading);
  if (!state.document.nozzle) muted(theme_of(state.settings.dark), text::nozzle_explained);
  offer_places(state, actions, widgets);
  if (!state.document.nozzle) return;
  show_opening(actions, widgets, *state.document.nozzle);
  show_distance(actions, widgets, *state.document.nozzle);
  show_droplets(actions, widgets, *state.document.nozzle);
  if (wide_button(text::spray_now, text::spray_now_explained)) actions.spray();
}

bool in_other_pose(const AppState& state, const SprayPass& pass) {
  return !same_pose(pass.upper_from_lower, state.document.upper_from_lower);
}

//! \return whether the list is another now
bool pass_row(const AppState& state, Actions& actions, std::size_t index) {
  const SprayPass pass = state.document.passes[index];
  const std::shared_ptr<const PassResult> result = state.pass_results[index];
  ImGui::PushID(static_cast<int>(index));
  const float cross = ImGui::GetFrameHeight(), room = ImGui::GetContentRegionAvail().x - cross - em(0.3F);
  std::string name = pass.name;
  if (in_other_pose(state, pass)) name += fmt::format(" ({})", std::string(text::pass_in_other_pose));
  if (pass.bodies != state.document.bodies)
    name += fmt::format(" ({})", std::string(text::pass_with_other_bodies));
  const bool chosen = named_line("##pass", name, false, room);
  std::string explanation = name + "\n";
  if (result) {
    const double share = static_cast<double>(result->hits) / static_cast<double>(result->droplets);
    explanation += phrase(text::pass_landed, rounded(100 * share, 1)) + "\n";
  }
  explain(explanation + std::string(text::pass_click));
  ImGui::SameLine(0, em(0.3F));
  const bool removed = ImGui::SmallButton("\u00d7");
  explain(text::remove_pass);
  ImGui::PopID();
  if (removed) actions.remove_pass(index);
  if (chosen) actions.set_nozzle(pass.nozzle);
  return removed;
}

void show_passes(const AppState& state, Actions& actions) {
  heading(text::passes_heading);
  const Theme theme = theme_of(state.settings.dark);
  if (state.document.passes.empty()) return muted(theme, text::no_passes);
  bool moved = false;
  for (std::size_t i = 0; i < state.document.passes.size(); ++i) {
    moved |= in_other_pose(state, state.document.passes[i]);
    if (pass_row(state, actions, i)) return;
  }
  if (moved) muted(theme, text::passes_in_other_pose);
}

struct CoverRow {
  std::string name;
  DepositCover cover;
  std::optional<ToothName> tooth;  //!< to fly to
};

//! The teeth of both jaws by the share that is bare, then their gums.
std::vector<CoverRow> tooth_rows(const JawDeposits& deposit) {
  std::vector<CoverRow> teeth, gums;
  for (const bool upper : {true, false})
    for (const ToothDeposit& tooth : (upper ? deposit.upper : deposit.lower).teeth) {
      if (tooth.fdi != 0)
        teeth.push_back({tooth_name(tooth.fdi), tooth.cover, ToothName{upper, tooth.fdi}});
      else
        gums.push_back({upper ? text::gum_of_upper : text::gum_of_lower, tooth.cover, {}});
    }
  std::ranges::stable_sort(teeth, {}, [](const CoverRow& row) {
    return std::pair(row.cover.reached_share(), -row.cover.bare_mm2());
  });
  teeth.insert(teeth.end(), gums.begin(), gums.end());
  return teeth;
}

void cover_row(Actions& actions, const CoverRow& row) {
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  const std::string label =
      fmt::format("{}##{}", row.name, row.tooth ? (row.tooth->upper ? "upper" : "lower") : "whole");
  const bool clicked = ImGui::Selectable(label.c_str(), false, ImGuiSelectableFlags_SpanAllColumns);
  if (clicked && row.tooth) actions.show_sprayed_tooth(*row.tooth);
  const std::array<std::string, 4> numbers = {
      rounded(row.cover.reached_mm2, 1), rounded(100 * row.cover.reached_share(), 0),
      rounded(row.cover.thin_mm2, 1), rounded(row.cover.bare_mm2(), 1)};
  for (const std::string& number : numbers) {
    ImGui::TableNextColumn();
    right_aligned(number);
  }
}

void show_table(const JawDeposits& deposit, Actions& actions) {
  ImGui::PushStyleVar(ImGuiStyleVar_CellPadding, {em(0.2F), ImGui::GetStyle().CellPadding.y});
  constexpr ImGuiTableFlags flags =
      ImGuiTableFlags_RowBg | ImGuiTableFlags_SizingFixedFit | ImGuiTableFlags_NoSavedSettings;
  if (ImGui::BeginTable("coverage", 5, flags)) {
    ImGui::TableSetupColumn(text::column_sprayed, ImGuiTableColumnFlags_WidthStretch);
    for (const char* const column : std::array<const char*, 4>{
             text::column_reached, text::column_reached_share, text::column_thin, text::column_bare})
      ImGui::TableSetupColumn(column);
    ImGui::TableHeadersRow();
    cover_row(actions, {text::upper_whole, deposit.upper.whole, {}});
    cover_row(actions, {text::lower_whole, deposit.lower.whole, {}});
    for (const CoverRow& row : tooth_rows(deposit)) cover_row(actions, row);
    ImGui::EndTable();
  }
  ImGui::PopStyleVar();
}

void show_coverage(const AppState& state, Actions& actions, WidgetState& widgets) {
  if (state.document.passes.empty()) return;
  heading(text::coverage_heading);
  const Theme theme = theme_of(state.settings.dark);
  const std::shared_ptr<const JawDeposits> deposit = state.deposit;
  if (!deposit) {
    muted(theme, state.work ? text::passes_wait : text::passes_stopped);
    if (!state.work && wide_button(text::spray_again)) actions.spray_again();
    return;
  }
  ViewState view = state.view;
  if (ImGui::Checkbox(text::show_deposit, &view.show_deposit)) actions.set_view(view);
  explain(text::show_deposit_explained);
  if (const auto typed = field(widgets, text::thin_below, state.document.thin_per_mm2, text::format_thin,
                               text::thin_below_explained))
    return actions.set_thin(*typed);
  show_table(*deposit, actions);
  const bool numbered = !deposit->upper.teeth.empty() || !deposit->lower.teeth.empty();
  muted(theme, numbered ? text::coverage_explained : text::no_teeth_sprayed);
}

}  // namespace

void draw_spray_panel(const AppState& state, Actions& actions, WidgetState& widgets) {
  if (!state.loaded) return muted(theme_of(state.settings.dark), text::nothing_open);
  show_nozzle(state, actions, widgets);
  show_passes(state, actions);
  show_coverage(state, actions, widgets);
  show_place(state, actions, widgets);
}

}  // namespace intercusp::viewer
