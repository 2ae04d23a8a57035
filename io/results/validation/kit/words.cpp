#include "io/language/language.h"
#include "io/results/validation/kit/report.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace intercusp {
namespace {

//! The kit's name of a scene, and its description.
struct SceneWords {
  std::string_view code;
  Text name;
  std::optional<Text> what = std::nullopt;
};

const SceneWords* words_of_scene(std::string_view code) {
  static const std::array known = {
      SceneWords{"sphere over plane", Text("sphere over plane"),
                 Text("A sphere of 5 mm radius, 0.03 mm above a plane.")},
      SceneWords{"sphere over plane, tilted", Text("sphere over plane, tilted"),
                 Text("The sphere over the plane again, both turned in space and the lower posed: frames and "
                      "directions.")},
      SceneWords{"sphere in sphere", Text("sphere in sphere"),
                 Text("Spheres of 5 and 4 mm radius that overlap by 0.05 mm.")},
      SceneWords{"cylinder over plane", Text("cylinder over plane"),
                 Text("A cylinder of 4 mm radius and 6 mm length, 0.02 mm above a plane.")},
      SceneWords{"crossed cylinders", Text("crossed cylinders"),
                 Text("Two cylinders of 4 mm radius at right angles that overlap by 0.03 mm.")},
      SceneWords{"wedge over plane", Text("wedge over plane"),
                 Text("A plane tilted by 2°, its lower edge 0.02 mm above another plane.")},
      SceneWords{"ridge in groove", Text("ridge in groove"),
                 Text("A ridge with walls of 40° in a groove with walls of 38°, overlapping by 0.02 mm: "
                      "steep walls.")},
      SceneWords{"block in plate", Text("block in plate")},
      SceneWords{"crossed ridges", Text("crossed ridges")},
      SceneWords{"tip under plate", Text("tip under plate")},
      SceneWords{"sphere in a cone", Text("sphere in a cone")}};
  const auto found = std::ranges::find(known, code, &SceneWords::code);
  return found == known.end() ? nullptr : &*found;
}

std::string scene_name(const std::string& code) {
  const SceneWords* const words = words_of_scene(code);
  return words == nullptr ? code : std::string(words->name);
}

constexpr auto bound_words = enum_table<KitBound, Wording>(
    {{KitBound::missing_pixels, Text("Every pixel of the compared region has a clearance")},
     {KitBound::clearance_to_facets, Text("Clearance against the triangles themselves, every pixel")},
     {KitBound::clearance_to_paper, Text("Clearance against the ideal body, finest meshes, every pixel")},
     {KitBound::engines_apart, Text("Engines against each other, every pixel")},
     {KitBound::area_to_facets, Text("Contact area against the triangles' own, pixels of 0.05 mm and less")},
     {KitBound::area_to_paper,
      Text("Contact area against the ideal body, finest meshes, pixels of 0.05 mm and less")},
     {KitBound::adaptive_area,
      Text("Contact area with adaptive detail against the triangles' own, any pixel")},
     {KitBound::true_distance_area, Text("Area by true distance against the ideal body, finest meshes")},
     {KitBound::area_change, Text("Change of the contact area with half and with twice the triangles")},
     {KitBound::overlap_depth, Text("Depth of overlaps against the ideal body (interfere)")},
     {KitBound::way_of_shift, Text("Way to the first contact of a shift (slide)")},
     {KitBound::way_of_turn, Text("Way to the first contact of a turn (close)")},
     {KitBound::droplets, Text("Droplets that land on a sphere (spray)")},
     {KitBound::way_to_impact, Text("Way to the first impact on a sphere (spray)")}});

//! A bound or a result with its unit: "1 µm", "0.5 %", "0 pixels"; "–" for NaN.
std::string number_text(const KitCheck& check, double value) {
  if (!std::isfinite(value)) return "–";
  if (check.is_count) return phrase("{:.0f} pixels", value);
  if (check.is_share) return phrase("{:.3g} %", 100 * value);
  return phrase("{:.3g} µm", 1000 * value);
}

std::string in_words(KitPlace::Part part) {
  switch (part) {
    case KitPlace::Part::lower:
      return phrase("lower");
    case KitPlace::Part::upper:
      return phrase("upper");
    case KitPlace::Part::half_the_triangles:
      return phrase("half the triangles");
    case KitPlace::Part::twice_the_triangles:
      return phrase("twice the triangles");
    case KitPlace::Part::whole:
      break;
  }
  return {};
}

//! One line per check, because the table is too wide for a terminal.
Section bounds_summary(const KitReport& report) {
  Section section{.on = Section::On::terminal};
  for (const KitCheck& check : report.checks) {
    const std::string where = check.is_count ? "" : kit_place_in_words(check.where);
    section.facts.push_back(
        {check.passed ? phrase("kept") : phrase("NOT KEPT"),
         phrase("{}: bound {}, worst {}{}", kit_bound_in_words(check.what), number_text(check, check.bound),
                number_text(check, check.worst), where.empty() ? "" : " (" + where + ")")});
  }
  return section;
}

Section bounds_section(const KitReport& report) {
  Section section{.title = phrase("Bounds"),
                  .table = {.columns = {{phrase("What is checked")},
                                        {phrase("Bound")},
                                        {phrase("Worst result")},
                                        {.heading = phrase("Worst in"), .is_text = true},
                                        {phrase("Results")},
                                        {.heading = phrase("Kept"), .is_text = true}}},
                  .on = Section::On::page};
  for (const KitCheck& check : report.checks) {
    section.table.rows.push_back(
        {kit_bound_in_words(check.what), number_text(check, check.bound), number_text(check, check.worst),
         check.is_count ? "" : kit_place_in_words(check.where), std::to_string(check.results),
         check.passed ? phrase("yes") : phrase("NOT KEPT")});
  }
  return section;
}

std::string micrometres(double value_mm) {
  return std::isfinite(value_mm) ? phrase("{:.3f}", 1000 * value_mm) : std::string("–");
}

std::string error_percent(double result, double truth) {
  return phrase("{:+.3f}", 100 * (result / truth - 1));
}

Section scene_section(const KitReport& report, const std::string& scene) {
  Section section{.title = phrase("Scene: {}", scene_name(scene)),
                  .paragraphs = {kit_scene_explained(scene)},
                  .table = {.columns = {{phrase("Engine")},
                                        {phrase("Triangles")},
                                        {phrase("Noise, µm")},
                                        {phrase("Pixel, mm")},
                                        {phrase("Pixels")},
                                        {phrase("Facets: RMS, µm")},
                                        {phrase("max, µm")},
                                        {phrase("Paper: RMS, µm")},
                                        {phrase("max, µm")},
                                        {phrase("Area, mm²")},
                                        {phrase("to facets, %")},
                                        {phrase("to paper, %")},
                                        {phrase("adaptive to facets, %")}}},
                  .on = Section::On::page};
  for (const KitRow& row : report.rows) {
    if (row.scene != scene) continue;
    section.table.rows.push_back({row.engine, std::to_string(row.triangles), phrase("{:g}", row.noise_um),
                                  phrase("{:g}", row.pixel_mm), std::to_string(row.pixels),
                                  micrometres(row.facets_rms_mm), micrometres(row.facets_max_mm),
                                  micrometres(row.paper_rms_mm), micrometres(row.paper_max_mm),
                                  phrase("{:.4f}", row.area_mm2), error_percent(row.area_mm2, row.facets_mm2),
                                  error_percent(row.area_mm2, row.paper_mm2),
                                  row.adaptive_mm2 ? error_percent(*row.adaptive_mm2, row.facets_mm2) : "–"});
  }
  return section;
}

Section surface_section(const KitReport& report) {
  Section section{.title = phrase("Area by true distance"),
                  .table = {.columns = {{phrase("Scene")},
                                        {phrase("Threshold, mm")},
                                        {phrase("Lower, mm²")},
                                        {phrase("to paper, %")},
                                        {phrase("Upper, mm²")},
                                        {phrase("to paper, %")}}},
                  .on = Section::On::page};
  for (const KitSurfaceRow& row : report.surface_rows) {
    section.table.rows.push_back(
        {scene_name(row.scene), phrase("{:g}", row.threshold_mm), phrase("{:.4f}", row.lower_mm2),
         error_percent(row.lower_mm2, row.lower_paper_mm2), phrase("{:.4f}", row.upper_mm2),
         error_percent(row.upper_mm2, row.upper_paper_mm2)});
  }
  return section;
}

Section changes_section(const KitReport& report) {
  Section section{.title = phrase("Half and twice the triangles"),
                  .table = {.columns = {{phrase("Scene")},
                                        {phrase("Area, mm²")},
                                        {phrase("half the triangles, %")},
                                        {phrase("twice the triangles, %")}}},
                  .on = Section::On::page};
  for (const KitChange& change : report.changes) {
    section.table.rows.push_back({scene_name(change.scene), phrase("{:.4f}", change.area_mm2),
                                  error_percent(change.half_mm2, change.area_mm2),
                                  error_percent(change.twice_mm2, change.area_mm2)});
  }
  return section;
}

std::string answer_text(const KitAnswer& answer, double value) {
  return answer.quantity == KitAnswer::share ? phrase("{:.3f} %", 100 * value) : phrase("{:.6f} mm", value);
}

//! The answers of the commands without a map.
Section answers_section(const KitReport& report) {
  Section section{.title = phrase("Overlaps, first contacts and droplets"),
                  .table = {.columns = {{phrase("Command")},
                                        {.heading = phrase("Scene"), .is_text = true},
                                        {.heading = phrase("Engine"), .is_text = true},
                                        {phrase("Result")},
                                        {phrase("On paper")}}},
                  .on = Section::On::page};
  for (const KitAnswer& answer : report.answers) {
    section.table.rows.push_back({answer.command, scene_name(answer.scene),
                                  answer.engine.empty() ? "–" : answer.engine,
                                  answer_text(answer, answer.found), answer_text(answer, answer.truth)});
  }
  return section;
}

}  // namespace

