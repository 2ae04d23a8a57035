#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "io/results/articulator/report.h"
#include "io/wording/definitions.h"
#include "io/wording/tooth_words.h"
#include "viewer/panels/widgets.h"
#include "viewer/scene/finding.h"
#include "viewer/tools/articulator/tool.h"

namespace intercusp::viewer {

namespace {

//! The first few: the rest are almost simultaneous.
CardLine closing_line(const ArticulatedBite& bite) {
  constexpr std::size_t most = 6;
  std::vector<std::string> pairs;
  for (const PairInClosing& pair : bite.closing_order)
    if (pairs.size() < most) pairs.push_back(teeth_in_words(bite.bite_case->bite, pair.pair));
  if (bite.closing_order.size() > most) pairs.emplace_back("…");
  return {Text("Order of contacts"),
          phrase("{}: within {} mm as the jaw closes", fmt::format("{}", fmt::join(pairs, ", ")),
                 shortest(bite.options.threshold_mm))};
}

}  // namespace

std::vector<CardLine> movements_card(const AppState& state) {
  const ArticulatedBite& bite = *articulated(state);
  std::vector<CardLine> card = {
      {Text("First contact"), phrase("{}, about the hinge axis", first_contact_in_words(bite))}};
  if (!bite.closing_order.empty()) card.push_back(closing_line(bite));
  for (const MovementReport& movement : bite.movements) {
    std::vector<std::string> sentences = movement_in_words(bite, movement);
    for (std::string& sentence : sentences) sentence = capitalised(sentence);
    if (!sentences.empty())
      card.push_back(
          {capitalised(words_of(movement.excursion)), fmt::format("{}.", fmt::join(sentences, ".\n"))});
  }
  return card;
}

namespace {

const char* name_in_panel(Excursion excursion) {
  switch (excursion) {
    case Excursion::protrusion:
      return Text("Protrusion");
    case Excursion::laterotrusion_right:
      return Text("Laterotrusion right");
    case Excursion::laterotrusion_left:
      return Text("Laterotrusion left");
  }
  return "";
}

}  // namespace

void draw_movements(const AppState& state, Actions& actions, WidgetState&) {
  heading(Text("Articulator movements"));
  const ArticulatedBite* const bite = articulated(state);
  if (!movements_belong(state)) {
    if (bite != nullptr)
      muted(Text("The mandible has been moved: the movements computed before belong to another bite."));
    if (wide_button(Text("Compute for the present bite"),
                    Text("Protrusion and both laterotrusions, guided by the teeth. Takes some seconds, in "
                         "the background.")))
      compute_articulator(state, actions);
    return;
  }
  for (const MovementReport& movement : bite->movements) {
    const double most = movement.path.empty() ? 0 : movement.path.back().pose.excursion_mm;
    const auto moved = slider(name_in_panel(movement.excursion), excursion_mm(state, movement.excursion), 0,
                              std::max(most, 0.1), "%.2f mm");
    explain(
        Text("Distance of the lower incisal point from maximum intercuspation, in the occlusal plane. The "
             "teeth guide the mandible."));
    if (moved) set_excursion(state, actions, movement.excursion, *moved);
  }
}

void draw_articulator_playbacks(const AppState& state, Actions& actions, WidgetState&) {
  if (wide_button(Text("Protrusion and laterotrusions"),
                  Text("One after the other, with the occlusal compass of all three: each contact in the "
                       "colour of the movement that made it.")))
    play_all_excursions(state, actions);
  if (wide_button(Text("Closing"))) play_closing(state, actions);
  for (const Excursion excursion : all_excursions)
    if (wide_button(name_in_panel(excursion))) play_excursion(state, actions, excursion);
  muted(Text("Articulator movements: out and back, guided by the teeth."));
}

namespace {

//! One word each, for narrow columns.
constexpr auto guidance_names =
    enum_table<GuidanceKind, Wording>({{GuidanceKind::canine, Text("canine")},
                                       {GuidanceKind::group, Text("group")},
                                       {GuidanceKind::anterior, Text("front")},
                                       {GuidanceKind::incisal, Text("incisors")},
                                       {GuidanceKind::mixed, Text("mixed")},
                                       {GuidanceKind::posterior, Text("posterior")},
                                       {GuidanceKind::balancing_only, Text("balancing")},
                                       {GuidanceKind::none, Text("none")}});

void fill(ImGuiTableBgTarget target, ImVec4 colour) {
  colour.w = 0.35F;
  ImGui::TableSetBgColor(target, ImGui::GetColorU32(colour));
}

//! Green where front teeth guide, red where teeth carry that should part.
ImVec4 colour_of(const Theme& theme, GuidanceKind kind) {
  if (kind == GuidanceKind::group || kind == GuidanceKind::none) return theme.muted;
  const bool front_guides =
      kind == GuidanceKind::canine || kind == GuidanceKind::anterior || kind == GuidanceKind::incisal;
  return front_guides ? theme.good : theme.bad;
}

//! The pairs of the balancing side at each excursion, on red.
void balancing_row(const Theme& theme, const Bite& bite, const MovementReport& movement) {
  if (std::ranges::none_of(movement.guidance, &GuidanceStep::balancing)) return;
  ImGui::TableNextRow();
  fill(ImGuiTableBgTarget_RowBg0, theme.bad);
  ImGui::TableNextColumn();
  wrapped(Text("balancing side"));
  for (const GuidanceStep& guidance : movement.guidance) {
    ImGui::TableNextColumn();
    for (const GroupGap& gap : guidance.step.contacts)
      if (role_of(gap.pair, movement.excursion) == ContactRole::balancing)
        wrapped(teeth_in_words(bite, gap.pair));
  }
}

//! Movements by excursions. A movement whose teeth part for good ends early.
void draw_guidance_table(const Theme& theme, const ArticulatedBite& bite) {
  constexpr int columns = 1 + static_cast<int>(reported_excursions_mm.size());
  constexpr ImGuiTableFlags flags = ImGuiTableFlags_NoSavedSettings | ImGuiTableFlags_SizingStretchProp;
  if (!ImGui::BeginTable("guidance", columns, flags)) return;
  ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthStretch, 1.5F);
  for (const double mm : reported_excursions_mm)
    ImGui::TableSetupColumn((shortest(mm) + " mm").c_str(), ImGuiTableColumnFlags_WidthStretch, 1);
  ImGui::SetWindowFontScale(0.8F);
  ImGui::TableHeadersRow();
  for (const MovementReport& movement : bite.movements) {
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    wrapped(name_in_panel(movement.excursion));
    for (const GuidanceStep& guidance : movement.guidance) {
      ImGui::TableNextColumn();
      fill(ImGuiTableBgTarget_CellBg, colour_of(theme, guidance.kind));
      wrapped(std::string(guidance_names[guidance.kind]));
    }
    balancing_row(theme, bite.bite_case->bite, movement);
  }
  ImGui::SetWindowFontScale(1);
  ImGui::EndTable();
}

}  // namespace

