#include "io/cohort/columns.h"

#include <nlohmann/json.hpp>
#include <set>

#include "io/wording/definitions.h"
#include "io/wording/first_page_words.h"
#include "io/wording/inspection_words.h"

namespace intercusp {
namespace {

using nlohmann::json;

// Definitions that several columns share, or that the report has as well.
std::string clearance() { return measure_sentence(); }
std::string surface_distance() { return surface_distance_sentence(); }
std::string area_error() { return "Bound of the numerical error of the area."; }
std::string surface_area() { return "Area on the surface of the jaw that side names."; }
std::string projected_area() { return "The same area seen along the direction of projection."; }
std::string confidence() {
  return "Probability of the tooth's number, from 0 to 1; 1 where the number comes from a file.";
}
std::string sure() {
  return "true where the number may be relied on; false: look at the tooth before you use it.";
}
std::string threshold() {
  return "What is no farther apart than this counts as contact; overlap counts too.";
}

Value at(const json& report, const char* pointer) {
  const json::json_pointer place(pointer);
  return report.contains(place) ? value_of(report[place]) : Value();
}

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

Value headline(const json& report, const char* list, const char* pointer) {
  const json entry = headline_entry(report, list);
  return entry.is_object() ? at(entry, pointer) : Value();
}

Value codes_of_findings(const json& report) {
  std::set<std::string> codes;  // some come once per jaw
  for (const json& finding : report.value("findings", json::array()))
    codes.insert(finding["code"].get<std::string>());
  std::string text;
  for (const std::string& code : codes) text += (text.empty() ? "" : " ") + code;
  return text;
}

bool is_upper(int fdi) { return fdi / 10 % 4 == 1 || fdi / 10 % 4 == 2; }

Value teeth_of(const json& report, bool upper) {
  std::int64_t count = 0;
  for (const json& axes : report.value("tooth_axes", json::array()))
    count += is_upper(axes["tooth"].get<int>()) == upper ? 1 : 0;
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

#define AT(pointer) [](const json& report) { return at(report, pointer); }
#define HEADLINE(list, pointer) [](const json& report) { return headline(report, list, pointer); }
#define SAYS(text) []() -> std::string { return text; }

constexpr CaseFigure figures[] = {
    {{"engine", "", SAYS("Engine that computed the maps.")}, AT("/engine")},
    {{"findings", "",
      SAYS("Codes of what the report remarks on, with spaces between; docs/FILE_FORMATS.md lists them.")},
     codes_of_findings},
    {{"upper_triangles", "1", SAYS("Triangles of the upper scan as read.")}, AT("/upper/triangles")},
    {{"lower_triangles", "1", SAYS("Triangles of the lower scan as read.")}, AT("/lower/triangles")},
    {{"upper_teeth", "1", SAYS("Numbered teeth of the upper.")},
     [](const json& r) { return teeth_of(r, true); }},
    {{"lower_teeth", "1", SAYS("Numbered teeth of the lower.")},
     [](const json& r) { return teeth_of(r, false); }},
    {{"teeth_estimated", "", SAYS("true where the program found the teeth itself.")},
     AT("/labels_estimated")},
    {{"teeth_not_sure", "1", SAYS("Teeth whose numbers should be looked at before they are used.")},
     teeth_not_sure},
    {{"interference", "", SAYS("true where the jaws overlap.")}, AT("/interference")},
    {{"min_surface_distance_mm", "mm", surface_distance}, AT("/min_surface_distance_mm")},
    {{"min_clearance_mm", "mm", clearance}, AT("/min_clearance_mm")},
    {{"max_penetration_distance_mm", "mm", SAYS("Deepest overlap as surface distance; 0 without overlap.")},
     AT("/max_penetration_distance_mm")},
    {{"max_penetration_mm", "mm",
      SAYS("Longest overlap along the direction of projection; 0 without overlap.")},
     AT("/max_penetration_mm")},
    {{"overlap_volume_mm3", "mm3", SAYS("Volume that both jaws fill.")}, AT("/overlap_volume_mm3")},
    {{"first_contact_opening_deg", "deg",
      SAYS("How far the jaw is opened about the hinge axis where the teeth first meet.")},
     AT("/first_contact/opening_deg")},
    {{"contact_threshold_mm", "mm", threshold}, HEADLINE("areas", "/threshold_mm")},
    {{"contact_area_mm2", "mm2",
      SAYS("Contact area on the lower by surface distance at contact_threshold_mm.")},
     HEADLINE("areas", "/surface_mm2")},
    {{"contact_area_low_mm2", "mm2",
      SAYS("Lower end of the 95 % interval of the area, for the error of the bite.")},
     HEADLINE("areas", "/interval_mm2/0")},
    {{"contact_area_high_mm2", "mm2", SAYS("Upper end of that interval.")},
     HEADLINE("areas", "/interval_mm2/1")},
    {{"contacts", "1", SAYS("Occlusal contacts by surface distance at contact_threshold_mm.")},
     HEADLINE("areas", "/contacts")},
    {{"left_share", "1", SAYS("Share of the contact area on the patient's left, from 0 to 1.")},
     HEADLINE("balance", "/left_share")},
    {{"anterior_share", "1", SAYS("Share of the contact area on canines and incisors, from 0 to 1.")},
     HEADLINE("balance", "/anterior_share")},
    {{"overjet_mm", "mm", SAYS("How far the upper incisors stand in front of the lower.")},
     AT("/bite_relations/overjet/mm")},
    {{"overbite_mm", "mm", SAYS("How far the upper incisors cover the lower.")},
     AT("/bite_relations/overbite/mm")},
    {{"midline_shift_mm", "mm", SAYS("Lower midline against the upper, positive to the patient's left.")},
     AT("/bite_relations/midline_shift/mm")},
    {{"right_molar_class", "", SAYS("Angle class of the right first molars.")},
     AT("/bite_relations/right_molar/class")},
    {{"left_molar_class", "", SAYS("Angle class of the left first molars.")},
     AT("/bite_relations/left_molar/class")},
    {{"right_canine_class", "", SAYS("Class of the right canines.")},
     AT("/bite_relations/right_canine/class")},
    {{"left_canine_class", "", SAYS("Class of the left canines.")}, AT("/bite_relations/left_canine/class")},
};

constexpr RowColumn teeth[] = {
    {{"tooth", "", SAYS("FDI number.")}, AT("/tooth")},
    {{"threshold_mm", "mm", threshold}, AT("/threshold_mm")},
    {{"measure", "",
      SAYS("clearance: along the direction of projection; surface_distance: to the closest point of the "
           "other jaw.")},
     AT("/measure")},
    {{"side", "", SAYS("The jaw on whose surface the area is measured, also for teeth of the other.")},
     AT("/side")},
    {{"tooth_confidence", "1", confidence}, AT("/tooth_confidence")},
    {{"tooth_sure", "", sure}, AT("/tooth_sure")},
    {{"contacts", "1", SAYS("Occlusal contacts of the tooth; 0 for a tooth that has none.")},
     AT("/contacts")},
    {{"projected_mm2", "mm2", projected_area}, AT("/projected_mm2")},
    {{"surface_mm2", "mm2", surface_area}, AT("/surface_mm2")},
    {{"min_mm", "mm",
      SAYS("Least value of the measure on the tooth; negative where the jaws overlap; empty without "
           "contact.")},
     AT("/least_mm")},
    {{"error_mm2", "mm2", area_error}, AT("/error_mm2")},
    {{"surface_low_mm2", "mm2",
      SAYS("Lower end of the 95 % interval of surface_mm2, for the error of the bite.")},
     AT("/interval_mm2/0")},
    {{"surface_high_mm2", "mm2", SAYS("Upper end of that interval.")}, AT("/interval_mm2/1")},
};

constexpr RowColumn contacts[] = {
    {{"number", "1", SAYS("Number of the contact in the report's table, by measure and threshold.")},
     AT("/number")},
    {{"threshold_mm", "mm", threshold}, AT("/threshold_mm")},
    {{"measure", "",
      SAYS("clearance: along the direction of projection; surface_distance: to the closest point of the "
           "other jaw.")},
     AT("/measure")},
    {{"side", "", SAYS("The jaw on whose surface the area is measured.")}, AT("/side")},
    {{"lower_tooth", "", SAYS("FDI number; empty on gum or where no tooth is numbered.")},
     AT("/lower_tooth")},
    {{"lower_tooth_confidence", "1", confidence}, AT("/tooth_confidence")},
    {{"lower_tooth_sure", "", sure}, AT("/tooth_sure")},
    {{"upper_tooth", "", SAYS("FDI number; empty on gum or where no tooth is numbered.")},
     AT("/upper_tooth")},
    {{"upper_tooth_confidence", "1", confidence}, AT("/upper_tooth_confidence")},
    {{"upper_tooth_sure", "", sure}, AT("/upper_tooth_sure")},
    {{"centroid_x_mm", "mm", SAYS("Centre of the contact in the frame of the upper scan.")},
     AT("/centroid_mm/0")},
    {{"centroid_y_mm", "mm", SAYS("Centre of the contact in the frame of the upper scan.")},
     AT("/centroid_mm/1")},
    {{"centroid_z_mm", "mm", SAYS("Centre of the contact in the frame of the upper scan.")},
     AT("/centroid_mm/2")},
    {{"projected_mm2", "mm2", projected_area}, AT("/projected_mm2")},
    {{"surface_mm2", "mm2", surface_area}, AT("/surface_mm2")},
    {{"min_mm", "mm", SAYS("Least value of the measure; negative where the jaws overlap.")}, AT("/least_mm")},
    {{"mean_mm", "mm", SAYS("Mean value of the measure.")}, AT("/mean_mm")},
    {{"presence", "1",
      SAYS("Share of the poses within the error of the bite in which the contact is there.")},
     AT("/presence")},
    {{"lower_mesiodistal", "", SAYS("Third of the lower tooth: mesial, central or distal.")},
     AT("/lower_place/mesiodistal")},
    {{"lower_buccolingual", "", SAYS("Third of the lower tooth: buccal, central, lingual or incisal.")},
     AT("/lower_place/buccolingual")},
    {{"lower_feature", "", SAYS("cusp, fossa, marginal_ridge or incline, where the curvature tells.")},
     AT("/lower_place/feature")},
    {{"upper_mesiodistal", "", SAYS("Third of the upper tooth: mesial, central or distal.")},
     AT("/upper_place/mesiodistal")},
    {{"upper_buccolingual", "", SAYS("Third of the upper tooth: buccal, central, lingual or incisal.")},
     AT("/upper_place/buccolingual")},
    {{"upper_feature", "", SAYS("cusp, fossa, marginal_ridge or incline, where the curvature tells.")},
     AT("/upper_place/feature")},
};

constexpr CohortColumn identity[] = {{"subject", "", SAYS("As in the manifest.")},
                                     {"session", "", SAYS("As in the manifest.")}};

constexpr CohortColumn status[] = {
    {"status", "", SAYS("done or failed.")},
    {"reason_code", "",
     SAYS("Why the case failed, as a code; empty where it is done. not_run: no result is there.")},
    {"reason", "", SAYS("The same in a sentence, with the file.")},
    {"repeat", "",
     SAYS("As in the manifest: sessions of a subject with the same value repeat one measurement.")},
};

constexpr CohortColumn source[] = {
    {"upper_sha256", "", SAYS("SHA-256 of the upper's files as read.")},
    {"lower_sha256", "", SAYS("SHA-256 of the lower's files as read.")},
    {"options", "", SAYS("Options of inspect.")},
    {"version", "", SAYS("Version of the program.")},
};

constexpr CohortColumn provenance[] = {
    {"host", "", SAYS("Machine that computed the case.")},
    {"seconds", "s", SAYS("Wall-clock time of the case.")},
    {"peak_memory_mb", "MB", SAYS("Largest resident memory of the process.")},
    {"key", "",
     SAYS("SHA-256 over inputs, options and version: a case with the same key is not computed again.")},
};

}  // namespace

std::span<const CaseFigure> case_figures() { return figures; }
std::span<const RowColumn> teeth_columns() { return teeth; }
std::span<const RowColumn> contacts_columns() { return contacts; }
std::span<const CohortColumn> identity_columns() { return identity; }
std::span<const CohortColumn> status_columns() { return status; }
std::span<const CohortColumn> source_columns() { return source; }
std::span<const CohortColumn> provenance_columns_of_cohort() { return provenance; }

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
