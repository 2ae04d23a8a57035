#include <fmt/format.h>
#include <fmt/ranges.h>

#include <memory>
#include <mutex>
#include <optional>

#include "io/files/value.h"
#include "io/language/language.h"
#include "io/picture/image_bytes.h"
#include "io/picture/jaw_picture.h"
#include "io/picture/map_picture.h"
#include "io/picture/posed_jaw.h"
#include "io/report/parts.h"
#include "io/report/scene_html.h"
#include "io/report/vtp_bytes.h"
#include "io/results/inspection/contact_figures.h"
#include "io/results/inspection/parts.h"
#include "io/results/inspection/report.h"
#include "io/results/validation/report.h"
#include "io/wording/findings.h"
#include "io/wording/provenance.h"
#include "io/wording/tooth_words.h"
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
          {"estimated_teeth", estimated_teeth_values(solid.estimated_teeth)},
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

//! The most important figures. validate.json has all of them.
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
  const auto figures = [&](const std::vector<std::string_view>& keys) {
    return json_row(chosen(inspection_figures(), keys), inspection);
  };
  const Case& bite_case = *inspection.bite_case;
  return envelope("intercusp-report/1", "mm") +
         Fields{{"case", notes.name.empty() ? Value() : Value(notes.name)},
                {"remarks", remark_values(inspection.findings, inputs.upper, inputs.lower)},
                {"findings", finding_values(inspection.findings, inputs.upper, inputs.lower)},
                {"upper", read_jaw_fields(inputs.upper, *bite_case.bite.upper)},
                {"lower", read_jaw_fields(inputs.lower, *bite_case.bite.lower)},
                {"upper_from_lower", bite_case.bite.upper_from_lower},
                {"settings", settings_fields(inspection.options)}} +
         figures({"engine"}) +
         Fields{{"engine_reason", engine_reason_in_words(inspection.engine_reason)},
                {"quantisation",
                 {{"position_mm", inspection.quantisation.position_mm},
                  {"depth_mm", inspection.quantisation.depth_mm}}},
                {"projections", projection_values(inspection)},
                {"anatomy",
                 anatomy_fields(bite_case.anatomy) +
                     Fields{{"remarks", sentences_of(anatomy_findings(
                                            bite_case, inspection.options.direction.has_value()))}}}} +
         figures({"labels_estimated"}) +
         Fields{{"definitions", fields_of(inspection_definitions(inspection))}} +
         figures({"interference", "min_clearance_mm", "min_clearance_error_mm", "max_penetration_mm",
                  "overlap_volume_mm3", "min_surface_distance_mm", "max_penetration_distance_mm"}) +
         Fields{{"surface_distance", surface_value(inspection.surface)},
                {"first_contact",
                 inspection.first_contact ? Value(json_row(first_contact_figures(), inspection)) : Value()},
                {"exact", exact_value(inspection.exact)},
                {"intervals", intervals_value(inspection)}} +
         contact_fields(inspection) + arch_fields(inspection) +
         Fields{{"pixels", pixels_fields(inspection.pixels)},
                {"validation", validation_value(validation)},
                {"timings_ms",
                 timing_fields(inputs.import_ms, inspection.timings, {"prepare", "map", "analysis"})}};
}

//! Both jaws with the map on them. Pictures and meshes share them. The first one that needs them makes them.
class PaintedJaws {
 public:
  explicit PaintedJaws(std::shared_ptr<const Inspection> inspection) : inspection_(std::move(inspection)) {}

  [[nodiscard]] const PaintedJaw& of(Jaw jaw) { return jaw == Jaw::upper ? made().upper : made().lower; }

 private:
  struct Jaws {
    explicit Jaws(const Inspection& inspection)
        : upper_jaw(posed_jaw(inspection.bite_case->bite, Jaw::upper)),
          lower_jaw(posed_jaw(inspection.bite_case->bite, Jaw::lower)),
          upper_clearance(inspection.map, upper_jaw),
          lower_clearance(inspection.map, lower_jaw) {}
    PosedJaw upper_jaw, lower_jaw;
    SurfaceClearance upper_clearance, lower_clearance;
    PaintedJaw upper{upper_jaw, upper_clearance}, lower{lower_jaw, lower_clearance};
  };

  [[nodiscard]] const Jaws& made() {
    std::call_once(once_, [this] { jaws_.emplace(*inspection_); });
    return *jaws_;
  }

  std::shared_ptr<const Inspection> inspection_;
  std::once_flag once_;
  std::optional<Jaws> jaws_;
};

constexpr const char* json_name = "report.json";
constexpr const char* page_name = "report.html";
constexpr const char* upper_contacts = "upper_contacts.png";
constexpr const char* lower_contacts = "lower_contacts.png";

//! The data from which the files of a report are made.
struct Made {
  std::shared_ptr<const Inspection> inspection;
  std::shared_ptr<PaintedJaws> jaws;
  Provenance provenance;
};

