#include <memory>
#include <mutex>
#include <optional>

#include "io/files/json_text.h"
#include "io/language/language.h"
#include "io/picture/contact_picture.h"
#include "io/picture/image_bytes.h"
#include "io/picture/jaw_picture.h"
#include "io/picture/map_picture.h"
#include "io/picture/posed_jaw.h"
#include "io/report/contact_tables.h"
#include "io/report/parts.h"
#include "io/report/polylines_vtp.h"
#include "io/report/reports.h"
#include "io/report/scene_html.h"
#include "io/report/vtp_bytes.h"
#include "io/wording/findings.h"
#include "io/wording/inspection_words.h"
#include "io/wording/repairs.h"
#include "occlusion/case/teeth.h"
#include "occlusion/inspect.h"
#include "occlusion/validation/validate.h"

namespace intercusp {
namespace {

Fields repairs_fields(const RepairCounts& counts) {
  Fields fields;
  for (const Repair& repair : repairs()) fields.emplace_back(repair.key, counts.*repair.count);
  return fields;
}

Fields read_jaw_fields(const MeshReport& report, const Solid& solid) {
  return {{"file", paths_of(report)},
          {"triangles", report.triangles_read},
          {"closed_by_import", report.closed_by_import},
          {"repairs", repairs_fields(report.repairs)},
          {"files", input_files(report)},
          {"vertices", report.vertices_read},
          {"components", report.components},
          {"solid_triangles", solid.mesh.faces.size()},
          {"anatomy_triangles", solid.anatomy_faces},
          {"label_source", label_source_value(report)},
          {"estimated_teeth", estimated_teeth_values(solid)},
          {"remarks", sentences_of(report.remarks)}};
}

Fields bite_error_fields(const BiteError& error) {
  return {{"translation_mm", error.translation_mm},
          {"rotation_deg", in_degrees(error.rotation_rad)},
          {"poses", error.poses},
          {"seed", error.seed}};
}

Fields settings_fields(const InspectionOptions& options) {
  return {{"engine", asked_engine(options.engine)},
          {"pixel_mm", options.pixel_mm},
          {"depth_tolerance_mm", options.depth_tolerance_mm},
          {"direction", asked_direction(options.direction)},
          {"thresholds_mm", options.thresholds_mm},
          {"sectors", options.sectors},
          {"area_error", options.area_error},
          {"surface_distance", options.surface_distance},
          {"bite_error", bite_error_fields(options.bite_error)},
          {"exact", options.exact}};
}

Fields projection_fields(const View& view, const std::string& name) {
  return direction_fields(view) + Fields{{"name", name}} + window_fields(view);
}

//! The whole arch first, then the sectors.
Values projection_values(const Inspection& inspection) {
  Values list = {projection_fields(inspection.map.view, place_in_arch(ArchPart::whole))};
  if (!inspection.arch) return list;
  for (std::size_t i = 0; i < inspection.arch->sectors.size(); ++i) {
    const Sector& sector = inspection.arch->sectors[i];
    // The outer ends of the arch are infinite, which is written as null.
    list.emplace_back(projection_fields(sector.view, sector_name(*inspection.arch, i)) +
                      Fields{{"from_mm", sector.from_mm}, {"to_mm", sector.to_mm}});
  }
  return list;
}

Fields side_fields(const VertexDistances& distances) {
  return {{"measured", distances.measured},
          {"undecided", distances.undecided},
          {"at_rim", distances.at_rim_count}};
}

Value least_value(const std::optional<LeastDistance>& least) {
  if (!least) return {};
  return {{"distance_mm", least->distance_mm}, {"bound_mm", least->bound_mm},
          {"place_mm", least->case_point},     {"on", least->on_lower ? "lower" : "upper"},
          {"upper_face", least->upper_face},   {"lower_face", least->lower_face}};
}

Value surface_value(const std::optional<SurfaceFindings>& surface) {
  if (!surface) return {};
  return {{"least", least_value(surface->least)},
          {"upper", side_fields(surface->distances.upper)},
          {"lower", side_fields(surface->distances.lower)}};
}

Value intervals_of(const std::optional<Intervals>& intervals, const char* least_name) {
  if (!intervals) return {};
  return {{"poses", intervals->poses},
          {"pixel_mm", intervals->pixel_mm},
          {least_name, intervals->least_mm ? interval_value(*intervals->least_mm) : Value()}};
}

Value intervals_value(const Inspection& inspection) {
  if (!inspection.clearance_intervals && !inspection.distance_intervals) return {};
  return {{"bite_error", bite_error_fields(inspection.options.bite_error)},
          {"percent", 95},
          {"clearance", intervals_of(inspection.clearance_intervals, "min_clearance_mm")},
          {"surface_distance", intervals_of(inspection.distance_intervals, "min_surface_distance_mm")},
          {"method", interval_sentence(inspection.options.bite_error)}};
}

Value first_contact_value(const Inspection& inspection) {
  const std::optional<HingeContact>& contact = inspection.first_contact;
  if (!contact) return {};
  const Bite& bite = inspection.bite;
  return {{"opening_deg", contact->opening_rad / rad_per_deg},
          {"opening_mm", contact->opening_mm},
          {"point_mm", contact->case_point},
          {"upper_tooth", face_teeth(*bite.upper)[contact->upper_face]},
          {"lower_tooth", face_teeth(*bite.lower)[contact->lower_face]},
          {"upper_face", contact->upper_face},
          {"lower_face", contact->lower_face},
          {"upper_from_lower", contact->upper_from_lower}};
}

Value exact_value(const std::optional<ExactInterference>& exact) {
  if (!exact) return {};
  return {{"interference", exact->interference},
          {"touching", exact->touching},
          {"crossing_pairs", exact->crossing.size()},
          {"touching_pairs", exact->touching_pairs.size()},
          {"not_anatomy_pairs", exact->not_anatomy_pairs},
          {"upper_pieces_inside", exact->upper_pieces_inside},
          {"lower_pieces_inside", exact->lower_pieces_inside},
          {"curves", exact->curves.size()},
          {"curve_length_mm", exact->curve_length_mm}};
}

//! The figures in short; validate.json has all of them.
Value validation_value(const Validation* validation) {
  if (validation == nullptr) return {};
  return {{"rays_per_pixel", validation->options.rays_per_pixel},
          {"seed", validation->options.seed},
          {"pixels", validation->mean.pixels},
          {"rms_mm", validation->mean.rms_mm},
          {"max_mm", validation->mean.max_mm},
          {"point_pixels", validation->point.pixels},
          {"point_rms_mm", validation->point.rms_mm},
          {"point_max_mm", validation->point.max_mm},
          {"state_disagreements", validation->state_disagreements}};
}

Fields pixels_fields(const MapCounts& pixels) {
  return {
      {"both", pixels.both},
      {"upper_only", pixels.upper_only},
      {"lower_only", pixels.lower_only},
      {"not_anatomy", pixels.not_anatomy},
      {"interfering", pixels.interfering},
      {"resolved_by",
       {{"pass1", pixels.pass1}, {"pass2", pixels.pass2}, {"layers", pixels.layers}, {"rays", pixels.rays}}},
      {"upper_pi_convex", pixels.upper_pi_convex},
      {"lower_pi_convex", pixels.lower_pi_convex}};
}

Fields json_of(const Inspection& inspection, const Inputs& inputs, const Validation* validation,
               const CaseNotes& notes) {
  const ForPrograms english;
  const LeastDistance* const least =
      inspection.surface && inspection.surface->least ? &*inspection.surface->least : nullptr;
  return envelope("intercusp-report/1", "mm") +
         Fields{{"case", notes.name.empty() ? Value() : Value(notes.name)},
                {"remarks", remark_values(inspection.findings, inputs.upper, inputs.lower)},
                {"findings", finding_values(inspection.findings, inputs.upper, inputs.lower)},
                {"upper", read_jaw_fields(inputs.upper, *inspection.bite.upper)},
                {"lower", read_jaw_fields(inputs.lower, *inspection.bite.lower)},
                {"upper_from_lower", inspection.bite.upper_from_lower},
                {"settings", settings_fields(inspection.options)},
                {"engine", name_of(inspection.engine)},
                {"engine_reason", engine_reason_in_words(inspection.engine_reason)},
                {"quantisation",
                 {{"position_mm", inspection.quantisation.position_mm},
                  {"depth_mm", inspection.quantisation.depth_mm}}},
                {"projections", projection_values(inspection)},
                {"anatomy", anatomy_fields(inspection.anatomy) +
                                Fields{{"remarks", sentences_of(inspection.anatomy.findings)}}},
                {"labels_estimated", has_estimated_teeth(inspection.bite)},
                {"definitions", fields_of(inspection_definitions(inspection))},
                {"interference", inspection.interference},
                {"min_clearance_mm", inspection.min_clearance_mm},
                {"min_clearance_error_mm",
                 inspection.min_clearance_mm ? Value(inspection.min_clearance_error_mm) : Value()},
                {"max_penetration_mm", inspection.max_penetration_mm},
                {"overlap_volume_mm3", inspection.overlap_volume_mm3},
                {"min_surface_distance_mm", least != nullptr ? Value(least->distance_mm) : Value()},
                {"max_penetration_distance_mm",
                 least != nullptr ? Value(least->max_penetration_distance_mm()) : Value()},
                {"surface_distance", surface_value(inspection.surface)},
                {"first_contact", first_contact_value(inspection)},
                {"exact", exact_value(inspection.exact)},
                {"intervals", intervals_value(inspection)}} +
         contact_fields(inspection) + arch_fields(inspection) +
         Fields{{"pixels", pixels_fields(inspection.pixels)},
                {"validation", validation_value(validation)},
                {"timings_ms",
                 timing_fields(inputs.import_ms, inspection.timings, {"prepare", "map", "analysis"})}};
}

//! Both jaws with the map on them. Pictures and meshes share them; the first that needs them makes them.
class PaintedJaws {
 public:
  explicit PaintedJaws(const Inspection& inspection) : inspection_(inspection) {}