void draw_guidance(const AppState& state, Actions&, WidgetState&) {
  if (!movements_belong(state) || (state.playback && !state.playback->file.empty())) return;
  heading(Text("Guidance"));
  draw_guidance_table(theme_of(state.settings.dark), *articulated(state));
  for (const CardLine& line : movements_card(state)) {
    muted(line.question);
    wrapped(line.answer);
  }
}

void offer_movements(const AppState& state, Actions& actions, WidgetState&) {
  if (!movements_belong(state) && wide_button(Text("Find guidance and disclusion"),
                                              Text("Computes protrusion and both laterotrusions in the "
                                                   "articulator, from the present bite. Takes some "
                                                   "seconds.")))
    compute_articulator(state, actions);
}

namespace {

struct SettingShown {
  Setting setting;
  Text name;
  bool angle;
};
constexpr std::array<SettingShown, setting_count> settings_shown = {
    {{Setting::bonwill_arm, Text("Bonwill arm"), false},
     {Setting::intercondylar, Text("between the condyles"), false},
     {Setting::balkwill, Text("Balkwill angle"), true},
     {Setting::inclination_right, Text("inclination, right"), true},
     {Setting::inclination_left, Text("inclination, left"), true},
     {Setting::bennett_right, Text("Bennett angle, right"), true},
     {Setting::bennett_left, Text("Bennett angle, left"), true},
     {Setting::side_shift_right, Text("side shift, right"), false},
     {Setting::side_shift_left, Text("side shift, left"), false}}};

//! Numbers that place the hinge axis where none is measured.
bool is_of_triangle(Setting setting) {
  return setting == Setting::bonwill_arm || setting == Setting::intercondylar || setting == Setting::balkwill;
}

}  // namespace

void draw_articulator_settings(const AppState& state, Actions& actions, WidgetState& widgets) {
  if (!ImGui::CollapsingHeader(Text("Articulator"))) return;
  const ArticulatorSettings settings = settings_of(state.document);
  const std::optional<Condyles>& measured = state.document.hinge.measured;
  std::optional<ArticulatorSettings> changed;
  for (const SettingShown& shown : settings_shown) {
    if (measured && is_of_triangle(shown.setting)) continue;
    const double unit = shown.angle ? rad_per_deg : 1;
    const double value = value_of(settings, shown.setting) / unit;
    const auto typed =
        number_field(widgets.number, shown.name, value, shown.angle ? "%.1f\u00b0" : "%.1f mm");
    if (!typed) continue;
    changed = settings;
    value_of(*changed, shown.setting) = *typed * unit;
  }
  if (wide_button(Text("Average values"))) return set_articulator(actions, ArticulatorSettings{});
  muted(measured ? Text("The hinge axis is measured: it is the one that the records of the bite show.")
                 : Text("These are population averages. Results that depend on them carry the same "
                        "uncertainty."));
  if (changed) set_articulator(actions, *changed, measured);
}

}  // namespace intercusp::viewer
