#include "viewer/panels/panels.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "io/wording/definitions.h"
#include "io/wording/tooth_words.h"
#include "viewer/panels/figure_table.h"
#include "viewer/scene/finding.h"
#include "viewer/tools/inspection/tool.h"

namespace intercusp::viewer {
namespace {

constexpr double um_per_mm = 1000;

void show_paint(const AppState& state, Actions& actions) {
  const std::array<const char*, 3> names = {Text("Foil"), Text("Distance"), Text("Depth")};
  const auto clicked = choice("paint", names, static_cast<int>(state.view.paint));
  explain(
      Text("Foil: what is in contact at the threshold, in one colour. Distance: overlaps and gaps in "
           "colours. Depth: overlaps alone."));
  if (!clicked) return;
  ViewState view = state.view;
  view.paint = static_cast<Paint>(*clicked);
  actions.views.set(view);
}

void show_threshold(const AppState& state, Actions& actions) {
  heading(Text("Contact threshold"));
  const double threshold_um = state.document.threshold_mm * um_per_mm;
  if (const auto moved =
          slider(Text("Threshold"), threshold_um, 0, near_contact_mm * um_per_mm, "%.0f \u00b5m")) {
    actions.pose.set_threshold(std::round(*moved) / um_per_mm);
  }
  explain(Text("Surfaces closer than this, or overlapping, count as in contact."));
  constexpr std::array<const char*, 5> names = {"8", "12", "40", "100", "200"};
  int chosen = -1;
  for (std::size_t i = 0; i < foils_mm.size(); ++i) {
    if (foils_mm[i] == state.document.threshold_mm) chosen = static_cast<int>(i);
  }
  muted(Text("Foils, \u00b5m"));
  if (const auto clicked = choice("foils", names, chosen))
    actions.pose.set_threshold(foils_mm[static_cast<std::size_t>(*clicked)]);
  const std::array<const char*, 2> measures = {Text("Surface distance"), Text("Clearance")};
  const int measure = state.document.measure == Measure::surface_distance ? 0 : 1;
  if (const auto clicked = choice("measure", measures, measure))
    actions.pose.set_measure(*clicked == 0 ? Measure::surface_distance : Measure::clearance);
  explain(surface_distance_sentence() + "\n\n" + measure_sentence());
}

//! Depth of an overlap; empty where the surfaces only come near.
std::string depth_words(const ContactPair& pair, bool as_in_report) {
  return pair.least_mm < 0 ? rounded(-pair.least_mm, as_in_report ? 3 : 2) : "";
}

//! Where on the teeth, and the gap of a contact without overlap.
std::string pair_explained(const ContactPair& pair) {
  std::string words = pair.region ? place_in_arch(*pair.region) + "\n" : "";
  if (pair.upper_place) words += phrase("On the upper tooth: {}", place_name(pair.upper_place)) + "\n";
  if (pair.lower_place) words += phrase("On the lower tooth: {}", place_name(pair.lower_place)) + "\n";
  if (std::isfinite(pair.least_mm) && pair.least_mm >= 0)
    words += phrase("No overlap: {} mm apart", rounded(pair.least_mm, 3)) + "\n";
  return words + Text("Click to show it in the views.");
}

std::string share_words(double share) {
  constexpr double least = 0.005;
  return share < least ? "< 1 %" : fmt::format("{} %", rounded(100 * share, 0));
}

Figures<ContactPair> pair_columns(const AppState& state) {
  using Row = ContactPair;
  const bool at_rest{state.rest};
  return {
      Figure<Row>{"teeth", "", "FDI numbers, or the region.",
                  [](const Row& pair) { return 100 * pair.name.upper_tooth + pair.name.lower_tooth; }}
          .headed(
              Text("Teeth"), [&state](const Row& pair) { return teeth_words(state, pair); }, true),
      Figure<Row>{"surface_mm2", "mm2", "On the lower jaw.", [](const Row& pair) { return pair.area_mm2; }}
          .headed("mm\u00b2", at_rest ? 2 : 1),
      Figure<Row>{"depth_mm", "mm", "Of the overlap.", [](const Row& pair) { return -pair.least_mm; }}.headed(
          Text("Depth, mm"), [=](const Row& pair) { return depth_words(pair, at_rest); }),
      Figure<Row>{"share", "1", "Of all contact.", [](const Row& pair) { return pair.share; }}.headed(
          Text("Share"), [](const Row& pair) { return share_words(pair.share); })};
}

//! The pairs at rest, or the teeth while the jaw moves.
struct PairTable {
  std::vector<ContactPair> pairs;
  Figures<ContactPair> figures;
  double most_mm2;
};

void pair_row(const AppState& state, Actions& actions, const PairTable& table, const ContactPair& pair) {
  const bool at_rest{state.rest};
  const ContactName& name = pair.name;
  const auto teeth = [&] {
    const bool selected = state.selected_contact && state.selected_contact->name == name;
    constexpr float longest_em = 7.5F;  // of a region's name, so that the numbers keep their room
    const std::string label =
        fmt::format("{}##{} {} {}", elided(text_of(table.figures[0], pair), em(longest_em)), name.upper_tooth,
                    name.lower_tooth, name.patch);
    if (ImGui::Selectable(label.c_str(), selected, ImGuiSelectableFlags_SpanAllColumns) && at_rest)
      actions.views.select_contact(selected ? std::nullopt : std::optional(name));
    if (at_rest) explain(pair_explained(pair));
  };
  figure_row(table.figures, pair, teeth, [&] {
    bar(static_cast<float>(pair.area_mm2 / table.most_mm2), text_of(table.figures.back(), pair));
  });
}

//! The pairs of one side under its name.
void side_rows(const AppState& state, Actions& actions, const PairTable& table, PatientSide side,
               const char* name) {
  if (std::ranges::find(table.pairs, side, &ContactPair::side) == table.pairs.end()) return;
  if (side != PatientSide::neither) {
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    ImGui::TextDisabled("%s", name);
  }
  for (const ContactPair& pair : table.pairs)
    if (pair.side == side) pair_row(state, actions, table, pair);
}

void set_up_columns(const Figures<ContactPair>& figures) {
  constexpr int fixed = ImGuiTableColumnFlags_WidthFixed,
                number = fixed | ImGuiTableColumnFlags_PreferSortDescending;
  set_up(figures[0], fixed);
  set_up(figures[1], number | ImGuiTableColumnFlags_DefaultSort);
  set_up(figures[2], number);
  set_up(figures[3], ImGuiTableColumnFlags_WidthStretch | ImGuiTableColumnFlags_NoSort);
  ImGui::TableHeadersRow();
}

void show_contacts(const AppState& state, Actions& actions) {
  heading(Text("Contacts"));
  PairTable table{state.contacts(), pair_columns(state), 0};
  if (table.pairs.empty())
    return muted(state.rest ? Text("No contact at this threshold.") : Text("Listed when the jaw rests."));
  table.most_mm2 = std::ranges::max_element(table.pairs, {}, &ContactPair::area_mm2)->area_mm2;
  constexpr ImGuiTableFlags flags = ImGuiTableFlags_Sortable | ImGuiTableFlags_RowBg |
                                    ImGuiTableFlags_SizingStretchProp | ImGuiTableFlags_NoSavedSettings;
  const auto head = [&] { set_up_columns(table.figures); };
  figure_table("pairs", table.figures, {.flags = flags, .padding_em = 0.2F, .head = head}, [&] {
    sort_rows(table.pairs, table.figures);
    side_rows(state, actions, table, PatientSide::right, Text("Right"));
    side_rows(state, actions, table, PatientSide::left, Text("Left"));
    side_rows(state, actions, table, PatientSide::neither, "");
  });
  muted(state.rest
            ? Text("Upper / lower tooth; area on the lower jaw; depth of the overlap; share of all contact.")
            : Text("Lower teeth while the jaw moves; pairs follow when it rests. Share of all contact."));
}

void show_history(const AppState& state) {
  if (state.history.size() < 2) return;
  heading(Text("While it moved"));
  std::vector<float> area, least, times;
  for (const HistoryPoint& point : state.history) {
    times.push_back(static_cast<float>(point.time_s));
    area.push_back(static_cast<float>(point.area_mm2));
    least.push_back(static_cast<float>(point.least_mm));
  }
  (void)draw_plot(
      "area", {.title = Text("Contact area, mm\u00b2"), .values = area, .times_s = times, .zero_line = true});
  (void)draw_plot("least", {.title = state.document.measure == Measure::surface_distance
                                         ? Text("Smallest surface distance, mm")
                                         : Text("Smallest clearance, mm"),
                            .values = least,
                            .times_s = times});
}

}  // namespace

void draw_findings(const AppState& state, Actions& actions, WidgetState&) {
  show_paint(state, actions);
  heading(Text("Findings"));
  draw_card(theme_of(state.settings.dark), "findings", finding_card(state));
}

void draw_contacts(const AppState& state, Actions& actions, WidgetState&) {
  show_threshold(state, actions);
  show_contacts(state, actions);
  show_history(state);
}

}  // namespace intercusp::viewer