//! A file that an inspection may have beside report.json and its tables.
struct PossibleFile {
  const char* name;
  bool (*there)(const Inspection& inspection);
  std::function<std::string(const Made&)> bytes;
  std::function<std::string(const Inspection&)> caption = nullptr;  //!< of a picture on the page
  bool wide = false;
};

bool always(const Inspection&) { return true; }
bool has_axes(const Inspection& inspection) { return inspection.bite_case->anatomy.axes.has_value(); }
bool has_contact_pictures(const Inspection& inspection) {
  return inspection.surface && !inspection.options.thresholds_mm.empty();
}

//! \pre the inspection has this view
JawView jaw_view(const Inspection& inspection, std::string_view name) {
  const std::vector<JawView> views = jaw_views(*inspection.bite_case, inspection.map.view);
  return *std::ranges::find(views, name, &JawView::name);
}

PossibleFile view_file(const char* name, const char* view, bool (*there)(const Inspection&),
                       bool wide = false) {
  return {
      name, there,
      [view](const Made& made) {
        return png_bytes(jaw_picture({*made.inspection->bite_case, made.inspection->options.thresholds_mm},
                                     made.jaws->of(Jaw::upper), made.jaws->of(Jaw::lower),
                                     jaw_view(*made.inspection, view), made.provenance));
      },
      [view](const Inspection& inspection) {
        const JawView seen = jaw_view(inspection, view);
        return seen.title + ", " + seen.direction;
      },
      wide};
}

std::string contact_picture_of(const Made& made, Jaw which) {
  const Inspection& inspection = *made.inspection;
  JawView view = jaw_view(inspection, fmt::format("{}_occlusal", name_of(which)));
  if (const std::optional<AnatomicalAxes>& axes =
          inspection.bite_case->anatomy.axes) {  // π may lean far from occlusal
    view.view_from_case = which == Jaw::upper ? orthographic(axes->superior, -axes->anterior)
                                              : orthographic(-axes->superior, axes->anterior);
  }
  const PosedJaw& jaw = made.jaws->of(which).jaw;
  return png_bytes(contact_picture(inspection, jaw, view,
                                   headline_threshold(inspection.options.thresholds_mm), made.provenance));
}

std::string mesh_of(const Made& made, Jaw which) {
  const PaintedJaw& jaw = made.jaws->of(which);
  const VertexDistances* distances = nullptr;
  if (made.inspection->surface) {
    const SurfaceDistances& both = made.inspection->surface->distances;
    distances = which == Jaw::upper ? &both.upper : &both.lower;
  }
  return vtp_bytes(jaw.jaw, clearance_at_vertices(jaw.clearance, jaw.jaw), distances, made.provenance);
}

PossibleFile map_file(const char* name, Palette palette, Text caption) {
  return {name, always,
          [palette](const Made& made) {
            return png_bytes(map_picture(shown_map(*made.inspection), palette, made.provenance));
          },
          [caption](const Inspection&) { return std::string(caption); }};
}

//! Pictures of the sections come first. Pictures of contacts are on the first page, and no section shows them
//! again.
std::vector<PossibleFile> possible_files() {
  return {view_file("upper_occlusal.png", "upper_occlusal", always),
          view_file("lower_occlusal.png", "lower_occlusal", always),
          view_file("frontal.png", "frontal", has_axes, true),
          {upper_contacts, has_contact_pictures,
           [](const Made& made) { return contact_picture_of(made, Jaw::upper); }},
          {lower_contacts, has_contact_pictures,
           [](const Made& made) { return contact_picture_of(made, Jaw::lower); }},
          map_file("map.png", Palette::classic, Text("Clearance map")),
          map_file("map_colourblind.png", Palette::colour_blind_safe,
                   Text("Clearance map, colours for colour-blind readers")),
          {"upper.vtp", always, [](const Made& made) { return mesh_of(made, Jaw::upper); }},
          {"lower.vtp", always, [](const Made& made) { return mesh_of(made, Jaw::lower); }},
          {"contact_curves.vtp",
           [](const Inspection& inspection) { return inspection.exact && !inspection.exact->curves.empty(); },
           [](const Made& made) {
             return polylines_vtp(made.inspection->exact->curves,
                                  "curves along which the scanned surfaces of the two jaws cross",
                                  made.provenance);
           }},
          {"map.nrrd", [](const Inspection& inspection) { return inspection.map.view.grid.size() > 0; },
           [](const Made& made) { return nrrd_bytes(made.inspection->map, made.provenance); }}};
}

std::vector<Product> products_of(const std::shared_ptr<const Inspection>& inspection,
                                 const Provenance& provenance) {
  const Made made{inspection, std::make_shared<PaintedJaws>(inspection), provenance};
  std::vector<Product> products;
  for (const PossibleFile& file : possible_files()) {
    if (!file.there(*inspection)) continue;
    products.push_back({file.name, [made, bytes = file.bytes] { return bytes(made); },
                        file.caption ? file.caption(*inspection) : "", file.wide});
  }
  return products;
}

