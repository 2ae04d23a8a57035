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
  const bool clicked =
      wide_button(text::place_nozzle,
                  Text("Click a place on a jaw to put the nozzle in front of it, aimed along the view."));
  if (widgets.placing_nozzle) ImGui::PopStyleColor();
  if (clicked) widgets.placing_nozzle = !widgets.placing_nozzle;
  if (wide_button(Text("As I look now"), Text("Aims the nozzle along the view, at the point it aims at; a "
                                              "new one at the middle of the view.")))
    actions.aim_nozzle_as_seen();
  const Theme theme = theme_of(state.settings.dark);
  muted(theme,
        state.document.nozzle
            ? Text("Drag the nozzle in the 3D view to move it, the ring at the end of its axis to aim it.")
            : Text("There is no nozzle yet."));
}

void show_opening(Actions& actions, WidgetState& widgets, Nozzle nozzle) {
  const std::array<const char*, 2> openings = {Text("Cone"), Text("Disc")};
  const auto chosen = choice("opening", openings, nozzle.disc ? 1 : 0);
  explain(text::nozzle_opening_explained);
  if (chosen) {
    nozzle.disc = *chosen == 1;
    return actions.set_nozzle(nozzle);
  }
  const auto typed = nozzle.disc ? field(widgets, Text("Radius"), nozzle.radius_mm, text::format_mm_setting,
                                         text::nozzle_opening_explained)
                                 : field(widgets, Text("Half angle"), nozzle.half_angle_rad / rad_per_deg,
                                         text::format_deg_setting, text::nozzle_opening_explained);
  if (!typed) return;
  nozzle.disc ? nozzle.radius_mm = *typed : nozzle.half_angle_rad = *typed * rad_per_deg;
  actions.set_nozzle(nozzle);
}

void show_droplets(Actions& actions, WidgetState& widgets, Nozzle nozzle) {
  if (const auto typed = field(
          widgets, Text("Droplets"), nozzle.droplets, text::format_droplets,
          Text("Of one pass. What is reached does not depend on them; how thick the deposit is does."))) {
    const double possible = std::clamp(*typed, double{least_droplets}, double{most_droplets});
    nozzle.droplets = static_cast<std::uint32_t>(std::lround(possible));
    return actions.set_nozzle(nozzle);
  }
  const bool toggled = ImGui::Checkbox(Text("Gravity"), &nozzle.gravity);
  explain(Text("Droplets fall towards the patient's feet, the head upright."));
  if (toggled) return actions.set_nozzle(nozzle);
  if (!nozzle.gravity) return;  // straight ways are the same at any speed
  if (const auto typed = field(widgets, Text("Droplet speed"), nozzle.speed_mm_s / mm_per_m, text::format_m_s,
                               Text("Of the droplets at the nozzle: slow ones fall farther."))) {
    nozzle.speed_mm_s = *typed * mm_per_m;
    actions.set_nozzle(nozzle);
  }
}

void show_distance(Actions& actions, WidgetState& widgets, const Nozzle& nozzle) {
  const auto typed = field(widgets, Text("Distance"), nozzle.aim_mm, text::format_mm_setting,
                           Text("From the nozzle to the point it aims at."));
  if (typed) actions.set_nozzle(at_distance(nozzle, std::clamp(*typed, least_aim_mm, most_aim_mm)));
}

