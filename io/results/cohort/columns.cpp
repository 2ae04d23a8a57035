#include "io/results/cohort/columns.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>
#include <tuple>

#include "io/results/bite/report.h"
#include "io/results/cohort/collect.h"
#include "io/results/comparison/parts.h"
#include "io/results/comparison/report.h"
#include "io/results/inspection/contact_figures.h"
#include "io/results/model/report.h"
#include "io/results/teeth/report.h"
#include "io/wording/definitions.h"
#include "occlusion/case/fdi.h"

namespace intercusp {
namespace {

using nlohmann::json;

//! The value at a place; null if the row has none.
Value value_at(const json& result, const std::string& pointer) {
  const json::json_pointer place(pointer);
  return result.contains(place) ? value_of(result[place]) : Value();
}

Figure<json>::Reader read_at(const std::string& pointer) {
  return [pointer](const json& result) { return value_at(result, pointer); };
}

//! The place of the column in the JSON of a row.
template <class Row>
std::string pointer_to(const Figure<Row>& figure, const CsvColumn& column) {
  return "/" + figure.key + (column.part.empty() ? "" : "/" + column.part);
}

//! The columns of figures in CSV, read from the JSON of a row.
//! \param at place of the row
//! \param before prefix of the column names
template <class Row>
Figures<json> in_json(const Figures<Row>& figures, const std::string& at = "",
                      const std::string& before = "") {
  Figures<json> columns;
  for (const Figure<Row>& figure : figures) {
    for (const CsvColumn& column : figure.csv_columns()) {
      columns.push_back({before + column.name, figure.unit,
                         column.definition.empty() ? figure.definition : column.definition,
                         read_at(at + pointer_to(figure, column))});
    }
  }
  return columns;
}

Value codes_of_findings(const std::vector<json>& reports) {
  std::set<std::string> codes;  // some codes occur once per jaw
  for (const json& report : reports) {
    for (const json& finding : report.value("findings", json::array()))
      codes.insert(finding["code"].get<std::string>());
  }
  return fmt::format("{}", fmt::join(codes, " "));
}

//! The entry of a list at the threshold of the report's first page, by surface distance; null if there is
//! none.
json headline_entry(const json& report, const char* list) {
  if (!report.contains("/settings/thresholds_mm"_json_pointer) || !report.contains(list)) return {};
  const auto thresholds = report["settings"]["thresholds_mm"].get<std::vector<double>>();
  if (thresholds.empty()) return {};
  for (const json& entry : report[list]) {
    if (entry["threshold_mm"] == headline_threshold(thresholds) && entry["measure"] == "surface_distance" &&
        entry.value("side", "lower") == "lower")
      return entry;
  }
  return {};
}

Value teeth_of(const json& report, Jaw jaw) {
  std::int64_t count = 0;
  for (const json& axes : report.value("tooth_axes", json::array()))
    count += jaw_of(axes["tooth"].get<int>()) == jaw ? 1 : 0;
  return count;
}

Value teeth_not_sure(const json& report) {
  std::int64_t count = 0;
  for (const char* const jaw : {"upper", "lower"}) {
    for (const json& tooth :
         report.value(json::json_pointer(std::string("/") + jaw + "/estimated_teeth"), json::array()))
      count += tooth.value("sure", true) ? 0 : 1;
  }
  return count;
}

//! A figure of the list's entry at the threshold of the report's first page.
template <class Row>
Figure<json> at_headline(const char* list, const Figure<Row>& figure, CsvColumn column = {}) {
  if (column.name.empty()) column.name = figure.key;
  if (column.definition.empty()) column.definition = figure.definition;
  return {column.name, figure.unit, column.definition,
          [list, pointer = pointer_to(figure, column)](const json& report) {
            const json entry = headline_entry(report, list);
            return entry.is_object() ? value_at(entry, pointer) : Value();
          }};
}

Figures<json> headline_figures() {
  const Figures<AreaRow> areas = area_figures(), balance = balance_figures();
  const Figure<AreaRow> interval = figure(areas, "interval_mm2");
  return {at_headline("areas", figure(areas, "threshold_mm"), {"contact_threshold_mm"}),
          at_headline("areas", figure(areas, "surface_mm2"),
                      {"contact_area_mm2", "",
                       "Contact area on the lower by surface distance at contact_threshold_mm."}),
          at_headline("areas", interval,
                      {"contact_area_low_mm2", "0",
                       "Lower end of the 95 % interval of the area, for the error of the bite."}),
          at_headline("areas", interval, {"contact_area_high_mm2", "1", "Upper end of that interval."}),
          at_headline("areas", figure(areas, "contacts"),
                      {"contacts", "", "Occlusal contacts by surface distance at contact_threshold_mm."}),
          at_headline("balance", figure(balance, "left_share")),
          at_headline("balance", figure(balance, "anterior_share"))};
}

Figures<json> inspect_figures() {
  const Figures<Inspection> figures = inspection_figures();
  return in_json(chosen(figures, {"engine"})) +
         Figures<json>{
             {"findings", "",
              "Codes of what the report remarks on, with spaces between; docs/FILE_FORMATS.md lists them.",
              [](const json& report) { return codes_of_findings({report}); }},
             {"upper_triangles", "1", "Triangles of the upper scan as read.", read_at("/upper/triangles")},
             {"lower_triangles", "1", "Triangles of the lower scan as read.", read_at("/lower/triangles")},
             {"upper_teeth", "1", "Numbered teeth of the upper.",
              [](const json& r) { return teeth_of(r, Jaw::upper); }},
             {"lower_teeth", "1", "Numbered teeth of the lower.",
              [](const json& r) { return teeth_of(r, Jaw::lower); }}} +
         in_json(chosen(figures, {"labels_estimated"})) +
         Figures<json>{{"teeth_not_sure", "1",
                        "Teeth whose numbers should be looked at before they are used.", teeth_not_sure}} +
         in_json(
             chosen(figures, {"interference", "min_surface_distance_mm", "min_clearance_mm",
                              "max_penetration_distance_mm", "max_penetration_mm", "overlap_volume_mm3"})) +
         in_json(chosen(first_contact_figures(), {"opening_deg"}), "/first_contact") + headline_figures() +
         in_json(relation_figures(), "/bite_relations");
}

Figures<json> contacts_columns() {
  Figures<ContactRow> figures =
      chosen(contact_figures(),
             {"number", "threshold_mm", "measure", "side", "lower_tooth", "tooth_confidence", "tooth_sure",
              "upper_tooth", "upper_tooth_confidence", "upper_tooth_sure", "centroid_mm", "projected_mm2",
              "surface_mm2", "least_mm", "mean_mm", "presence", "lower_place", "upper_place"});
  for (Figure<ContactRow>& each : figures)
    if (each.key == "least_mm") each.columns = {{"min_mm"}};  // as in teeth.csv
  return in_json(figures);
}

//! A tooth without contact at a threshold also has a row, because "no contact" is a result.
std::vector<json> with_teeth_without_contact(const json& report) {
  std::vector<json> rows = report.value("teeth", json::array()).get<std::vector<json>>();
  std::set<std::tuple<double, std::string, int>> measured;
  for (const json& row : rows)
    if (row["tooth"].is_number()) measured.emplace(row["threshold_mm"], row["measure"], row["tooth"]);
  for (const json& area : report.value("areas", json::array())) {
    if (area.value("side", "lower") != "lower") continue;
    for (const json& axes : report.value("tooth_axes", json::array())) {
      if (measured.contains({area["threshold_mm"], area["measure"], axes["tooth"]})) continue;
      rows.push_back({{"threshold_mm", area["threshold_mm"]},
                      {"measure", area["measure"]},
                      {"side", "lower"},
                      {"tooth", axes["tooth"]},
                      {"contacts", 0},
                      {"projected_mm2", 0.0},
                      {"surface_mm2", 0.0}});
      for (const char* const jaw : {"upper", "lower"}) {
        for (const json& guess : report[jaw].value("estimated_teeth", json::array())) {
          if (guess["fdi"] != axes["tooth"]) continue;
          rows.back()["tooth_confidence"] = guess["confidence"];
          rows.back()["tooth_sure"] = guess["sure"];
        }
      }
    }
  }
  const auto place = [](const json& row) {
    return std::tuple(row["measure"].get<std::string>(), row["threshold_mm"].get<double>(),
                      row["tooth"].is_number() ? row["tooth"].get<int>() : 0);
  };
  std::ranges::stable_sort(rows, {}, place);
  return rows;
}

std::vector<json> contacts_of(const json& report) { return report.value("contacts", json::array()); }

// ---- Analyses compare, bite, segment and model

constexpr const char* jaws[] = {"upper", "lower"};

std::vector<json> reports_of_jaws(const json& result) {
  std::vector<json> reports;
  for (const char* const jaw : jaws) {
    if (result.contains(jaw)) reports.push_back(result[jaw]);
  }
  return reports;
}

Figure<json> findings_figure(std::vector<json> (*reports)(const json& result)) {
  return {"findings", "", "Codes of what the reports remark on, with spaces between.",
          [reports](const json& result) { return codes_of_findings(reports(result)); }};
}

//! Reads a number from the teeth of a jaw; null if the jaw has no result or no pose.
Figure<json>::Reader of_teeth(const std::string& jaw, double (*number)(const json& teeth)) {
  return [=](const json& result) -> Value {
    const json of_jaw = result.value(jaw, json::object());
    if (!of_jaw.contains("teeth") || !of_jaw.value("determined", true)) return {};
    return number(of_jaw["teeth"]);
  };
}

//! Counts teeth. Counts are whole numbers.
Figure<json>::Reader counted(const std::string& jaw, bool (*counts)(const json& tooth)) {
  return [=](const json& result) -> Value {
    const json of_jaw = result.value(jaw, json::object());
    if (!of_jaw.contains("teeth") || !of_jaw.value("determined", true)) return {};
    return std::ranges::count_if(of_jaw["teeth"], counts);
  };
}

double number_or_0(const json& value) { return value.is_number() ? value.get<double>() : 0; }

double sum_of(const json& teeth, const char* key) {
  double sum = 0;
  for (const json& tooth : teeth) sum += number_or_0(tooth[key]);
  return sum;
}

double deepest_loss_mm(const json& teeth) {
  double most = 0;
  for (const json& tooth : teeth) most = std::max(most, number_or_0(tooth["deepest_loss_mm"]));
  return most;
}

double most_moved_mm(const json& teeth) {
  double most = 0;
  for (const json& tooth : teeth) {
    const json& moved = tooth["moved_mm"];
    if (!moved.is_object()) continue;
    most = std::max(most, std::hypot(moved["buccal"].get<double>(), moved["mesial"].get<double>(),
                                     moved["occlusal"].get<double>()));
  }
  return most;
}

Figures<json> compared_jaw_figures(const std::string& jaw) {
  return in_json(
             chosen(compared_scan_figures(), {"determined", "explanation", "residual_mm", "kept_share",
                                              "pose_error", "scale", "distortion_mm", "teeth_against_gum"}),
             "/" + jaw, jaw + "_") +
         Figures<json>{
             {jaw + "_teeth_unchanged", "1", "Teeth without a change beyond the noise.",
              counted(jaw, [](const json& tooth) { return tooth["state"] == "unchanged"; })},
             {jaw + "_teeth_changed", "1", "Teeth that changed beyond the noise.",
              counted(jaw, [](const json& tooth) { return tooth["state"] == "changed"; })},
             {jaw + "_teeth_missing_after", "1", "Teeth that the first session has and this one has not.",
              counted(jaw, [](const json& tooth) { return tooth["state"] == "missing_after"; })},
             {jaw + "_teeth_missing_before", "1", "Teeth that this session has and the first has not.",
              counted(jaw, [](const json& tooth) { return tooth["state"] == "missing_before"; })},
             {jaw + "_teeth_not_measured", "1", "Teeth on which nothing could be measured.",
              counted(jaw, [](const json& tooth) { return tooth["state"] == "not_measured"; })},
             {jaw + "_lost_mm3", "mm3", "Sum of lost_mm3 over the teeth; losses within the noise count as 0.",
              of_teeth(jaw, [](const json& teeth) { return sum_of(teeth, "lost_mm3"); })},
             {jaw + "_gained_mm3", "mm3", "Sum of gained_mm3 likewise.",
              of_teeth(jaw, [](const json& teeth) { return sum_of(teeth, "gained_mm3"); })},
             {jaw + "_deepest_loss_mm", "mm", "Greatest deepest_loss_mm of the teeth; 0 without a loss.",
              of_teeth(jaw, deepest_loss_mm)},
             {jaw + "_most_moved_mm", "mm", "Longest movement of a crown; 0 where none moved.",
              of_teeth(jaw, most_moved_mm)}};
}

Figures<json> found_jaw_figures(const std::string& jaw) {
  return {{jaw + "_triangles", "1", "Triangles of the scan as read.", read_at("/" + jaw + "/triangles")},
          {jaw + "_teeth", "1", "Teeth found.", counted(jaw, [](const json&) { return true; })},
          {jaw + "_teeth_not_sure", "1", "Teeth whose numbers should be looked at before they are used.",
           counted(jaw, [](const json& tooth) { return !tooth.value("sure", true); })}};
}

Figure<json> jaw_column() { return {"jaw", "", "upper or lower.", read_at("/jaw")}; }

//! One number of `measured` with its interval, even if it is within the noise.
Figures<json> measured_columns(const std::string& name, const std::string& part, const char* unit) {
  const std::string pointer = "/measured/" + part;
  const std::string end = std::string("_") + unit;
  return {{"measured_" + name + end, unit, "As " + name + end + ", also within the noise.",
           read_at(pointer + "/value")},
          {"measured_" + name + "_low" + end, unit, "Lower end of its 95 % interval.",
           read_at(pointer + "/interval/0")},
          {"measured_" + name + "_high" + end, unit, "Upper end of that interval.",
           read_at(pointer + "/interval/1")}};
}

Figures<json> compare_figures() {
  return Figures<json>{{"compared_with", "", "Session of the subject's first row; empty in that row itself.",
                        read_at("/compared_with")},
                       findings_figure(reports_of_jaws)} +
         compared_jaw_figures("upper") + compared_jaw_figures("lower");
}

Figures<json> compared_teeth_columns() {
  Figures<ToothChangeRow> figures = tooth_change_figures();
  std::erase_if(figures, [](const auto& each) { return each.in != In::json_and_csv; });
  Figures<json> columns = Figures<json>{jaw_column()} + in_json(figures) +
                          measured_columns("lost", "lost_mm3", "mm3") +
                          measured_columns("gained", "gained_mm3", "mm3") +
                          measured_columns("deepest_loss", "deepest_loss_mm", "mm");
  for (const std::string direction : {"buccal", "mesial", "occlusal"})
    columns = std::move(columns) + measured_columns("moved_" + direction, "moved_mm/" + direction, "mm");
  for (const std::string turn : {"torque", "tip", "rotation"})
    columns = std::move(columns) + measured_columns(turn, "turned_deg/" + turn, "deg");
  return columns;
}

Figures<json> bite_figures() {
  Figures<json> figures = {
      {"findings", "", "Codes of what the report remarks on, with spaces between.",
       [](const json& report) { return codes_of_findings({report}); }},
      {"upper_triangles", "1", "Triangles of the upper scan as read.", read_at("/upper/triangles")},
      {"lower_triangles", "1", "Triangles of the lower scan as read.", read_at("/lower/triangles")}};
  figures = std::move(figures) + in_json(found_bite_figures());
  figures.push_back({"candidates", "1", "Bites found.", [](const json& report) {
                       return Value(report.value("candidates", json::array()).size());
                     }});
  for (const char* const key : {"score", "contacts", "max_penetration_mm", "residual_mm", "overlap_share"}) {
    const Figure<CandidateRow> best = figure(candidate_figures(), key);
    figures.push_back({key, best.unit, "For the best bite: " + best.definition,
                       read_at("/candidates/0/" + std::string(key))});
  }
  return figures;
}

Figures<json> segment_figures() {
  return Figures<json>{findings_figure(reports_of_jaws)} + found_jaw_figures("upper") +
         found_jaw_figures("lower");
}

Figures<json> found_teeth_columns() { return Figures<json>{jaw_column()} + in_json(found_tooth_figures()); }

std::vector<json> teeth_of_both_jaws(const json& result) {
  std::vector<json> rows;
  for (const char* const jaw : jaws) {
    const json of_jaw = result.value(jaw, json::object());
    for (json tooth : of_jaw.value("teeth", json::array())) {
      tooth["jaw"] = jaw;
      rows.push_back(std::move(tooth));
    }
  }
  return rows;
}

//! The first measure of a kind in a jaw.
Figure<json> model_figure(const std::string& jaw, MeasureKey key) {
  const MeasureDefinition definition = for_programs([&] { return definition_of(key); });
  const std::string name = intercusp::name_of(key), before = jaw == "both" ? "" : jaw + "_";
  return {before + name, definition.unit, definition.definition, [jaw, name](const json& report) {
            for (const json& measure : report.value("measures", json::array()))
              if (measure["key"] == name && measure["jaw"] == jaw) return value_at(measure, "/value");
            return Value();
          }};
}

Figures<json> model_figures() {
  using enum MeasureKey;
  Figures<json> figures = {{"findings", "", "Codes of what the report remarks on, with spaces between.",
                            [](const json& report) { return codes_of_findings({report}); }},
                           model_figure("both", bolton_anterior),
                           model_figure("both", bolton_overall),
                           model_figure("both", midline_shift)};
  for (const char* const jaw : jaws)
    for (const MeasureKey key : {arch_perimeter, crowding, little_irregularity, intercanine_width,
                                 intermolar_width, arch_length, arch_depth, wilson})
      figures.push_back(model_figure(jaw, key));
  return figures;
}

//! Those of model.csv without definition and source, which are the same in every case.
Figures<json> measure_columns() {
  Figures<ModelMeasure> figures = measure_figures();
  figures.erase(figures.end() - 2, figures.end());
  return in_json(figures);
}

std::vector<json> measures_of(const json& report) { return report.value("measures", json::array()); }

}  // namespace

Figures<json> case_figures(CohortAnalysis analysis) {
  switch (analysis) {
    case CohortAnalysis::compare:
      return compare_figures();
    case CohortAnalysis::bite:
      return bite_figures();
    case CohortAnalysis::segment:
      return segment_figures();
    case CohortAnalysis::model:
      return model_figures();
    case CohortAnalysis::inspect:
      break;
  }
  return inspect_figures();
}

std::vector<CohortTable> case_tables(CohortAnalysis analysis) {
  const std::string teeth = "teeth.csv", teeth_rows = "cohort_teeth.csv";
  switch (analysis) {
    case CohortAnalysis::compare:
      return {{teeth, teeth_rows, compared_teeth_columns(), teeth_of_both_jaws}};
    case CohortAnalysis::segment:
      return {{teeth, teeth_rows, found_teeth_columns(), teeth_of_both_jaws}};
    case CohortAnalysis::bite:
      return {};
    case CohortAnalysis::model:
      return {{"measures.csv", "cohort_measures.csv", measure_columns(), measures_of}};
    case CohortAnalysis::inspect:
      break;
  }
  return {{teeth, teeth_rows, in_json(tooth_figures()), with_teeth_without_contact},
          {"contacts.csv", "cohort_contacts.csv", contacts_columns(), contacts_of}};
}

Figures<CohortCase> identity_columns() {
  return {{"subject", "", "As in the manifest.", &CohortCase::subject},
          {"session", "", "As in the manifest.", &CohortCase::session}};
}

Figures<CollectedCase> status_columns() {
  return {
      {"status", "", "done or failed.",
       [](const CollectedCase& row) { return row.record.done() ? "done" : "failed"; }},
      {"reason_code", "",
       "Why the case failed, as a code; empty where it is done. not_run: no result is there.",
       [](const CollectedCase& row) { return row.record.reason_code; }},
      {"reason", "", "Why the case failed, as a sentence with the file.",
       [](const CollectedCase& row) { return row.record.reason; }},
      {"repeat", "", "As in the manifest: sessions of a subject with the same value repeat one measurement.",
       [](const CollectedCase& row) { return row.one.repeat; }}};
}

Figures<CaseRecord> source_columns() {
  return {{"upper_sha256", "", "SHA-256 of the upper's files as read.", &CaseRecord::upper_sha256},
          {"lower_sha256", "", "SHA-256 of the lower's files as read.", &CaseRecord::lower_sha256},
          {"options", "", "The analysis with its options.",
           [](const CaseRecord& record) {
             std::vector<std::string> words = record.options;
             if (!record.key.empty()) words.insert(words.begin(), name_of(record.analysis));
             return fmt::format("{}", fmt::join(words, " "));
           }},
          {"version", "", "Version of the program.", &CaseRecord::version}};
}

Figures<CaseRecord> provenance_columns_of_cohort() {
  return {
      {"host", "", "Machine that computed the case.", &CaseRecord::host},
      {"seconds", "s", "Wall-clock time of the case.", &CaseRecord::seconds},
      {"peak_memory_mb", "MB", "Largest resident memory of the process.", &CaseRecord::peak_memory_mb},
      {"key", "", "SHA-256 over inputs, options and version: a case with the same key is not computed again.",
       &CaseRecord::key}};
}

Value value_of(const json& value) {
  switch (value.type()) {
    case json::value_t::boolean:
      return value.get<bool>();
    case json::value_t::number_integer:
      return value.get<std::int64_t>();
    case json::value_t::number_unsigned:
      return value.get<std::uint64_t>();
    case json::value_t::number_float:
      return value.get<double>();
    case json::value_t::string:
      return value.get<std::string>();
    default:
      return {};
  }
}

}  // namespace intercusp