//! Adds a validation: its sections to the page of the inspection, and its files to the others.
void add_validation(Report& report, Report validation) {
  report.files.push_back(
      {validation.json_name, [json = std::move(validation.json)] { return json_lines(json); }});
  for (Product& file : validation.files) report.files.push_back(std::move(file));
  for (Section& section : validation.sections) report.sections.push_back(std::move(section));
}

std::string direction_setting(const Inspection& inspection) {
  const Eigen::Vector3d pi = inspection.map.view.direction();
  return fmt::format("direction {:.6g} {:.6g} {:.6g}{}", pi.x(), pi.y(), pi.z(),
                     inspection.options.direction ? "" : " (chosen)");
}

//! Settings, besides the map's, on which the numbers of contacts depend, each after a semicolon.
std::string analysis_settings(const InspectionOptions& options, bool sectors) {
  std::string text = sectors ? fmt::format("; sectors {}", options.sectors) : "";
  if (!options.thresholds_mm.empty())
    text += fmt::format("; area error {} %", shortest(100 * options.area_error));
  if (options.bite_error.poses > 0) {
    text += fmt::format("; bite error {} mm and {} deg in {} poses of seed {}",
                        shortest(options.bite_error.translation_mm),
                        shortest(in_degrees(options.bite_error.rotation_rad)), options.bite_error.poses,
                        options.bite_error.seed);
  }
  return text + (options.exact ? "; exact interference" : "");
}

//! What the user states about the case, then where the jaws come from.
std::vector<Fact> head_of(const Inputs& inputs, const CaseNotes& notes) {
  std::vector<Fact> head = {{phrase("Case"), notes.name},
                            {phrase("Date"), notes.date},
                            {phrase("Notes"), notes.notes},
                            {phrase("Upper"), file_names(inputs.upper)},
                            {phrase("Lower"), file_names(inputs.lower)}};
  std::erase_if(head, [](const Fact& fact) { return fact.text.empty(); });
  return head;
}

}  // namespace

Provenance provenance_of(const Inspection& inspection, const MeshReport& upper, const MeshReport& lower) {
  const ForPrograms english;  // every file has an identical line of settings
  return {
      .version = INTERCUSP_VERSION,
      .settings = fmt::format("engine {}; pixel {} mm; {}; depth tolerance {} mm; thresholds {} mm{}",
                              name_of(inspection.engine), shortest(inspection.options.pixel_mm),
                              direction_setting(inspection), shortest(inspection.options.depth_tolerance_mm),
                              fmt::format("{}", fmt::join(inspection.options.thresholds_mm, " ")),
                              analysis_settings(inspection.options, inspection.arch.has_value())),
      .upper_sha256 = digests_of(upper),
      .lower_sha256 = digests_of(lower)};
}

ShownMap shown_map(const Inspection& inspection) {
  return {inspection.map, inspection.bite_case->anatomy.axes, inspection.options.thresholds_mm,
          inspection.pixels.not_anatomy > 0};
}

Report report_of(std::shared_ptr<const Inspection> shared, const Inputs& inputs,
                 std::shared_ptr<const Validation> validation, const CaseNotes& notes) {
  const Inspection& inspection = *shared;
  Provenance provenance = provenance_of(inspection, inputs.upper, inputs.lower);
  provenance.case_heading = heading_of(notes);
  Report report{.json_name = json_name,
                .json = json_of(inspection, inputs, validation.get(), notes),
                .tables = {contacts_table(inspection, provenance)},
                .files = products_of(shared, provenance),
                .title = phrase("Bite inspection"),
                .page_name = page_name,
                .input_files = head_of(inputs, notes),
                .remarks = remarks_of(inspection.findings, inputs.upper, inputs.lower),
                .headline = finding_sentence(inspection),
                .footer = inspection_footer()};
  report.first_page = first_page_of(inspection, inputs.upper, inputs.lower, report.remarks, notes);
  if (report.first_page) report.first_page->pictures = {upper_contacts, lower_contacts};
  if (has_estimated_teeth(inspection.bite_case->bite))
    report.remarks.push_back({"", estimated_teeth_sentence(inspection.bite_case->bite)});
  std::vector<std::string> pictures;
  for (const Product& file : report.files) {
    if (!file.caption.empty()) pictures.push_back(file.name);
  }
  report.scene = [shared] {
    const std::optional<SceneData> scene = scene_data(*shared);
    return scene ? scene_html(*scene) : "";
  };
  report.sections = finding_sections(inspection, pictures);
  if (validation != nullptr)
    add_validation(report, report_of(validation, inspection, inputs,
                                     provenance_of(inspection, inputs.upper, inputs.lower)));
  for (Section& section : method_sections(inspection, inputs.upper, inputs.lower, inputs.import_ms))
    report.sections.push_back(std::move(section));
  return report;
}

std::vector<std::string> inspection_file_names() {
  std::vector<std::string> names = {json_name, page_name, contacts_csv_name};
  for (const PossibleFile& file : possible_files()) names.emplace_back(file.name);
  return names;
}

}  // namespace intercusp
