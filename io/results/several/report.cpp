#include "io/results/several/report.h"
#include "io/case/bodies_file.h"
#include "io/files/json_text.h"
#include "io/language/language.h"
#include "io/picture/image_bytes.h"
#include "io/report/parts.h"
#include "io/results/several/picture.h"
#include "io/results/several/words.h"
#include "io/wording/findings.h"

namespace intercusp {
namespace {

//! For solids that represent something else than their triangles.
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

//! One line a pair, as text: a thousand solids have half a million pairs, most of them far apart.
JsonText pairs_text(const InterferenceReport& report) {
  std::vector<std::string> names;
  for (const NamedSolid& solid : report.solids) names.push_back(json_line(solid.name));
  const Figures<OverlapRow> overlap = overlap_figures(),
                            apart = chosen(overlap,
                                           {"a", "b", "interference", "penetrating", "depth_mm", "touching"});
  std::string text;
  auto near = report.found.near_pairs.begin();
  for (std::uint32_t a = 0; a < names.size(); ++a) {
    for (std::uint32_t b = a + 1; b < names.size(); ++b) {
      text += text.empty() ? "\n  " : ",\n  ";
      if (near != report.found.near_pairs.end() && near->a == a && near->b == b) {
        const OverlapRow row{&report, &*near++};
        Fields fields = json_row(row.pair->interference ? overlap : apart, row);
        if (!row.pair->interference && row.pair->rounding_decides)
          fields = std::move(fields) + json_row<OverlapRow>(chosen(overlap, {"depth_error_mm"}), row);
        if (has_mesh_error(report, *row.pair))
          fields = std::move(fields) + json_row<OverlapRow>({mesh_error_figure()}, row);
        text += json_line(fields);
      } else {
        text += "{\"a\":" + names[a] + ",\"b\":" + names[b] +
                R"(,"interference":false,"penetrating":[],"depth_mm":0,"touching":false})";
      }
    }
  }
  return {"[" + text + "]"};
}

//! Only if there are any: most solids are not teeth.
Fields neighbour_fields(const InterferenceReport& report) {
  return report.neighbours.empty()
             ? Fields{}
             : Fields{{"neighbours", json_rows(neighbour_figures(), neighbour_rows(report))}};
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
                {"remarks", sentences_of(findings_of(report))},
                {"pairs_interfering", count(&PairInterference::interference)},
                {"pairs_touching", count(&PairInterference::touching)},
                {"timings_ms", timing_fields(report.import_ms, report.found.timings)},
                {"pairs", pairs_text(report)}} +
         neighbour_fields(report);
}

//! Pairs that interfere, the deepest first. Where bodies take part, with the error of their meshes.
CsvFile overlaps_table(const InterferenceReport& report) {
  Figures<OverlapRow> figures = overlap_figures();
  if (std::ranges::any_of(report.solids, [](const NamedSolid& named) { return named.body != nullptr; }))
    figures.push_back(mesh_error_figure());
  CsvFile table{.name = "overlaps.csv",
                .columns = csv_head(figures),
                .every_row = {{"version", INTERCUSP_VERSION}, {"settings", settings_of(report)}}};
  for (const PairInterference& pair : deepest_first(report))
    table.rows.push_back(csv_row(figures, {&report, &pair}));
  return table;
}

CsvFile neighbours_table(const InterferenceReport& report) {
  const Figures<NeighbourRow> figures = neighbour_figures();
  return {.name = "neighbours.csv",
          .columns = csv_head(figures),
          .rows = csv_rows(figures, neighbour_rows(report)),
          .every_row = {{"version", INTERCUSP_VERSION}, {"settings", settings_of(report)}}};
}

std::vector<CsvFile> tables_of(const InterferenceReport& report) {
  if (report.neighbours.empty()) return {overlaps_table(report)};
  return {overlaps_table(report), neighbours_table(report)};
}

}  // namespace

Report report_of(std::shared_ptr<const InterferenceReport> shared) {
  const InterferenceReport& report = *shared;
  return {.json_name = "interfere.json",
          .json = json_of(report),
          .tables = tables_of(report),
          .files = {{"interference.png", [shared] { return png_bytes(interference_picture(*shared)); }}},
          .remarks = remarks_of(report),
          .headline = headline_of(report),
          .sections = sections_of(report)};
}

}  // namespace intercusp