std::string kit_bound_in_words(KitBound what) { return bound_words[what]; }

std::string kit_scene_explained(const std::string& scene) {
  const SceneWords* const words = words_of_scene(scene);
  return words == nullptr || !words->what ? "" : std::string(*words->what);
}

std::string kit_place_in_words(const KitPlace& place) {
  if (place.scene.empty()) return {};  // nothing was compared with the bound
  std::string words = scene_name(place.scene);
  if (!place.engine.empty()) words += ", " + place.engine;
  if (place.edge_mm > 0) words += ", " + phrase("edges {:g} mm", place.edge_mm);
  if (place.pixel_mm > 0) words += ", " + phrase("pixel {:g} mm", place.pixel_mm);
  if (place.noise_um > 0) words += ", " + phrase("noise {:g} µm", place.noise_um);
  if (place.part != KitPlace::Part::whole) words += ", " + in_words(place.part);
  return words;
}

std::string finding_sentence(const KitReport& report) {
  const auto broken = std::ranges::count(report.checks, false, &KitCheck::passed);
  std::string finding = broken == 0 ? phrase("All {} bounds are kept.", report.checks.size())
                                    : phrase("{} of {} bounds are not kept.", broken, report.checks.size());
  for (const std::string& engine : report.missing_engines) {
    finding +=
        phrase(" The {} engine did not take part: it needs OpenGL 4.5, which is not available here.", engine);
  }
  return finding;
}