  [[nodiscard]] const PaintedJaw& upper() { return made().upper; }
  [[nodiscard]] const PaintedJaw& lower() { return made().lower; }

 private:
  struct Jaws {
    explicit Jaws(const Inspection& inspection)
        : upper_jaw(posed_upper(inspection.bite)),
          lower_jaw(posed_lower(inspection.bite)),
          upper_clearance(inspection.map, upper_jaw),
          lower_clearance(inspection.map, lower_jaw) {}
    PosedJaw upper_jaw, lower_jaw;
    SurfaceClearance upper_clearance, lower_clearance;
    PaintedJaw upper{upper_jaw, upper_clearance}, lower{lower_jaw, lower_clearance};
  };

  [[nodiscard]] const Jaws& made() {
    std::call_once(once_, [this] { jaws_.emplace(inspection_); });
    return *jaws_;
  }

  const Inspection& inspection_;
  std::once_flag once_;
  std::optional<Jaws> jaws_;
};

//! Those of the first page, which no section shows again.
std::vector<Product> contact_pictures_of(const Inspection& inspection,
                                         const std::shared_ptr<PaintedJaws>& jaws,
                                         const Provenance& provenance) {
  std::vector<Product> pictures;
  if (!inspection.surface || inspection.options.thresholds_mm.empty()) return pictures;
  const double threshold_mm = headline_threshold(inspection.options.thresholds_mm);
  for (JawView view : jaw_views(inspection)) {
    if (view.upper == view.lower) continue;
    if (const std::optional<AnatomicalAxes>& axes =
            inspection.anatomy.axes) {  // π may lean far from occlusal
      view.view_from_case = view.upper ? orthographic(axes->superior, -axes->anterior)
                                       : orthographic(-axes->superior, axes->anterior);
    }
    pictures.push_back({view.upper ? "upper_contacts.png" : "lower_contacts.png", [=, &inspection] {
                          const PosedJaw& jaw = view.upper ? jaws->upper().jaw : jaws->lower().jaw;
                          return png_bytes(contact_picture(inspection, jaw, view, threshold_mm, provenance));
                        }});
  }
  return pictures;
}

std::vector<Product> pictures_of(const Inspection& inspection, const std::shared_ptr<PaintedJaws>& jaws,
                                 const Provenance& provenance) {
  std::vector<Product> pictures;
  for (const JawView& view : jaw_views(inspection)) {
    pictures.push_back({view.name + ".png",
                        [&inspection, jaws, provenance, view] {
                          return png_bytes(
                              jaw_picture(inspection, jaws->upper(), jaws->lower(), view, provenance));
                        },
                        view.title + ", " + view.direction, view.upper && view.lower});
  }
  for (const Product& picture : contact_pictures_of(inspection, jaws, provenance))
    pictures.push_back(picture);
  const auto add_map = [&](const char* name, Palette palette, const std::string& caption) {
    pictures.push_back({name,
                        [&inspection, provenance, palette] {
                          return png_bytes(map_picture(inspection, palette, provenance));
                        },
                        caption});
  };
  add_map("map.png", Palette::classic, phrase("Clearance map"));
  add_map("map_colourblind.png", Palette::colour_blind_safe,
          phrase("Clearance map, colours for colour-blind readers"));
  return pictures;
}

std::vector<Product> meshes_of(const Inspection& inspection, const std::shared_ptr<PaintedJaws>& jaws,
                               const Provenance& provenance) {
  std::vector<Product> meshes;
  for (const bool upper : {true, false}) {
    meshes.push_back({upper ? "upper.vtp" : "lower.vtp", [&inspection, jaws, provenance, upper] {
                        const PaintedJaw& jaw = upper ? jaws->upper() : jaws->lower();
                        const VertexDistances* distances = nullptr;
                        if (inspection.surface) {
                          const SurfaceDistances& both = inspection.surface->distances;
                          distances = upper ? &both.upper : &both.lower;
                        }
                        return vtp_bytes(jaw.jaw, clearance_at_vertices(jaw.clearance, jaw.jaw), distances,
                                         provenance);
                      }});
  }
  if (inspection.exact && !inspection.exact->curves.empty()) {
    meshes.push_back({"contact_curves.vtp", [&inspection, provenance] {
                        return polylines_vtp(inspection.exact->curves, crossing_curves_note(), provenance);
                      }});
  }
  return meshes;
}

//! The pictures come first.
std::vector<Product> products_of(const Inspection& inspection, const Provenance& provenance) {
  const auto jaws = std::make_shared<PaintedJaws>(inspection);
  std::vector<Product> products = pictures_of(inspection, jaws, provenance);
  for (Product& mesh : meshes_of(inspection, jaws, provenance)) products.push_back(std::move(mesh));
  if (inspection.map.view.grid.size() > 0)
    products.push_back(
        {"map.nrrd", [&inspection, provenance] { return nrrd_bytes(inspection, provenance); }});
  return products;
}

//! Its sections stand on the page of the inspection; its files beside the others.
void add_validation(Report& report, Report validation) {
  report.files.push_back(
      {validation.json_name, [json = std::move(validation.json)] { return json_lines(json); }});
  for (Product& file : validation.files) report.files.push_back(std::move(file));
  for (Section& section : validation.sections) report.sections.push_back(std::move(section));
}

//! What the user says of the case, then where the jaws come from.
std::vector<Fact> head_of(const Inputs& inputs, const CaseNotes& notes) {
  std::vector<Fact> head = {{phrase("Case"), notes.name},
                            {phrase("Date"), notes.date},
                            {phrase("Notes"), notes.notes},
                            {phrase("Upper"), file_names(inputs.upper)},
                            {phrase("Lower"), file_names(inputs.lower)}};
  std::erase_if(head, [](const Fact& fact) { return fact.text.empty(); });
  return head;
}

constexpr const char* json_name = "report.json";
constexpr const char* page_name = "report.html";

}  // namespace

Report report_of(const Inspection& inspection, const Inputs& inputs, const Validation* validation,
                 const CaseNotes& notes) {
  Provenance provenance = provenance_of(inspection, inputs.upper, inputs.lower);
  provenance.case_heading = heading_of(notes);
  Report report{.json_name = json_name,
                .json = json_of(inspection, inputs, validation, notes),
                .tables = {contacts_table(inspection, provenance)},
                .files = products_of(inspection, provenance),
                .title = inspection_title(),
                .page_name = page_name,
                .input_files = head_of(inputs, notes),
                .remarks = remarks_of(inspection.findings, inputs.upper, inputs.lower),
                .headline = finding_sentence(inspection),
                .footer = inspection_footer()};
  report.first_page = first_page_of(inspection, inputs.upper, inputs.lower, report.remarks, notes);
  if (report.first_page) report.first_page->pictures = {"upper_contacts.png", "lower_contacts.png"};
  if (has_estimated_teeth(inspection.bite))
    report.remarks.push_back({"", estimated_teeth_sentence(inspection.bite)});
  std::vector<std::string> pictures;
  for (const Product& file : report.files) {
    if (!file.caption.empty()) pictures.push_back(file.name);
  }
  report.scene = [&inspection] {
    const std::optional<SceneData> scene = scene_data(inspection);
    return scene ? scene_html(*scene) : "";
  };
  report.sections = finding_sections(inspection, pictures);
  if (validation != nullptr) add_validation(report, report_of(*validation, inspection, inputs));
  for (Section& section : method_sections(inspection, inputs.upper, inputs.lower, inputs.import_ms))
    report.sections.push_back(std::move(section));
  return report;
}

std::vector<std::string> inspection_file_names() {
  Inspection all;  // whatever adds a file
  all.bite.upper = all.bite.lower = std::make_shared<const Solid>();
  all.map.view.grid = {.pixel_mm = 1, .width = 1, .height = 1};
  all.surface.emplace();
  all.anatomy.axes = {.superior = {0, 0, 1}, .anterior = {0, -1, 0}, .left = {1, 0, 0}};
  all.exact.emplace().curves.emplace_back();
  std::vector<std::string> names = {json_name, page_name, contacts_table(all, {}).name};
  for (const Product& product : products_of(all, {})) names.push_back(product.name);
  return names;
}

}  // namespace intercusp
