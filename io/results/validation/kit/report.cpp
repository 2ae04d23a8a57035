// The accuracy report: what the validation kit checked, and for each bound the result and whether it is
// within the bound.
//
// Lengths and areas are rounded to four and six digits, because further digits differ between machines.
#include "io/results/validation/kit/report.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>

#include "io/language/language.h"
#include "io/report/parts.h"

namespace intercusp {
namespace {

double significant(double value, int digits) {
  return std::isfinite(value) ? std::strtod(fmt::format("{:.{}g}", value, digits).c_str(), nullptr) : value;
}
double length_of(double value_mm) { return significant(value_mm, 4); }
double area_of(double value_mm2) { return significant(value_mm2, 6); }

Fields check_fields(const KitCheck& check) {
  return {{"what", for_programs([&] { return kit_bound_in_words(check.what); })},
          {"unit", check.is_count   ? "pixels"
                   : check.is_share ? "share"
                                    : "mm"},
          {"bound", check.bound},
          {"worst", length_of(check.worst)},
          {"where", for_programs([&] { return kit_place_in_words(check.where); })},
          {"results", check.results},
          {"passed", check.passed}};
}

Fields scene_fields(const std::string& scene) {
  return {{"name", scene}, {"what", for_programs([&] { return kit_scene_explained(scene); })}};
}

Fields row_fields(const KitRow& row) {
  return {{"scene", row.scene},
          {"engine", row.engine},
          {"edge_mm", length_of(row.edge_mm)},
          {"pixel_mm", row.pixel_mm},
          {"noise_um", row.noise_um},
          {"triangles", row.triangles},
          {"pixels", row.pixels},
          {"missing", row.missing},
          {"facets_rms_mm", length_of(row.facets_rms_mm)},
          {"facets_max_mm", length_of(row.facets_max_mm)},
          {"paper_rms_mm", length_of(row.paper_rms_mm)},
          {"paper_max_mm", length_of(row.paper_max_mm)},
          {"engines_apart_mm", length_of(row.engines_apart_mm)},
          {"threshold_mm", row.threshold_mm},
          {"area_mm2", area_of(row.area_mm2)},
          {"adaptive_mm2", row.adaptive_mm2 ? Value(area_of(*row.adaptive_mm2)) : Value()},
          {"facets_mm2", area_of(row.facets_mm2)},
          {"paper_mm2", area_of(row.paper_mm2)}};
}

Fields surface_fields(const KitSurfaceRow& row) {
  return {{"scene", row.scene},
          {"edge_mm", row.edge_mm},
          {"threshold_mm", row.threshold_mm},
          {"lower_mm2", area_of(row.lower_mm2)},
          {"lower_paper_mm2", area_of(row.lower_paper_mm2)},
          {"upper_mm2", area_of(row.upper_mm2)},
          {"upper_paper_mm2", area_of(row.upper_paper_mm2)}};
}

Fields change_fields(const KitChange& change) {
  return {{"scene", change.scene},
          {"area_mm2", area_of(change.area_mm2)},
          {"half_mm2", area_of(change.half_mm2)},
          {"twice_mm2", area_of(change.twice_mm2)}};
}

Fields answer_fields(const KitAnswer& answer) {
  return {{"command", answer.command},
          {"scene", answer.scene},
          {"engine", answer.engine.empty() ? Value() : Value(answer.engine)},
          {"quantity", answer.quantity == KitAnswer::depth ? "depth_mm"
                       : answer.quantity == KitAnswer::way ? "way_mm"
                                                           : "share"},
          {"found", area_of(answer.found)},
          {"truth", area_of(answer.truth)}};
}

}  // namespace

Report report_of(const KitReport& kit) {
  return {.json_name = "accuracy.json",
          .json = {{"schema", "intercusp-accuracy/1"},
                   {"version", INTERCUSP_VERSION},
                   {"passed", kit.passed()},
                   {"engines", kit.engines},
                   {"missing_engines", kit.missing_engines},
                   {"definitions", fields_of(for_programs(kit_definitions))},
                   {"checks", list_of(kit.checks, check_fields)},
                   {"scenes", list_of(kit.scenes, scene_fields)},
                   {"rows", list_of(kit.rows, row_fields)},
                   {"surface_rows", list_of(kit.surface_rows, surface_fields)},
                   {"changes", list_of(kit.changes, change_fields)},
                   {"answers", list_of(kit.answers, answer_fields)}},
          .title = phrase("Accuracy of Intercusp {}", INTERCUSP_VERSION),
          .page_name = "accuracy.html",
          .headline = finding_sentence(kit),
          .sections = sections_of(kit),
          .footer = kit_footer()};
}

}  // namespace intercusp