std::vector<Fact> kit_definitions() {
  return {
      {phrase("clearance"),
       phrase("distance of the two bodies along one direction, negative where they overlap; compared at the "
              "centre of every pixel of a region that ends before 45° of slope and before the bodies do, "
              "more than half a pixel from silhouettes")},
      {phrase("facets"), phrase("what the triangles themselves say, worked out triangle against triangle "
                                "without pixels: what is left is the engine's error")},
      {phrase("paper"), phrase("what the ideal body says, in closed form: what is left is the engine's "
                               "error, that of its triangles and that of the noise")},
      {phrase("contact area"),
       phrase("where the clearance is at most the threshold, projected; clipped along the threshold")},
      {phrase("adaptive detail"), phrase("the same area with finer pixels along its edge until the estimated "
                                         "error is 0.05 %; inspect works the same way")},
      {phrase("true distance"),
       phrase("to the closest point of the other body in any direction; the area is on the surface itself")},
      {phrase("meshes"),
       phrase("edges of about 0.2 mm are those of a good scan; balls and cylinders are meshed so that each "
              "mesh has the volume of its body, as good decimation keeps it")},
      {phrase("noise"), phrase("normally distributed, on every vertex, along the direction of the clearance, "
                               "seeded; scanners have 5 to 13 µm")}};
}

std::vector<Section> sections_of(const KitReport& report) {
  std::vector<Section> sections = {
      {.paragraphs = {phrase(
           "Bodies whose clearance and contact area are known on paper, meshed, with and without the noise "
           "of scanners, mapped by every engine. Made by “intercusp validate --kit”.")},
       .on = Section::On::page},
      bounds_summary(report),
      bounds_section(report),
      {.title = phrase("What the words mean"), .facts = kit_definitions(), .on = Section::On::page}};
  for (const std::string& scene : report.scenes) sections.push_back(scene_section(report, scene));
  sections.push_back(surface_section(report));
  sections.push_back(changes_section(report));
  sections.push_back(answers_section(report));
  return sections;
}

std::string kit_footer() {
  return phrase(
      "These are errors of the program for the meshes it was given. Scans and bite registrations have their "
      "own, which are larger. For research and planning support; the user decides.");
}

}  // namespace intercusp
