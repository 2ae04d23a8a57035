#include "io/wording/kit_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace intercusp {
namespace {

//! A bound or a result with its unit: "1 µm", "0.5 %", "0 pixels"; "–" for NaN.
std::string number_text(const KitCheck& check, double value) {
  if (!std::isfinite(value)) return "–";
  if (check.is_count) return fmt::format("{:.0f} pixels", value);
  if (check.is_share) return fmt::format("{:.3g} %", 100 * value);
  return fmt::format("{:.3g} µm", 1000 * value);
}

std::string place_of_worst(const KitCheck& check) { return check.is_count ? "" : check.where; }

//! One line per check: the table is too wide for a terminal.
Section bounds_summary(const KitReport& report) {
  Section section{.on = Section::On::terminal};
  for (const KitCheck& check : report.checks) {
    const std::string where = place_of_worst(check);
    section.facts.push_back(
        {check.passed ? "kept" : "NOT KEPT",
         fmt::format("{}: bound {}, worst {}{}", check.what, number_text(check, check.bound),
                     number_text(check, check.worst), where.empty() ? "" : " (" + where + ")")});
  }
  return section;
}

Section bounds_section(const KitReport& report) {
  Section section{.title = "Bounds",
                  .table = {.columns = {{"What is checked"},
                                        {"Bound"},
                                        {"Worst result"},
                                        {.heading = "Worst in", .is_text = true},
                                        {"Results"},
                                        {.heading = "Kept", .is_text = true}}},
                  .on = Section::On::page};
  for (const KitCheck& check : report.checks) {
    section.table.rows.push_back({check.what, number_text(check, check.bound),
                                  number_text(check, check.worst), place_of_worst(check),
                                  std::to_string(check.results), check.passed ? "yes" : "NOT KEPT"});
  }
  return section;
}

std::string micrometres(double value_mm) {
  return std::isfinite(value_mm) ? fmt::format("{:.3f}", 1000 * value_mm) : std::string("–");
}

std::string error_percent(double result, double truth) {
  return fmt::format("{:+.3f}", 100 * (result / truth - 1));
}

Section scene_section(const KitReport& report, const KitSceneText& scene) {
  Section section{.title = "Scene: " + scene.name,
                  .paragraphs = {scene.what},
                  .table = {.columns = {{"Engine"},
                                        {"Triangles"},
                                        {"Noise, µm"},
                                        {"Pixel, mm"},
                                        {"Pixels"},
                                        {"Facets: RMS, µm"},
                                        {"max, µm"},
                                        {"Paper: RMS, µm"},
                                        {"max, µm"},
                                        {"Area, mm²"},
                                        {"to facets, %"},
                                        {"to paper, %"},
                                        {"adaptive to facets, %"}}},
                  .on = Section::On::page};
  for (const KitRow& row : report.rows) {
    if (row.scene != scene.name) continue;
    section.table.rows.push_back(
        {row.engine, std::to_string(row.triangles), fmt::format("{:g}", row.noise_um),
         fmt::format("{:g}", row.pixel_mm), std::to_string(row.pixels), micrometres(row.facets_rms_mm),
         micrometres(row.facets_max_mm), micrometres(row.paper_rms_mm), micrometres(row.paper_max_mm),
         fmt::format("{:.4f}", row.area_mm2), error_percent(row.area_mm2, row.facets_mm2),
         error_percent(row.area_mm2, row.paper_mm2),
         row.adaptive_mm2 ? error_percent(*row.adaptive_mm2, row.facets_mm2) : "–"});
  }
  return section;
}

Section surface_section(const KitReport& report) {
  Section section{.title = "Area by true distance",
                  .table = {.columns = {{"Scene"},
                                        {"Threshold, mm"},
                                        {"Lower, mm²"},
                                        {"to paper, %"},
                                        {"Upper, mm²"},
                                        {"to paper, %"}}},
                  .on = Section::On::page};
  for (const KitSurfaceRow& row : report.surface_rows) {
    section.table.rows.push_back(
        {row.scene, fmt::format("{:g}", row.threshold_mm), fmt::format("{:.4f}", row.lower_mm2),
         error_percent(row.lower_mm2, row.lower_paper_mm2), fmt::format("{:.4f}", row.upper_mm2),
         error_percent(row.upper_mm2, row.upper_paper_mm2)});
  }
  return section;
}

Section changes_section(const KitReport& report) {
  Section section{
      .title = "Half and twice the triangles",
      .table = {.columns = {{"Scene"}, {"Area, mm²"}, {"half the triangles, %"}, {"twice the triangles, %"}}},
      .on = Section::On::page};
  for (const KitChange& change : report.changes) {
    section.table.rows.push_back({change.scene, fmt::format("{:.4f}", change.area_mm2),
                                  error_percent(change.half_mm2, change.area_mm2),
                                  error_percent(change.twice_mm2, change.area_mm2)});
  }
  return section;
}

}  // namespace

std::string finding_sentence(const KitReport& report) {
  const auto broken = std::ranges::count(report.checks, false, &KitCheck::passed);
  std::string finding = broken == 0
                            ? fmt::format("All {} bounds are kept.", report.checks.size())
                            : fmt::format("{} of {} bounds are not kept.", broken, report.checks.size());
  for (const std::string& engine : report.missing_engines) {
    finding += fmt::format(
        " The {} engine did not take part: it needs OpenGL 4.5, which is not available here.", engine);
  }
  return finding;
}

std::vector<Fact> kit_definitions() {
  return {
      {"clearance",
       "distance of the two bodies along one direction, negative where they overlap; compared at the "
       "centre of every pixel of a region that ends before 45° of slope and before the bodies do, more "
       "than half a pixel from silhouettes"},
      {"facets",
       "what the triangles themselves say, worked out triangle against triangle without pixels: what is "
       "left is the engine's error"},
      {"paper",
       "what the ideal body says, in closed form: what is left is the engine's error, that of its "
       "triangles and that of the noise"},
      {"contact area",
       "where the clearance is at most the threshold, projected; clipped along the threshold"},
      {"adaptive detail",
       "the same area with finer pixels along its edge until the estimated error is 0.05 %; inspect works "
       "the same way"},
      {"true distance",
       "to the closest point of the other body in any direction; the area is on the surface itself"},
      {"meshes",
       "edges of about 0.2 mm are those of a good scan; balls and cylinders are meshed so that each mesh "
       "has the volume of its body, as good decimation keeps it"},
      {"noise",
       "normally distributed, on every vertex, along the direction of the clearance, seeded; scanners "
       "have 5 to 13 µm"}};
}

std::vector<Section> sections_of(const KitReport& report) {
  std::vector<Section> sections = {
      {.paragraphs =
           {"Bodies whose clearance and contact area are known on paper, meshed, with and without the "
            "noise of scanners, mapped by every engine. Made by “intercusp validate --kit”."},
       .on = Section::On::page},
      bounds_summary(report),
      bounds_section(report),
      {.title = "What the words mean", .facts = kit_definitions(), .on = Section::On::page}};
  for (const KitSceneText& scene : report.scenes) sections.push_back(scene_section(report, scene));
  sections.push_back(surface_section(report));
  sections.push_back(changes_section(report));
  return sections;
}

std::string kit_footer() {
  return "These are errors of the program for the meshes it was given. Scans and bite registrations have "
         "their "
         "own, which are larger. For research and planning support; the user decides.";
}

}  // namespace intercusp