void show_place(const AppState& state, Actions& actions, WidgetState& widgets) {
  if (!state.document.nozzle) return;
  heading(Text("Nozzle in numbers"));
  const Nozzle nozzle = *state.document.nozzle;
  const NozzleNumbers shown = numbers_of(nozzle, *state.loaded);
  NozzleNumbers wanted = shown;
  bool changed = false;
  const std::array<const char*, 3> places = {Text("To the left"), Text("Forward"), Text("Up")};
  for (std::size_t i = 0; i < places.size(); ++i) {
    const auto typed = field(widgets, places[i], shown.place_mm[i], text::format_mm_setting,
                             Text("Place of the nozzle, from the middle of the lower jaw as opened."));
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
  turn(Text("Aim aside"), wanted.aside_rad,
       Text("0° sprays from the front backwards, 90° from the patient's right to the left."));
  turn(Text("Aim up"), wanted.up_rad, Text("0° is level, 90° sprays straight up."));
  if (changed) actions.set_nozzle(with_numbers(nozzle, wanted, *state.loaded));
}

void show_nozzle(const AppState& state, Actions& actions, WidgetState& widgets) {
  heading(Text("Nozzle"));
  if (!state.document.nozzle)
    muted(theme_of(state.settings.dark), Text("Powder, air and water, varnish: place the nozzle in front of "
                                              "the teeth, spray, and see what stays bare."));
  offer_places(state, actions, widgets);
  if (!state.document.nozzle) return;
  show_opening(actions, widgets, *state.document.nozzle);
  show_distance(actions, widgets, *state.document.nozzle);
  show_droplets(actions, widgets, *state.document.nozzle);
  if (wide_button(text::spray_now,
                  Text("One pass on the jaws as they stand now. Hidden jaws are there too.")))
    actions.spray();
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
  if (in_other_pose(state, pass)) name += fmt::format(" ({})", std::string(Text("in another pose")));
  if (pass.bodies != state.document.bodies) name += fmt::format(" ({})", std::string(Text("other bodies")));
  const bool chosen = named_line("##pass", name, false, room);
  std::string explanation = name + "\n";
  if (result) {
    const double share = static_cast<double>(result->hits) / static_cast<double>(result->droplets);
    explanation += phrase("{} % of the droplets landed.", rounded(100 * share, 1)) + "\n";
  }
  explain(explanation + std::string(Text("Click: the nozzle as it was in this pass.")));
  ImGui::SameLine(0, em(0.3F));
  const bool removed = ImGui::SmallButton("\u00d7");
  explain(Text("Remove this pass."));
  ImGui::PopID();
  if (removed) actions.remove_pass(index);
  if (chosen) actions.set_nozzle(pass.nozzle);
  return removed;
}

void show_passes(const AppState& state, Actions& actions) {
  heading(Text("Passes"));
  const Theme theme = theme_of(state.settings.dark);
  if (state.document.passes.empty()) return muted(theme, Text("No pass was sprayed yet."));
  bool moved = false;
  for (std::size_t i = 0; i < state.document.passes.size(); ++i) {
    moved |= in_other_pose(state, state.document.passes[i]);
    if (pass_row(state, actions, i)) return;
  }
  if (moved)
    muted(theme, Text("Marked passes were taken while the lower jaw stood elsewhere. What they left went "
                      "with the teeth."));
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
        gums.push_back({upper ? Text("Gum, upper") : Text("Gum, lower"), tooth.cover, {}});
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
    ImGui::TableSetupColumn(Text("Tooth"), ImGuiTableColumnFlags_WidthStretch);
    for (const char* const column :
         std::array<const char*, 4>{Text("mm²"), Text("%"), Text("thin"), Text("bare")})
      ImGui::TableSetupColumn(column);
    ImGui::TableHeadersRow();
    cover_row(actions, {Text("Upper jaw"), deposit.upper.whole, {}});
    cover_row(actions, {Text("Lower jaw"), deposit.lower.whole, {}});
    for (const CoverRow& row : tooth_rows(deposit)) cover_row(actions, row);
    ImGui::EndTable();
  }
  ImGui::PopStyleVar();
}

void show_coverage(const AppState& state, Actions& actions, WidgetState& widgets) {
  if (state.document.passes.empty()) return;
  heading(Text("Coverage"));
  const Theme theme = theme_of(state.settings.dark);
  const std::shared_ptr<const JawDeposits> deposit = state.deposit;
  if (!deposit) {
    muted(theme, state.work ? Text("The passes are being sprayed again.")
                            : Text("The passes of this session are not sprayed."));
    if (!state.work && wide_button(Text("Spray them again"))) actions.spray_again();
    return;
  }
  ViewState view = state.view;
  if (ImGui::Checkbox(Text("Show the deposit on the teeth"), &view.show_deposit)) actions.set_view(view);
  explain(Text("In place of the contacts' colours."));
  if (const auto typed = field(widgets, Text("Thin below"), state.document.thin_per_mm2, text::format_thin,
                               Text("Places with fewer droplets, all passes together, count as thin.")))
    return actions.set_thin(*typed);
  show_table(*deposit, actions);
  const bool numbered = !deposit->upper.teeth.empty() || !deposit->lower.teeth.empty();
  muted(theme, numbered ? Text("mm² reached and their share, of these thin, and still bare; the teeth by "
                               "what is bare, worst first. Click a tooth to centre it.")
                        : Text("The teeth have no numbers, so only whole jaws are listed."));
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
