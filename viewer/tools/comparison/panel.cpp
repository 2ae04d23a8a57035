#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <utility>

#include "io/results/comparison/report.h"
#include "io/wording/findings.h"
#include "viewer/panels/figure_table.h"
#include "viewer/panels/panels.h"
#include "viewer/panels/widgets.h"
#include "viewer/tools/comparison/tool.h"

namespace intercusp::viewer {

namespace {

constexpr float small_print = 0.8F;

//! "lost" and "mm³" of "lost, mm³": above each other, so that columns are narrow.
std::array<std::string, 2> lines_of(const std::string& heading) {
  const std::size_t comma = heading.find(", ");
  if (comma == std::string::npos) return {heading, ""};
  return {heading.substr(0, comma), heading.substr(comma + 2)};
}

//! Columns share the width by the lengths of their headings and numbers.
void set_up_columns(const Figures<ToothChangeRow>& columns) {
  const float of_number = ImGui::CalcTextSize("0.00").x;
  for (const Figure<ToothChangeRow>& column : columns) {
    const float of_heading = small_print * ImGui::CalcTextSize(lines_of(column.heading)[0].c_str()).x;
    set_up(column, ImGuiTableColumnFlags_WidthStretch, std::max(of_heading, of_number) + em(0.3F));
  }
}

void write_headings(const Figures<ToothChangeRow>& columns) {
  ImGui::TableNextRow(ImGuiTableRowFlags_Headers);
  ImGui::SetWindowFontScale(small_print);
  for (const Figure<ToothChangeRow>& column : columns) {
    ImGui::TableNextColumn();
    for (const std::string& line : lines_of(column.heading))
      column.is_text ? ImGui::TextUnformatted(line.c_str()) : right_aligned(line);
  }
  ImGui::SetWindowFontScale(1);
}

//! \param most_mm3 of all rows, either way
void draw_curve(const std::vector<double>& over_time_mm3, double most_mm3) {
  const std::vector<float> values(over_time_mm3.begin(), over_time_mm3.end());
  const auto most = static_cast<float>(std::max(most_mm3, 1e-6));
  ImGui::PlotLines("##curve", values.data(), static_cast<int>(values.size()), 0, nullptr, -most, most,
                   {ImGui::GetContentRegionAvail().x, ImGui::GetTextLineHeight()});
}

void change_row(const AppState& state, Actions& actions, const Figures<ToothChangeRow>& columns,
                const ToothChangeRow& row, const std::function<void()>& curve) {
  const bool selected = state.parts.get<ComparisonWork>().selected == row.tooth->fdi;
  const auto tooth = [&] {
    const std::string label = fmt::format("{}##{}", text_of(columns[0], row), row.tooth->fdi);
    if (ImGui::Selectable(label.c_str(), selected, ImGuiSelectableFlags_SpanAllColumns))
      select_changed_tooth(state, actions, selected ? 0 : row.tooth->fdi);
  };
  figure_row(columns, row, tooth, curve);
}

}  // namespace

void draw_change_table(const AppState& state, Actions& actions, const EarlierChange& change) {
  std::vector<ToothChangeRow> rows = tooth_change_rows(*change.comparison, change.scan());
  // Teeth that are missing or not measured have no numbers; the sentence above names them.
  std::erase_if(rows, [](const ToothChangeRow& row) { return !row.tooth->change; });
  std::ranges::stable_partition(rows, [](const ToothChangeRow& row) { return has_changed(*row.tooth); });
  Figures<ToothChangeRow> columns = brief_tooth_change_figures();
  const bool series = earlier_scans(state).scans.size() > 1;
  if (series)
    columns.push_back(
        Figure<ToothChangeRow>{"", "", "", [](const ToothChangeRow&) { return Value(); }}.headed(
            phrase("until now")));
  double most_mm3 = 0;
  for (const ToothChangeRow& row : rows)
    for (const double mm3 : substance_over_time(state, row.tooth->fdi))
      most_mm3 = std::max(most_mm3, std::abs(mm3));
  constexpr ImGuiTableFlags flags =
      ImGuiTableFlags_RowBg | ImGuiTableFlags_NoSavedSettings | ImGuiTableFlags_SizingStretchProp;
  const auto head = [&] {
    set_up_columns(columns);
    write_headings(columns);
  };
  figure_table("changes", columns, {.flags = flags, .padding_em = 0.15F, .head = head}, [&] {
    for (const ToothChangeRow& row : rows) {
      const auto curve = [&] { draw_curve(substance_over_time(state, row.tooth->fdi), most_mm3); };
      change_row(state, actions, columns, row, series ? std::function<void()>(curve) : nullptr);
    }
  });
  if (series) muted(Text("Until now: substance above or below that of today at each scan, oldest first."));
  muted(
      Text("A dash is a number within the noise of the scans (95 %). Of a tooth that moved, loss and gain "
           "are measured after its movement has been taken back. Click a row to look at the tooth."));
}

namespace {

//! Kept between frames.
struct ComparisonWidgets {
  std::string path;
  bool scrolls = false;  //!< to the heading, once there is something below it
};

void offer_scans(const AppState& state, Actions& actions, WidgetState& widgets) {
  std::string& path = widgets.parts.of<ComparisonWidgets>().path;
  const auto add = [&state, &actions, &widgets](const std::vector<std::string>& paths) {
    add_earlier_scans(state, actions, paths);
    widgets.parts.of<ComparisonWidgets>().scrolls = true;
  };
  constexpr PathField field = {
      "##earlier", Text("Earlier scan of a jaw: file or folder"), Text("Compare with an earlier scan…"),
      Text("Shows what the jaw has lost and gained since that scan, and how its teeth have "
           "moved. Several scans make a series.")};
  add_by_path(widgets, field, path, add);
}

//! Which of the scans is shown.
void choose_scan(const AppState& state, Actions& actions, const EarlierScans& scans) {
  const std::size_t count = scans.scans.size();
  if (count > 1) {
    const auto moved =
        slider(Text("Earlier scan"), static_cast<double>(scans.chosen + 1), 1, static_cast<double>(count),
               "%.0f", phrase("{} ({} of {})", name_in_series(*scans.shown()), scans.chosen + 1, count));
    if (moved) choose_earlier_scan(state, actions, static_cast<std::size_t>(std::lround(*moved)) - 1);
  }
  const std::string& source = scans.shown()->source;
  wrapped(std::filesystem::path(source).filename().string());
  explain(source);
}

void choose_jaw(const AppState& state, Actions& actions, const EarlierScan& scan) {
  const std::array<const char*, 3> names = {Text("Automatic"), Text("Upper"), Text("Lower")};
  const int chosen = !scan.jaw ? 0 : *scan.jaw == Jaw::upper ? 1 : 2;
  const auto clicked = choice("jaw of earlier scan", names, chosen);
  explain(
      Text("Which jaw of the open case it is compared with. Automatic: by the name of its file or by its "
           "teeth."));
  if (!clicked) return;
  set_earlier_jaw(state, actions,
                  *clicked == 0 ? std::nullopt : std::optional(*clicked == 1 ? Jaw::upper : Jaw::lower));
}

const char* why(NotRegistered reason) {
  switch (reason) {
    case NotRegistered::no_surface:
      return Text("The earlier scan has no surface. Choose another file.");
    case NotRegistered::too_little_overlap:
      return Text(
          "The scans have too little surface in common. If they are of one jaw, mark the same places "
          "on both.");
    case NotRegistered::shapes_differ:
      return Text(
          "The shapes of the scans differ almost everywhere: they are of different patients or of "
          "different parts of the mouth. If they are of one jaw, mark the same places on both.");
    case NotRegistered::other_jaw:
      return Text("By its tooth numbers the earlier scan is of the other jaw. Choose the other jaw.");
    case NotRegistered::mirrored:
      return Text(
          "The earlier scan fits the mirror image of the open jaw: one of the files is mirrored. "
          "Export it again.");
    case NotRegistered::several_poses:
      return Text("The scans fit each other as well in several positions. Mark the same places on both.");
    case NotRegistered::slides:
      break;
  }
  return Text("The surface in common slides on itself. Choose a scan that shows more of the jaw.");
}

void show_marking(const AppState& state, Actions& actions, ComparisonWidgets& kept,
                  Marking marking) {  // a copy: a button may end it
  const std::size_t pairs = marking.on_earlier.size();
  wrapped(marking.wants_open() ? phrase("Click place {} on the open jaw.", pairs + 1)
                               : phrase("Click place {} on the earlier scan, which is green.", pairs + 1));
  muted(
      Text("Mark three or more places far from each other, as tips of cusps. They may be off by a "
           "millimetre or two: the surfaces are then fitted."));
  ImGui::BeginDisabled(pairs < 3);
  if (wide_button(Text("Compare from these places"))) {
    compare_from_marks(state, actions);
    kept.scrolls = true;
  }
  ImGui::EndDisabled();
  ImGui::BeginDisabled(marking.on_open.empty());
  if (wide_button(Text("Remove the last place"))) unmark_last(actions);
  ImGui::EndDisabled();
  if (wide_button(Text("Stop marking"))) stop_marking(state, actions);
}

void offer_marking(const AppState& state, Actions& actions, ComparisonWidgets& kept,
                   const EarlierScan& scan) {
  if (wide_button(Text("Mark the same places on both scans…"),
                  Text("Lays the earlier scan beside the open jaw. The comparison starts from the places "
                       "that you click on both."))) {
    begin_marking(state, actions);
    kept.scrolls = true;
  }
  if (scan.landmarks.empty()) return;
  muted(phrase("Started from {} marked places.", scan.landmarks.size()));
  if (wide_button(Text("Compare without marked places"))) set_earlier_landmarks(state, actions, {});
}

void choose_look(const AppState& state, Actions& actions) {
  const ComparisonWork& work = state.parts.get<ComparisonWork>();
  const std::array<const char*, 2> names = {Text("Change"), Text("Distance of the jaws")};
  if (const auto clicked = choice("colours of the jaw", names, work.paints ? 0 : 1))
    paint_change(actions, *clicked == 0);
  constexpr double percent = 100;
  if (const auto moved =
          slider(Text("Opacity of the earlier scan"), percent * work.opacity, 0, percent, "%.0f %%"))
    set_earlier_opacity(actions, *moved / percent);
  explain(Text("0: hidden. In the section its outline is always drawn."));
}

void show_change(const AppState& state, Actions& actions, ComparisonWidgets& kept,
                 const EarlierChange& change, const EarlierScan& scan) {
  if (!change.found().determined()) {
    wrapped(why(*change.found().registration.reason));
    return offer_marking(state, actions, kept, scan);
  }
  choose_look(state, actions);
  wrapped(headline_of(*change.comparison));
  for (const Fact& fact : facts_of(*change.comparison, change.scan())) row(fact.name.c_str(), fact.text);
  for (const Finding& finding : findings_of(*change.comparison, change.scan()))
    if (finding.severity != Severity::info) muted(sentence_of(finding) + ".");
  if (!change.found().teeth.empty()) draw_change_table(state, actions, change);
  offer_marking(state, actions, kept, scan);
}

//! What is known of the chosen scan, step by step.
void show_scan(const AppState& state, Actions& actions, ComparisonWidgets& kept, const EarlierScan& scan) {
  const ComparisonWork& work = state.parts.get<ComparisonWork>();
  const EarlierWork& of_scan = work.scans.at(scan.source);
  if (of_scan.read && !of_scan.read->jaw)
    return wrapped(Text("Neither its name nor its teeth tell which jaw it is. Choose Upper or Lower above."));
  if (work.marking) return show_marking(state, actions, kept, *work.marking);
  if (of_scan.change) return show_change(state, actions, kept, *of_scan.change.shared(), scan);
  if (of_scan.read.is_due() || of_scan.change.is_due()) return muted(Text("Compared in the background…"));
  wrapped(of_scan.read ? Text("Not compared: it was stopped or failed.")
                       : Text("Not compared: the file could not be read, or reading was stopped. Try again, "
                              "or choose another file."));
  if (wide_button(Text("Compare again"))) compare_again(state, actions);
}

}  // namespace

void draw_comparison(const AppState& state, Actions& actions, WidgetState& widgets) {
  bool& scrolls = widgets.parts.of<ComparisonWidgets>().scrolls;
  if (scrolls && (state.parts.get<ComparisonWork>().marking || shown_change(state))) {
    ImGui::SetScrollHereY(0);
    scrolls = false;
  }
  heading(Text("Earlier scans"));
  const EarlierScans scans = earlier_scans(state);
  if (scans.shown() != nullptr) {
    choose_scan(state, actions, scans);
    choose_jaw(state, actions, *scans.shown());
    show_scan(state, actions, widgets.parts.of<ComparisonWidgets>(), *scans.shown());
    if (wide_button(Text("Remove this earlier scan"))) return remove_earlier_scan(state, actions);
  }
  offer_scans(state, actions, widgets);
}

}  // namespace intercusp::viewer
