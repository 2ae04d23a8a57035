#include "io/results/spray/report.h"
#include "io/files/value.h"
#include "io/language/language.h"
#include "io/picture/image_bytes.h"
#include "io/report/parts.h"
#include "io/results/spray/parts.h"
#include "io/wording/definitions.h"
#include "io/wording/findings.h"
#include "occlusion/case/teeth.h"

namespace intercusp {
namespace {

Value or_null(bool known, double number) { return known ? Value(number) : Value(); }

//! "impacts_1" for the first solid.
std::string impacts_name(std::size_t solid) { return "impacts_" + std::to_string(solid + 1); }

Fields collider_fields(const SprayReport& report, std::size_t solid) {
  const NamedSolid& named = report.solids[solid];
  const SprayedSolid& sprayed = report.found.solids[solid];
  const bool hit = sprayed.hits > 0;
  const Figures<CoverageRow> figures = coverage_figures();
  return Fields{{"name", named.name},
                {"hits", sprayed.hits},
                {"mean_speed_mm_s", or_null(hit, sprayed.mean_speed_mm_s)},
                {"first_hit_s", or_null(hit, sprayed.first_hit_s)},
                {"last_hit_s", or_null(hit, sprayed.last_hit_s)},
                {"hits_on_added_faces", sprayed.added_hits},
                {"hits_from_inside", sprayed.inner_hits},
                {"met_by", named.body ? "formula" : "mesh"},
                {"impact_map", hit ? Value(impacts_name(solid) + ".nrrd") : Value()}} +
         json_row(chosen(figures, {"expected_hits", "area_mm2", "reached_mm2", "reached_error_mm2",
                                   "reached_percent", "in_shadow_mm2", "evenness"}),
                  {&report, solid}) +
         Fields{{"teeth", list_of(sprayed.teeth,
                                  [&](const ToothCoverage& tooth) {
                                    return json_row(figures, {&report, solid, &tooth});
                                  })},
                {"estimated_teeth", estimated_teeth_values(named.solid->estimated_teeth)}} +
         solid_fields(named.import, *named.solid);
}

Fields nozzle_fields(const Emitter& emitter) {
  Fields fields = {{"place_mm", emitter.place}, {"direction", emitter.direction}};
  if (const auto* disc = std::get_if<DiscBeam>(&emitter.opening)) {
    fields.push_back({"disc_mm", disc->radius_mm});
  } else {
    fields.push_back({"cone_deg", in_degrees(std::get<Cone>(emitter.opening).half_angle_rad)});
  }
  return fields + Fields{{"speed_mm_s", emitter.speed_mm_s},
                         {"gravity_mm_s2", emitter.acceleration},
                         {"seed", emitter.seed}};
}

Fields json_of(const SprayReport& report) {
  const ForPrograms english;
  Values colliders;
  for (std::size_t i = 0; i < report.solids.size(); ++i) colliders.emplace_back(collider_fields(report, i));
  return envelope("intercusp-spray/1", "mm") +
         Fields{{"nozzle", nozzle_fields(report.found.options.emitter)},
                {"definitions", fields_of(spray_definitions())},
                {"remarks", sentences_of(report.remarks)},
                {"findings", finding_values(findings_of(report))},
                {"bounces", report.found.options.bounces.most},
                {"restitution", report.found.options.bounces.restitution},
                {"particles", report.found.options.particles},
                {"hits", report.found.hits},
                {"escaped", report.found.escaped()},
                {"seconds", report.found.seconds},
                {"timings_ms", {{"import", report.import_ms}, {"spray", 1e3 * report.found.seconds}}},
                {"colliders", colliders}};
}

//! A row for each solid, followed by one for each of its teeth.
CsvFile coverage_table(const SprayReport& report) {
  return {.name = "coverage.csv",
          .columns = csv_head(coverage_figures()),
          .rows = csv_rows(coverage_figures(), coverage_rows(report)),
          .every_row = {{"version", INTERCUSP_VERSION}, {"settings", settings_of(report)}}};
}

//! Adds the maps of the solids that were hit, and their pictures.
//! \return the names of the pictures
std::vector<std::string> add_impact_maps(Report& made, const std::shared_ptr<const SprayReport>& shared) {
  const SprayReport& report = *shared;
  std::vector<std::string> pictures;
  for (std::size_t i = 0; i < report.solids.size(); ++i) {
    if (report.found.solids[i].hits == 0) continue;
    made.files.push_back({impacts_name(i) + ".nrrd", [shared, i] {
                            const ForPrograms english;
                            return impact_nrrd(shared->found.solids[i].impacts, i,
                                               {{"intercusp_collider", shared->solids[i].name},
                                                {"intercusp_settings", settings_of(*shared)},
                                                {"intercusp_version", INTERCUSP_VERSION}});
                          }});
    pictures.push_back(impacts_name(i) + ".png");
    made.files.push_back({pictures.back(), [shared, i] { return png_bytes(impact_picture(*shared, i)); },
                          phrase("Impact map of {}", report.solids[i].name)});
  }
  return pictures;
}

}  // namespace

Report report_of(std::shared_ptr<const SprayReport> shared) {
  const SprayReport& report = *shared;
  Report made{.json_name = "spray.json",
              .json = json_of(report),
              .tables = {coverage_table(report)},
              .files = {{"deposit.vtp", [shared] { return spray_vtp(*shared); }}},
              .title = phrase("Spray: where droplets land"),
              .page_name = "report.html",
              .remarks = remarks_of(report),
              .headline = headline_of(report),
              .footer = phrase("Intercusp {}. For research and planning support; not a diagnosis.",
                               INTERCUSP_VERSION)};
  for (const NamedSolid& solid : report.solids)
    made.input_files.push_back({solid.name, file_names(solid.import)});
  std::vector<std::string> pictures;
  for (const SprayView& view : spray_views(report)) {
    pictures.push_back(view.seen.name + ".png");
    made.files.push_back({pictures.back(), [shared, view] { return png_bytes(spray_picture(*shared, view)); },
                          view.seen.direction});
  }
  made.sections = sections_of(report, pictures, add_impact_maps(made, shared));
  return made;
}

}  // namespace intercusp
