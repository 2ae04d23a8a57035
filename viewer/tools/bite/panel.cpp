#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <functional>

#include "io/results/bite/report.h"
#include "io/wording/definitions.h"
#include "io/wording/findings.h"
#include "occlusion/base/finding_codes.h"
#include "viewer/case/rest_reading.h"
#include "viewer/panels/figure_table.h"
#include "viewer/panels/panels.h"
#include "viewer/panels/widgets.h"
#include "viewer/tools/bite/tool.h"

namespace intercusp::viewer {
namespace {

constexpr auto find_button = Text("Find the bite");
constexpr auto no_bite = Text("They may have been exported without their bite.");
constexpr auto find_explained = Text(
    "Brings the jaws together by the buccal scans, or by the shapes of the arches where there are none. "
    "The files are not changed.");

//! Kept between frames.
struct BiteWidgets {
  std::string buccal_path;               //!< typed
  std::optional<std::size_t> candidate;  //!< whose row has the keyboard
  bool scrolls_up = false;               //!< so that there is room for what is found
  bool shows_contacts = false;           //!< once the bite is found
};

//! What to do where the bite is not determined.
const char* next_step(const std::string& code) {
  if (code == codes::jaws_swapped)
    return Text("Open the two scans the other way round, the upper jaw as the upper one.");
  if (code == codes::jaw_not_in_buccal_scans)
    return Text("Remove the buccal scan and add one of this patient, or find the bite without it.");
  if (code == codes::buccal_scans_disagree)
    return Text("Look at the bite of each scan below. Use the right one, or remove the scan of the other.");
  if (code == codes::several_bites_fit)
    return Text("Add a buccal scan, or look at the bites below and use the right one.");
  if (code == codes::too_few_opposing_teeth)
    return Text("Check the tooth numbers under Teeth, or add a buccal scan.");
  return Text("Check that both scans are of one patient, or add a buccal scan.");
}

float widest_word(const std::string& text) {
  float widest = 0;
  for (std::size_t from = 0; from < text.size();) {
    const std::size_t end = std::min(text.find(' ', from), text.size());
    widest = std::max(widest, ImGui::CalcTextSize(text.substr(from, end - from).c_str()).x);
    from = end + 1;
  }
  return widest;
}

//! Columns share the room by their longest words, since headings and words may take several lines.
template <class Row>
void set_up_columns(const Figures<Row>& figures, const std::vector<Row>& rows) {
  for (const Figure<Row>& figure : figures) {
    float widest = widest_word(figure.heading);
    for (const Row& row : rows) widest = std::max(widest, widest_word(text_of(figure, row)));
    set_up(figure, ImGuiTableColumnFlags_WidthStretch, widest);
  }
  for (const Figure<Row>& figure : figures) {
    ImGui::TableNextColumn();
    muted(figure.heading);
  }
}

//! Words may take several lines.  \param begin_row draws what lies below the cells of a row
template <class Row>
void table_of_figures(const char* id, const Figures<Row>& figures, const std::vector<Row>& rows,
                      const std::function<void(std::size_t)>& begin_row) {
  const auto head = [&] { set_up_columns(figures, rows); };
  figure_table(id, figures, {.padding_em = 0.2F, .head = head}, [&] {
    for (std::size_t i = 0; i < rows.size(); ++i)
      figure_row(figures, rows[i], [&] {
        begin_row(i);
        wrapped(text_of(figures[0], rows[i]));
      });
  });
}

//! All figures of a row, of which the table shows some.
void explain_candidate(const BiteCandidate& candidate, std::size_t i, BiteMethod method) {
  if (!ImGui::IsMouseHoveringRect(ImGui::GetItemRectMin(), ImGui::GetItemRectMax())) return;  // not by keys
  const CandidateRow row{static_cast<int>(i) + 1, candidate};
  std::string words;
  for (const Figure<CandidateRow>& figure : candidate_figures())
    if (!figure.heading.empty()) words += figure.heading + ": " + text_of(figure, row) + "\n";
  explain(words + score_sentence(method));
}

//! One row a candidate. A click or an arrow key shows it.
void show_candidates(const AppState& state, Actions& actions, BiteWidgets& kept, const FoundBite& found) {
  const Figures<CandidateRow> figures =
      chosen(candidate_figures(), {"number", "contacts", "max_penetration_mm"});
  const std::vector<CandidateRow> rows = candidate_rows(found);
  const std::optional<std::size_t> shown = candidate_shown(state);
  std::optional<std::size_t> clicked, focused;
  table_of_figures<CandidateRow>("candidates", figures, rows, [&](std::size_t i) {
    const std::string id = fmt::format("##candidate {}", i);
    const ImVec2 corner = ImGui::GetCursorPos();
    if (ImGui::Selectable(id.c_str(), i == shown, ImGuiSelectableFlags_SpanAllColumns)) clicked = i;
    if (ImGui::IsItemFocused()) focused = i;
    explain_candidate(found.candidates[i], i, found.method);
    ImGui::SetCursorPos(corner);
  });
  if (focused && kept.candidate && focused != kept.candidate && !clicked) clicked = focused;
  kept.candidate = focused;
  if (clicked) show_candidate(state, actions, *clicked);
}

//! What the candidate shown has no column for. All figures are in the tooltip of its row.
void show_figures_of(const FoundBite& found, const CandidateRow& shown) {
  const std::string residual = rounded(shown.candidate.residual_mm, 2);
  row(Text("Fit of the surfaces"), found.determined() && shown.number == 1
                                       ? phrase("good, {} mm", residual)
                                       : phrase("doubtful, {} mm", residual));
  explain(score_sentence(found.method));
  for (const Figure<CandidateRow>& figure : chosen(candidate_figures(), {"contact_mm2"}))
    row(figure.heading.c_str(), text_of(figure, shown));
}

//! For the best candidate, also whether noise explains its depth.
std::string depth_words(const FoundBite& found, std::size_t shown) {
  const Finding* const deep = find_code(found.findings, codes::bite_deeper_than_noise);
  if (shown == 0 && deep != nullptr)
    return phrase("The jaws overlap by up to {} mm in this bite, more than the noise of the scans explains.",
                  rounded(deep->number("depth_mm"), 2));
  const double depth_mm = found.candidates[shown].max_penetration_mm;
  if (depth_mm <= most_overlap_mm) return {};
  return phrase("The jaws overlap by up to {} mm in this bite, more than teeth yield ({} mm).",
                rounded(depth_mm, 2), shortest(most_overlap_mm));
}

void show_one(Actions& actions, const FoundBite& found, std::size_t shown) {
  show_figures_of(found, candidate_rows(found)[shown]);
  const std::string depth = depth_words(found, shown);
  if (depth.empty()) return;
  wrapped(depth);
  if (wide_button(Text("Settle this bite"),
                  Text("Finds the stable bite nearby, where the jaws no longer overlap so deeply.")))
    actions.settle();
}

void show_refusals(const AppState& state, const FoundBite& found) {
  const Theme theme = theme_of(state.settings.dark);
  ImGui::PushStyleColor(ImGuiCol_Text, theme.bad);
  wrapped(Text("The bite is not determined."));
  ImGui::PopStyleColor();
  for (const Finding& finding : found.findings) {
    if (finding.severity != Severity::error) continue;
    wrapped(sentence_of(finding) + ".");
    wrapped(next_step(finding.code));
  }
}

void show_remarks(const FoundBite& found) {
  for (const Finding& finding : found.findings)
    if (finding.severity != Severity::error && finding.code != codes::bite_deeper_than_noise)
      muted(sentence_of(finding) + ".");
}

//! How each buccal scan lies on either jaw.
void show_fits(const BiteSearch& search) {
  const BuccalBite& bite = *search.found->buccal;
  std::vector<BuccalRow> rows;
  for (std::size_t i = 0; i < std::min(bite.scans.size(), search.buccal.size()); ++i)
    for (const Jaw jaw : {Jaw::upper, Jaw::lower})
      rows.push_back({static_cast<int>(i) + 1, search.buccal[i], jaw,
                      jaw == Jaw::upper ? bite.scans[i].upper : bite.scans[i].lower,
                      bite.scans[i].disagreement_mm});
  if (rows.empty()) return;
  table_of_figures<BuccalRow>("fits", chosen(buccal_figures(), {"number", "jaw", "reason", "residual_mm"}),
                              rows, [](std::size_t) {});
  for (std::size_t i = 0; i < bite.scans.size(); ++i)
    if (const auto& apart_mm = bite.scans[i].disagreement_mm)
      row(phrase("Difference beside scan {}", i + 1).c_str(), phrase("{:.3f} mm", *apart_mm));
  if (std::ranges::count_if(bite.scans, &BuccalFit::determined) > 1)
    row(Text("Difference between their bites"), phrase("{:.3f} mm", bite.disagreement_mm));
}

void show_candidates_and_use(const AppState& state, Actions& actions, BiteWidgets& kept,
                             const FoundBite& found) {
  show_candidates(state, actions, kept, found);
  if (const std::optional<std::size_t> shown = candidate_shown(state)) show_one(actions, found, *shown);
  const bool is_used = same_pose(state.document.upper_from_lower, state.loaded->bite.upper_from_lower);
  ImGui::BeginDisabled(is_used || state.work);
  if (wide_button(Text("Use this bite"),
                  Text("The case is opened again with the jaws as they stand now: the patient's axes and the "
                       "direction of the map are those of this bite.")))
    actions.cases.reopen_in_pose();
  ImGui::EndDisabled();
}

void show_found(const AppState& state, Actions& actions, BiteWidgets& kept, const BiteSearch& search) {
  const FoundBite& found = *search.found;
  if (!found.determined()) show_refusals(state, found);
  draw_card(theme_of(state.settings.dark), "found", bite_card(state));
  explain(certainty_sentence(found.method));
  show_remarks(found);
  if (!found.candidates.empty()) show_candidates_and_use(state, actions, kept, found);
  if (found.buccal) show_fits(search);
}

void add_typed(const AppState& state, Actions& actions, WidgetState& widgets, BiteWidgets& kept) {
  constexpr PathField field = {
      "##buccal", Text("Buccal scan"), Text("Add a buccal scan\u2026"),
      Text("A scan of the teeth in bite, taken from the cheek. It can also be dropped on the "
           "window.")};
  add_by_path(widgets, field, kept.buccal_path, [&state, &actions](const std::vector<std::string>& paths) {
    for (const std::string& path : paths) add_buccal_scan(state, actions, path);
  });
}

void show_buccal_scans(const AppState& state, Actions& actions, WidgetState& widgets, BiteWidgets& kept) {
  const std::vector<std::string> files = bite_search(state).buccal;
  std::optional<std::size_t> removed;
  for (std::size_t i = 0; i < files.size(); ++i) {
    ImGui::PushID(static_cast<int>(i));
    if (ImGui::SmallButton("\xc3\x97")) removed = i;
    explain(Text("Remove this buccal scan."));
    ImGui::SameLine();
    wrapped(elided(fmt::format("{}  {}", i + 1, std::filesystem::path(files[i]).filename().string()),
                   ImGui::GetContentRegionAvail().x));
    explain(files[i]);
    ImGui::PopID();
  }
  if (removed) remove_buccal_scan(state, actions, *removed);
  if (files.size() < most_buccal_scans) add_typed(state, actions, widgets, kept);
}

void begin_search(const AppState& state, Actions& actions, WidgetState& widgets) {
  BiteWidgets& kept = widgets.parts.of<BiteWidgets>();
  kept.shows_contacts = opened_without_bite(state);
  if (!kept.shows_contacts) kept.scrolls_up = true;
  find_bite(state, actions);
}

}  // namespace

std::vector<CardLine> bite_card(const AppState& state) {
  const std::shared_ptr<const FoundBite> found = bite_search(state).found;
  const std::optional<std::size_t> shown = candidate_shown(state);
  if (!found || !shown) return {};
  std::vector<CardLine> card;
  if (found->determined() && shown == 0) card.push_back({phrase("Bite"), headline_of(*found)});
  for (const Fact& fact : certainty_facts(*found)) card.push_back({fact.name, fact.text});
  for (const Figure<CandidateRow>& figure :
       chosen(candidate_figures(), {"contact_mm2", "residual_mm", "overlap_share"}))
    card.push_back({figure.heading, text_of(figure, candidate_rows(*found)[*shown])});
  return card;
}

void draw_bite(const AppState& state, Actions& actions, WidgetState& widgets) {
  BiteWidgets& kept = widgets.parts.of<BiteWidgets>();
  if (std::exchange(kept.scrolls_up, false)) ImGui::SetScrollHereY(0);
  heading(Text("Registration of the jaws"));
  const BiteSearch search = bite_search(state);
  show_buccal_scans(state, actions, widgets, kept);
  if (search.found || !opened_without_bite(state)) {
    ImGui::BeginDisabled(state.work.has_value());
    if (wide_button(find_button, find_explained)) begin_search(state, actions, widgets);
    ImGui::EndDisabled();
  }
  if (search.found) show_found(state, actions, kept, search);
}

//! What the search for the bite of jaws that had none leads to: the contacts in it, or why it is not determined.
static void take_up(const AppState& state, Actions& actions, WidgetState& widgets) {
  BiteWidgets& kept = widgets.parts.of<BiteWidgets>();
  const std::shared_ptr<const FoundBite> found = bite_search(state).found;
  if (!found || !std::exchange(kept.shows_contacts, false)) return;
  widgets.panel = found->determined() ? PanelKind::contacts : PanelKind::the_case;
  widgets.step_parts.erase(widgets.panel);
  kept.scrolls_up = !found->determined();
  if (candidate_shown(state)) actions.cases.reopen_in_pose();
}

void offer_bite(const AppState& state, Actions& actions, WidgetState& widgets) {
  take_up(state, actions, widgets);
  if (widgets.panel == PanelKind::contacts && candidate_shown(state)) {
    heading(Text("Registration of the jaws"));
    draw_card(theme_of(state.settings.dark), "found", bite_card(state));
    if (wide_button(Text("Other bites and buccal scans"))) {
      widgets.panel = PanelKind::the_case;
      widgets.parts.of<BiteWidgets>().scrolls_up = true;
    }
  }
  if (bite_search(state).found || !opened_without_bite(state)) return;
  heading(Text("The jaws are not in bite"));
  wrapped(no_bite);
  ImGui::BeginDisabled(state.work.has_value());
  if (wide_button(find_button, find_explained)) begin_search(state, actions, widgets);
  ImGui::EndDisabled();
}

}  // namespace intercusp::viewer
