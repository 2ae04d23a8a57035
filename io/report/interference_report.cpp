#include "io/case/bodies_file.h"
#include "io/files/json_text.h"
#include "io/language/language.h"
#include "io/picture/image_bytes.h"
#include "io/picture/interference_picture.h"
#include "io/report/parts.h"
#include "io/report/reports.h"
#include "io/wording/findings.h"
#include "io/wording/interference_words.h"

namespace intercusp {
namespace {

Values penetrating_values(const InterferenceReport& report, const PairInterference& pair) {
  Values names;
  if (pair.a_penetrates) names.emplace_back(report.solids[pair.a].name);
  if (pair.b_penetrates) names.emplace_back(report.solids[pair.b].name);
  return names;
}

//! Of solids that stand for something else than their triangles.
Fields body_fields(const NamedSolid& named) {
  if (!named.body) return {};
  const AnalyticBody& body = *named.body;
  return {{"body",
           Fields{{"kind", name_of(body.kind)}, {"size_mm", body.size_mm}, {"pose", body.case_from_body}}},
          {"mesh_error_mm", named.mesh_error_mm}};
}

bool has_mesh_error(const InterferenceReport& report, const PairInterference& pair) {
  return report.solids[pair.a].body != nullptr || report.solids[pair.b].body != nullptr;
}

//! Null of a body, which has no faces.
Value face_value(std::int32_t face) { return face == no_face ? Value() : Value(face); }

Fields pair_fields(const InterferenceReport& report, const PairInterference& pair) {
  const Fields fields = {
      {"a", report.solids[pair.a].name},   {"b", report.solids[pair.b].name},
      {"interference", pair.interference}, {"penetrating", penetrating_values(report, pair)},
      {"depth_mm", pair.depth_mm},         {"touching", pair.touching}};
  const Fields known =
      has_mesh_error(report, pair) ? fields + Fields{{"mesh_error_mm", mesh_error_mm(report, pair)}} : fields;
  if (!pair.interference) return known;
  return known + Fields{{"depth_error_mm", pair.depth_error_mm},
                        {"point_mm", pair.point},
                        {"direction", pair.direction},
                        {"a_face", face_value(pair.a_face)},
                        {"b_face", face_value(pair.b_face)},
                        {"extent_mm", pair.extent_mm},
                        {"extent_error_mm", pair.extent_error_mm},
                        {"volume_mm3", pair.volume_mm3},
                        {"volume_error_mm3", pair.volume_error_mm3},
                        {"pixel_mm", pair.pixel_mm},
                        {"found_by", found_by(report, pair)}};
}

//! One line a pair, as text: a thousand solids have half a million pairs, most of them far apart.
JsonText pairs_text(const InterferenceReport& report) {
  std::vector<std::string> names;
  for (const NamedSolid& solid : report.solids) names.push_back(json_line(solid.name));
  std::string text;
  auto near = report.found.near_pairs.begin();
  for (std::uint32_t a = 0; a < names.size(); ++a) {
    for (std::uint32_t b = a + 1; b < names.size(); ++b) {
      text += text.empty() ? "\n  " : ",\n  ";
      if (near != report.found.near_pairs.end() && near->a == a && near->b == b) {
        text += json_line(pair_fields(report, *near++));
      } else {
        text += "{\"a\":" + names[a] + ",\"b\":" + names[b] +
                R"(,"interference":false,"penetrating":[],"depth_mm":0,"touching":false})";
      }
    }
  }
  return {"[" + text + "]"};
}

std::string contact_of(const Neighbours& pair) { return pair.tight ? "tight" : "open"; }

Values neighbour_values(const InterferenceReport& report) {
  return list_of(report.neighbours, [&](const Neighbours& pair) {
    const NamedSolid &a = report.solids[pair.a], &b = report.solids[pair.b];
    return Fields{{"a", a.name},
                  {"b", b.name},
                  {"tooth_a", a.fdi},
                  {"tooth_b", b.fdi},
                  {"distance_mm", pair.distance_mm},
                  {"point_mm", pair.point},
                  {"contact_area_mm2", pair.contact_area_mm2},
                  {"threshold_mm", proximal_gap_mm},
                  {"contact", contact_of(pair)},
                  {"at_edge_of_scan", pair.at_edge}};
  });
}

//! Only where there are any: most solids are no teeth.
Fields neighbour_fields(const InterferenceReport& report) {
  return report.neighbours.empty() ? Fields{} : Fields{{"neighbours", neighbour_values(report)}};
}

Fields json_of(const InterferenceReport& report) {
  const ForPrograms english;
  const auto count = [&](bool PairInterference::*what) {
    return std::ranges::count_if(report.found.near_pairs, what);
  };
  return envelope("intercusp-interfere/1", "mm") +
         Fields{{"engine", name_of(report.options.engine)},
                {"pixel_mm", report.options.pixel_mm},
                {"depth_tolerance_mm", report.options.depth_tolerance_mm},
                {"solids", list_of(report.solids,
                                   [](const NamedSolid& named) {
                                     return Fields{{"name", named.name}} +
                                            solid_fields(named.import, *named.solid) + body_fields(named);
                                   })},
                {"remarks", sentences_of(report.remarks)},
                {"pairs_interfering", count(&PairInterference::interference)},
                {"pairs_touching", count(&PairInterference::touching)},
                {"timings_ms", timing_fields(report.import_ms, report.found.timings)},
                {"pairs", pairs_text(report)}} +
         neighbour_fields(report);
}

//! Pairs that interfere, the deepest first. Where bodies take part, with the error of their meshes.
CsvFile overlaps_table(const InterferenceReport& report) {
  CsvFile table{.name = "overlaps.csv",
                .columns = {"a",
                            "b",
                            "depth_mm",
                            "volume_mm3",
                            "point_x_mm",
                            "point_y_mm",
                            "point_z_mm",
                            "direction_x",
                            "direction_y",
                            "direction_z",
                            "a_penetrates",
                            "b_penetrates",
                            "found_by",
                            "pixel_mm",
                            "depth_error_mm",
                            "extent_mm",
                            "extent_error_mm",
                            "volume_error_mm3",
                            "a_face",
                            "b_face"},
                .every_row = {{"version", INTERCUSP_VERSION}, {"settings", settings_of(report)}}};
  const bool known =
      std::ranges::any_of(report.solids, [](const NamedSolid& named) { return named.body != nullptr; });
  if (known) table.columns.emplace_back("mesh_error_mm");
  for (const PairInterference& pair : deepest_first(report)) {
    table.rows.push_back({report.solids[pair.a].name,
                          report.solids[pair.b].name,
                          pair.depth_mm,
                          pair.volume_mm3,
                          pair.point.x(),
                          pair.point.y(),
                          pair.point.z(),
                          pair.direction.x(),
                          pair.direction.y(),
                          pair.direction.z(),
                          pair.a_penetrates,
                          pair.b_penetrates,
                          found_by(report, pair),
                          pair.pixel_mm,
                          pair.depth_error_mm,
                          pair.extent_mm,
                          pair.extent_error_mm,
                          pair.volume_error_mm3,
                          face_value(pair.a_face),
                          face_value(pair.b_face)});
    if (known) table.rows.back().emplace_back(mesh_error_mm(report, pair));
  }
  return table;
}

CsvFile neighbours_table(const InterferenceReport& report) {
  CsvFile table{.name = "neighbours.csv",
                .columns = {"a", "b", "tooth_a", "tooth_b", "distance_mm", "contact_area_mm2", "threshold_mm",
                            "contact", "point_x_mm", "point_y_mm", "point_z_mm", "at_edge_of_scan"},
                .every_row = {{"version", INTERCUSP_VERSION}, {"settings", settings_of(report)}}};
  for (const Neighbours& pair : report.neighbours) {
    const NamedSolid &a = report.solids[pair.a], &b = report.solids[pair.b];
    table.rows.push_back({a.name, b.name, a.fdi, b.fdi, pair.distance_mm, pair.contact_area_mm2,
                          proximal_gap_mm, contact_of(pair), pair.point.x(), pair.point.y(), pair.point.z(),
                          pair.at_edge});
  }
  return table;
}

std::vector<CsvFile> tables_of(const InterferenceReport& report) {
  if (report.neighbours.empty()) return {overlaps_table(report)};
  return {overlaps_table(report), neighbours_table(report)};
}

}  // namespace

Report report_of(const InterferenceReport& report) {
  return {.json_name = "interfere.json",
          .json = json_of(report),
          .tables = tables_of(report),
          .files = {{"interference.png", [&report] { return png_bytes(interference_picture(report)); }}},
          .remarks = remarks_of(report),
          .headline = headline_of(report),
          .sections = sections_of(report)};
}

}  // namespace intercusp
