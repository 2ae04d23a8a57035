#include "io/results/cohort/columns.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <tuple>

#include "io/results/cohort/collect.h"
#include "io/results/inspection/contact_figures.h"
#include "io/wording/definitions.h"
#include "occlusion/case/fdi.h"

namespace intercusp {
namespace {

using nlohmann::json;

//! The entry of a list at the threshold of the report's first page, by surface distance; null without one.
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

Figure<json>::Reader at_headline(const char* list, const std::string& pointer) {
  return [list, pointer](const json& report) {
    const json entry = headline_entry(report, list);
    return entry.is_object() ? value_at(entry, pointer) : Value();
  };
}

Figures<json> inspect_figures() {
  const std::string threshold = figure(area_figures(), "threshold_mm").definition;
  return {
      {"engine", "", "Engine that computed the maps.", read_at("/engine")},
      {"findings", "",
       "Codes of what the report remarks on, with spaces between; docs/FILE_FORMATS.md lists them.",
       [](const json& report) { return codes_of_findings({report}); }},
      {"upper_triangles", "1", "Triangles of the upper scan as read.", read_at("/upper/triangles")},
      {"lower_triangles", "1", "Triangles of the lower scan as read.", read_at("/lower/triangles")},
      {"upper_teeth", "1", "Numbered teeth of the upper.",
       [](const json& r) { return teeth_of(r, Jaw::upper); }},
      {"lower_teeth", "1", "Numbered teeth of the lower.",
       [](const json& r) { return teeth_of(r, Jaw::lower); }},
      {"teeth_estimated", "", "true where the program found the teeth itself.", read_at("/labels_estimated")},
      {"teeth_not_sure", "1", "Teeth whose numbers should be looked at before they are used.",
       teeth_not_sure},
      {"interference", "", "true where the jaws overlap.", read_at("/interference")},
      {"min_surface_distance_mm", "mm", surface_distance_sentence(), read_at("/min_surface_distance_mm")},
      {"min_clearance_mm", "mm", measure_sentence(), read_at("/min_clearance_mm")},
      {"max_penetration_distance_mm", "mm", "Deepest overlap as surface distance; 0 without overlap.",
       read_at("/max_penetration_distance_mm")},
      {"max_penetration_mm", "mm", "Longest overlap along the direction of projection; 0 without overlap.",
       read_at("/max_penetration_mm")},
      {"overlap_volume_mm3", "mm3", "Volume that both jaws fill.", read_at("/overlap_volume_mm3")},
      {"first_contact_opening_deg", "deg",
       "How far the jaw is opened about the hinge axis where the teeth first meet.",
       read_at("/first_contact/opening_deg")},
      {"contact_threshold_mm", "mm", threshold, at_headline("areas", "/threshold_mm")},
      {"contact_area_mm2", "mm2", "Contact area on the lower by surface distance at contact_threshold_mm.",
       at_headline("areas", "/surface_mm2")},
      {"contact_area_low_mm2", "mm2",
       "Lower end of the 95 % interval of the area, for the error of the bite.",
       at_headline("areas", "/interval_mm2/0")},
      {"contact_area_high_mm2", "mm2", "Upper end of that interval.",
       at_headline("areas", "/interval_mm2/1")},
      {"contacts", "1", "Occlusal contacts by surface distance at contact_threshold_mm.",
       at_headline("areas", "/contacts")},
      {"left_share", "1", "Share of the contact area on the patient's left, from 0 to 1.",
       at_headline("balance", "/left_share")},
      {"anterior_share", "1", "Share of the contact area on canines and incisors, from 0 to 1.",
       at_headline("balance", "/anterior_share")},
      {"overjet_mm", "mm", "How far the upper incisors lie in front of the lower ones.",
       read_at("/bite_relations/overjet/mm")},
      {"overbite_mm", "mm", "How far the upper incisors cover the lower.",
       read_at("/bite_relations/overbite/mm")},
      {"midline_shift_mm", "mm", "Lower midline against the upper, positive to the patient's left.",
       read_at("/bite_relations/midline_shift/mm")},
      {"right_molar_class", "", "Angle class of the right first molars.",
       read_at("/bite_relations/right_molar/class")},
      {"left_molar_class", "", "Angle class of the left first molars.",
       read_at("/bite_relations/left_molar/class")},
      {"right_canine_class", "", "Class of the right canines.",
       read_at("/bite_relations/right_canine/class")},
      {"left_canine_class", "", "Class of the left canines.", read_at("/bite_relations/left_canine/class")},
  };
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

//! A tooth without contact at a threshold has a row too: "no contact" is a result.
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

}  // namespace

Figures<json> case_figures(CohortAnalysis analysis) {
  switch (analysis) {
    case CohortAnalysis::compare:
      return compare_figures();
    case CohortAnalysis::bite:
      return bite_figures();
    case CohortAnalysis::segment:
      return segment_figures();
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
    case CohortAnalysis::inspect:
      break;
  }
  return {{teeth, teeth_rows, in_json(tooth_figures()), with_teeth_without_contact},
          {"contacts.csv", "cohort_contacts.csv", contacts_columns(), contacts_of}};
}

Value value_at(const json& result, const std::string& pointer) {
  const json::json_pointer place(pointer);
  return result.contains(place) ? value_of(result[place]) : Value();
}

Figure<json>::Reader read_at(const std::string& pointer) {
  return [pointer](const json& result) { return value_at(result, pointer); };
}

Value codes_of_findings(const std::vector<json>& reports) {
  std::set<std::string> codes;  // some occur once per jaw
  for (const json& report : reports) {
    for (const json& finding : report.value("findings", json::array()))
      codes.insert(finding["code"].get<std::string>());
  }
  return fmt::format("{}", fmt::join(codes, " "));
}

Figures<CohortCase> identity_columns() {
  return {{"subject", "", "As in the manifest.", [](const CohortCase& one) { return one.subject; }},
          {"session", "", "As in the manifest.", [](const CohortCase& one) { return one.session; }}};
}

Figures<CollectedCase> status_columns() {
  return {
      {"status", "", "done or failed.",
       [](const CollectedCase& row) { return row.record.done() ? "done" : "failed"; }},
      {"reason_code", "",
       "Why the case failed, as a code; empty where it is done. not_run: no result is there.",
       [](const CollectedCase& row) { return row.record.reason_code; }},
      {"reason", "", "The same in a sentence, with the file.",
       [](const CollectedCase& row) { return row.record.reason; }},
      {"repeat", "", "As in the manifest: sessions of a subject with the same value repeat one measurement.",
       [](const CollectedCase& row) { return row.one.repeat; }}};
}

Figures<CollectedCase> source_columns() {
  return {{"upper_sha256", "", "SHA-256 of the upper's files as read.",
           [](const CollectedCase& row) { return row.record.upper_sha256; }},
          {"lower_sha256", "", "SHA-256 of the lower's files as read.",
           [](const CollectedCase& row) { return row.record.lower_sha256; }},
          {"options", "", "The analysis with its options.",
           [](const CollectedCase& row) {
             std::vector<std::string> words = row.record.options;
             if (!row.record.key.empty()) words.insert(words.begin(), name_of(row.record.analysis));
             return fmt::format("{}", fmt::join(words, " "));
           }},
          {"version", "", "Version of the program.",
           [](const CollectedCase& row) { return row.record.version; }}};
}

Figures<CollectedCase> provenance_columns_of_cohort() {
  return {
      {"host", "", "Machine that computed the case.",
       [](const CollectedCase& row) { return row.record.host; }},
      {"seconds", "s", "Wall-clock time of the case.",
       [](const CollectedCase& row) { return row.record.seconds; }},
      {"peak_memory_mb", "MB", "Largest resident memory of the process.",
       [](const CollectedCase& row) { return row.record.peak_memory_mb; }},
      {"key", "", "SHA-256 over inputs, options and version: a case with the same key is not computed again.",
       [](const CollectedCase& row) { return row.record.key; }}};
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
