#include "io/report/kit_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "io/files/json_layout.h"

namespace intercusp {
namespace {

using Json = nlohmann::ordered_json;

double significant(double value, int digits) {
  return std::isfinite(value) ? std::strtod(fmt::format("{:.{}g}", value, digits).c_str(), nullptr) : value;
}
double length_of(double value_mm) { return significant(value_mm, 4); }
double area_of(double value_mm2) { return significant(value_mm2, 6); }

Json check_json(const KitCheck& check) {
  return {{"what", check.what},    {"unit", check.is_count ? "pixels" : check.is_share ? "share" : "mm"},
          {"bound", check.bound},  {"worst", length_of(check.worst)},
          {"where", check.where},  {"results", check.results},
          {"passed", check.passed}};
}

Json row_json(const KitRow& row) {
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
          {"adaptive_mm2", row.adaptive_mm2 ? Json(area_of(*row.adaptive_mm2)) : Json()},
          {"facets_mm2", area_of(row.facets_mm2)},
          {"paper_mm2", area_of(row.paper_mm2)}};
}

Json surface_json(const KitSurfaceRow& row) {
  return {{"scene", row.scene},
          {"edge_mm", row.edge_mm},
          {"threshold_mm", row.threshold_mm},
          {"lower_mm2", area_of(row.lower_mm2)},
          {"lower_paper_mm2", area_of(row.lower_paper_mm2)},
          {"upper_mm2", area_of(row.upper_mm2)},
          {"upper_paper_mm2", area_of(row.upper_paper_mm2)}};
}

Json change_json(const KitChange& change) {
  return {{"scene", change.scene},
          {"area_mm2", area_of(change.area_mm2)},
          {"half_mm2", area_of(change.half_mm2)},
          {"twice_mm2", area_of(change.twice_mm2)}};
}

template <class Entry, class ToJson>
Json listed(const std::vector<Entry>& entries, ToJson to_json) {
  Json list = Json::array();
  for (const Entry& entry : entries) list.push_back(to_json(entry));
  return list;
}

}  // namespace

std::string kit_json(const KitReport& report) {
  Json definitions;
  for (const KitDefinition& definition : kit_definitions()) definitions[definition.name] = definition.text;
  return laid_out({{"schema", "intercusp-accuracy/1"},
                   {"version", INTERCUSP_VERSION},
                   {"passed", report.passed()},
                   {"engines", report.engines},
                   {"missing_engines", report.missing_engines},
                   {"definitions", definitions},
                   {"checks", listed(report.checks, check_json)},
                   {"scenes", listed(report.scenes,
                                     [](const KitSceneText& s) {
                                       return Json{{"name", s.name}, {"what", s.what}};
                                     })},
                   {"rows", listed(report.rows, row_json)},
                   {"surface_rows", listed(report.surface_rows, surface_json)},
                   {"changes", listed(report.changes, change_json)}});
}

std::vector<KitDefinition> kit_definitions() {
  return {{"clearance",
           "distance of the two bodies along one direction, negative where they overlap; compared at the "
           "centre of "
           "every pixel of a region that ends before 45° of slope and before the bodies do, more than half a "
           "pixel "
           "from silhouettes"},
          {"facets",
           "what the triangles themselves say, worked out triangle against triangle without pixels: what is "
           "left is the engine's error"},
          {"paper",
           "what the ideal body says, in closed form: what is left is the engine's error, that of its "
           "triangles and that of the noise"},
          {"contact area",
           "where the clearance is at most the threshold, projected; clipped along the threshold"},
          {"adaptive detail",
           "the same area with finer pixels along its edge until the estimated error is 0.05 %; inspect "
           "works the "
           "same way"},
          {"true distance",
           "to the closest point of the other body in any direction; the area is on the surface "
           "itself"},
          {"meshes",
           "edges of about 0.2 mm are those of a good scan; balls and cylinders are meshed so that each "
           "mesh has the volume of its body, as good decimation keeps it"},
          {"noise",
           "normally distributed, on every vertex, along the direction of the clearance, seeded; scanners "
           "have 5 to 13 µm"}};
}

std::string kit_number(const KitCheck& check, double value) {
  if (!std::isfinite(value)) return "–";
  if (check.is_count) return fmt::format("{:.0f} pixels", value);
  if (check.is_share) return fmt::format("{:.3g} %", 100 * value);
  return fmt::format("{:.3g} µm", 1000 * value);
}

std::string kit_finding(const KitReport& report) {
  const auto broken = std::ranges::count_if(report.checks, [](const KitCheck& c) { return !c.passed; });
  std::string finding = broken == 0
                            ? fmt::format("All {} bounds are kept.", report.checks.size())
                            : fmt::format("{} of {} bounds are not kept.", broken, report.checks.size());
  for (const std::string& engine : report.missing_engines) {
    finding += fmt::format(
        " The {} engine did not take part: it needs OpenGL 4.5, which is not available here.", engine);
  }
  return finding;
}

std::string kit_text(const KitReport& report) {
  std::string text = kit_finding(report) + "\n\n";
  for (const KitCheck& check : report.checks) {
    text += fmt::format("{}  {}\n          bound {}, worst {}", check.passed ? "kept    " : "NOT KEPT",
                        check.what, kit_number(check, check.bound), kit_number(check, check.worst));
    text += check.is_count || check.where.empty() ? "\n" : fmt::format(" ({})\n", check.where);
  }
  return text;
}

std::vector<OutputFile> kit_files(const KitReport& report) {
  return {{.name = "accuracy.json", .bytes = kit_json(report)},
          {.name = "accuracy.html", .bytes = kit_html(report)}};
}

}  // namespace intercusp
