#include "io/export/report_json.h"

#include <nlohmann/json.hpp>

#include "io/export/definitions.h"

namespace intercusp {
namespace {

using Json = nlohmann::ordered_json;

// How every number of contact in a report is meant.
constexpr const char* measure = "clearance";
constexpr const char* area_side = "lower";

Json vector_of(const Eigen::Vector3d& vector) { return {vector.x(), vector.y(), vector.z()}; }

template <class Value>
Json or_null(const std::optional<Value>& value) {
  return value ? Json(*value) : Json(nullptr);
}

Json tooth_or_null(int fdi) { return fdi > 0 ? Json(fdi) : Json(nullptr); }

Json repairs_json(const RepairCounts& counts) {
  return {{"faces_with_bad_indices", counts.faces_with_bad_indices},
          {"non_finite_vertices", counts.non_finite_vertices},
          {"faces_at_non_finite_vertices", counts.faces_at_non_finite_vertices},
          {"merged_vertices", counts.merged_vertices},
          {"collapsed_faces", counts.collapsed_faces},
          {"duplicate_faces", counts.duplicate_faces},
          {"loose_components", counts.loose_components},
          {"faces_in_loose_components", counts.faces_in_loose_components},
          {"split_edges", counts.split_edges},
          {"split_vertices", counts.split_vertices},
          {"flipped_faces", counts.flipped_faces},
          {"flipped_components", counts.flipped_components},
          {"filled_holes", counts.filled_holes},
          {"faces_in_holes", counts.faces_in_holes},
          {"closed_boundaries", counts.closed_boundaries},
          {"skirt_and_base_faces", counts.skirt_and_base_faces}};
}

Json jaw_json(const MeshReport& report, const Solid& solid) {
  std::string names;
  Json files = Json::array();
  for (const InputFile& file : report.files) {
    names += (names.empty() ? "" : ",") + file.path;
    files.push_back({{"path", file.path}, {"format", file.format}, {"sha256", file.sha256}});
  }
  return {{"file", names},
          {"triangles", report.triangles_read},
          {"closed_by_import", report.closed_by_import},
          {"repairs", repairs_json(report.repairs)},
          {"files", files},
          {"vertices", report.vertices_read},
          {"components", report.components},
          {"solid_triangles", solid.mesh.faces.size()},
          {"anatomy_triangles", solid.anatomy_faces},
          {"label_source", report.label_source.empty() ? Json(nullptr) : Json(report.label_source)},
          {"remarks", report.remarks}};
}

Json pose_json(const Eigen::Isometry3d& pose) {
  Json numbers = Json::array();
  for (int row = 0; row < 4; ++row) {
    for (int column = 0; column < 4; ++column) numbers.push_back(pose(row, column));
  }
  return numbers;
}

std::string asked_engine(EngineKind kind) { return kind == EngineKind::automatic ? "auto" : name_of(kind); }

Json settings_json(const InspectionOptions& options) {
  return {{"engine", asked_engine(options.engine)},
          {"pixel_mm", options.pixel_mm},
          {"depth_tolerance_mm", options.depth_tolerance_mm},
          {"direction", options.direction ? vector_of(*options.direction) : Json("auto")},
          {"thresholds_mm", options.thresholds_mm}};
}

Json anatomy_json(const AnatomyFinding& anatomy) {
  const auto axis = [&](auto member) {
    return anatomy.axes ? vector_of((*anatomy.axes).*member) : Json(nullptr);
  };
  return {{"superior", axis(&AnatomicalAxes::superior)},
          {"anterior", axis(&AnatomicalAxes::anterior)},
          {"left", axis(&AnatomicalAxes::left)},
          {"confidence", anatomy.confidence},
          {"method", anatomy.method},
          {"remarks", anatomy.remarks}};
}

Json projection_json(const MapFrame& frame) {
  const Eigen::Matrix3d axes = frame.projection.view_from_case().linear();
  return {{"direction", vector_of(axes.row(2))},
          {"pixel_mm", frame.grid.pixel_mm},
          {"width", frame.grid.width},
          {"height", frame.grid.height},
          {"name", "whole arch"},
          {"right", vector_of(axes.row(0))},
          {"down", vector_of(axes.row(1))},
          {"u0_mm", frame.grid.u0_mm},
          {"v0_mm", frame.grid.v0_mm}};
}

Json areas_json(const std::vector<AreaTotal>& areas) {
  Json list = Json::array();
  for (const AreaTotal& area : areas) {
    list.push_back({{"threshold_mm", area.threshold_mm},
                    {"measure", measure},
                    {"side", area_side},
                    {"projected_mm2", area.projected_mm2},
                    {"surface_mm2", area.surface_mm2},
                    {"contacts", area.contacts},
                    {"penetration_counted", true},
                    {"clipped", true}});
  }
  return list;
}

Json balance_json(const std::vector<AreaTotal>& areas) {
  Json list = Json::array();
  for (const AreaTotal& area : areas) {
    list.push_back({{"threshold_mm", area.threshold_mm},
                    {"measure", measure},
                    {"share_of", "projected_mm2"},
                    {"left_share", or_null(area.left_share)},
                    {"right_share", or_null(area.right_share)},
                    {"anterior_share", or_null(area.anterior_share)},
                    {"posterior_share", or_null(area.posterior_share)}});
  }
  return list;
}

Json contact_json(const ContactPatch& patch) {
  return {{"id", patch.id},
          {"threshold_mm", patch.threshold_mm},
          {"measure", measure},
          {"side", area_side},
          {"tooth", tooth_or_null(patch.lower_tooth)},
          {"lower_tooth", tooth_or_null(patch.lower_tooth)},
          {"upper_tooth", tooth_or_null(patch.upper_tooth)},
          {"region", patch.region.empty() ? Json(nullptr) : Json(patch.region)},
          {"centroid_mm", vector_of(patch.centroid_mm)},
          {"projected_mm2", patch.projected_mm2},
          {"surface_mm2", patch.surface_mm2},
          {"min_clearance_mm", patch.min_clearance_mm},
          {"mean_clearance_mm", patch.mean_clearance_mm},
          {"penetration_counted", true},
          {"clipped", true},
          {"lower_faces", patch.lower_faces},
          {"upper_faces", patch.upper_faces}};
}

Json teeth_json(const std::vector<ToothContact>& teeth) {
  Json list = Json::array();
  for (const ToothContact& tooth : teeth) {
    list.push_back({{"threshold_mm", tooth.threshold_mm},
                    {"measure", measure},
                    {"side", area_side},
                    {"tooth", tooth_or_null(tooth.tooth)},
                    {"contacts", tooth.contacts},
                    {"projected_mm2", tooth.projected_mm2},
                    {"surface_mm2", tooth.surface_mm2},
                    {"min_clearance_mm", tooth.min_clearance_mm}});
  }
  return list;
}

Json pairs_json(const std::vector<ToothPairContact>& pairs) {
  Json list = Json::array();
  for (const ToothPairContact& pair : pairs) {
    list.push_back({{"threshold_mm", pair.threshold_mm},
                    {"measure", measure},
                    {"side", area_side},
                    {"upper_tooth", tooth_or_null(pair.upper_tooth)},
                    {"lower_tooth", tooth_or_null(pair.lower_tooth)},
                    {"projected_mm2", pair.projected_mm2},
                    {"surface_mm2", pair.surface_mm2},
                    {"min_clearance_mm", pair.min_clearance_mm}});
  }
  return list;
}

Json pixels_json(const MapCounts& pixels) {
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

Json timings_json(const std::vector<StageTime>& timings, double import_ms) {
  Json times = {{"import", import_ms}, {"prepare", 0.0}, {"map", 0.0}, {"analysis", 0.0}};
  for (const StageTime& stage : timings) times[stage.name] = stage.ms;
  return times;
}

Json report_of(const Inspection& inspection, const MeshReport& upper, const MeshReport& lower,
               double import_ms) {
  Json contacts = Json::array();
  for (const ContactPatch& patch : inspection.contacts.patches) contacts.push_back(contact_json(patch));
  return {
      {"schema", "intercusp-report/1"},
      {"version", INTERCUSP_VERSION},
      {"units", "mm"},
      {"purpose", "for research and planning support; not a diagnosis"},
      {"remarks", inspection.remarks},
      {"upper", jaw_json(upper, *inspection.bite.upper)},
      {"lower", jaw_json(lower, *inspection.bite.lower)},
      {"upper_from_lower", pose_json(inspection.bite.upper_from_lower)},
      {"settings", settings_json(inspection.options)},
      {"engine", name_of(inspection.engine)},
      {"engine_reason", inspection.engine_reason},
      {"projections", Json::array({projection_json(inspection.map.frame)})},
      {"anatomy", anatomy_json(inspection.anatomy)},
      {"labels_estimated", inspection.labels_estimated},
      {"definitions",
       {{"clearance", measure_sentence()}, {"contact", contact_sentence(inspection.options.thresholds_mm)}}},
      {"interference", inspection.interference},
      {"min_clearance_mm", or_null(inspection.min_clearance_mm)},
      {"max_penetration_mm", inspection.max_penetration_mm},
      {"overlap_volume_mm3", inspection.overlap_volume_mm3},
      {"areas", areas_json(inspection.contacts.areas)},
      {"balance", balance_json(inspection.contacts.areas)},
      {"contacts", contacts},
      {"teeth", teeth_json(inspection.contacts.teeth)},
      {"tooth_pairs", pairs_json(inspection.contacts.pairs)},
      {"pixels", pixels_json(inspection.pixels)},
      {"timings_ms", timings_json(inspection.timings, import_ms)}};
}

std::string compact(const Json& json) {
  // Names of files need not be UTF-8.
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

//! One line for every key of the report, and one for every entry of its lists of objects.
std::string laid_out(const Json& report) {
  std::string text = "{";
  const char* before_key = "\n";
  for (const auto& [key, value] : report.items()) {
    text += before_key + compact(key) + ": ";
    before_key = ",\n";
    if (!value.is_array() || value.empty() || !value.front().is_object()) {
      text += compact(value);
      continue;
    }
    const char* before_entry = "[\n  ";
    for (const Json& entry : value) {
      text += before_entry + compact(entry);
      before_entry = ",\n  ";
    }
    text += "]";
  }
  return text + "\n}\n";
}

}  // namespace

std::string report_json(const Inspection& inspection, const MeshReport& upper, const MeshReport& lower,
                        double import_ms) {
  return laid_out(report_of(inspection, upper, lower, import_ms));
}

}  // namespace intercusp
