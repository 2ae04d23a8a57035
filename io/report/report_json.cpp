#include "io/report/report_json.h"

#include <nlohmann/json.hpp>

#include "io/files/json_layout.h"
#include "io/report/contacts_json.h"
#include "io/report/json_parts.h"
#include "io/wording/definitions.h"
#include "io/wording/findings.h"

namespace intercusp {
namespace {

using Json = nlohmann::ordered_json;

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
  return {{"file", joined_paths(report)},
          {"triangles", report.triangles_read},
          {"closed_by_import", report.closed_by_import},
          {"repairs", repairs_json(report.repairs)},
          {"files", files_json(report)},
          {"vertices", report.vertices_read},
          {"components", report.components},
          {"solid_triangles", solid.mesh.faces.size()},
          {"anatomy_triangles", solid.anatomy_faces},
          {"label_source", report.label_source.empty() ? Json(nullptr) : Json(report.label_source)},
          {"remarks", report.remarks}};
}

std::string asked_engine(EngineKind kind) { return kind == EngineKind::automatic ? "auto" : name_of(kind); }

Json bite_error_json(const BiteError& error) {
  return {{"translation_mm", error.translation_mm},
          {"rotation_deg", in_degrees(error.rotation_rad)},
          {"poses", error.poses},
          {"seed", error.seed}};
}

Json settings_json(const InspectionOptions& options) {
  return {{"engine", asked_engine(options.engine)},
          {"pixel_mm", options.pixel_mm},
          {"depth_tolerance_mm", options.depth_tolerance_mm},
          {"direction", options.direction ? vector_of(*options.direction) : Json("auto")},
          {"thresholds_mm", options.thresholds_mm},
          {"sectors", options.sectors},
          {"area_error", options.area_error},
          {"surface_distance", options.surface_distance},
          {"bite_error", bite_error_json(options.bite_error)},
          {"exact", options.exact}};
}

Json anatomy_and_remarks(const Anatomy& anatomy) {
  Json json = anatomy_json(anatomy);
  json["remarks"] = sentences_of(anatomy.findings);
  return json;
}

Json projection_json(const MapFrame& frame, const std::string& name) {
  const Eigen::Matrix3d axes = frame.projection.view_from_case().linear();
  return {{"direction", vector_of(axes.row(2))},
          {"pixel_mm", frame.grid.pixel_mm},
          {"width", frame.grid.width},
          {"height", frame.grid.height},
          {"name", name},
          {"right", vector_of(axes.row(0))},
          {"down", vector_of(axes.row(1))},
          {"u0_mm", frame.grid.u0_mm},
          {"v0_mm", frame.grid.v0_mm}};
}

//! The whole arch first, then the sectors.
Json projections_json(const Inspection& inspection) {
  Json list = Json::array({projection_json(inspection.map.frame, "whole arch")});
  if (!inspection.arch) return list;
  for (const Sector& sector : inspection.arch->sectors) {
    Json entry = projection_json(sector.frame, sector.name);
    entry["from_mm"] = sector.from_mm;  // infinite at the ends of the arch, which is written as null
    entry["to_mm"] = sector.to_mm;
    list.push_back(std::move(entry));
  }
  return list;
}

Json definitions_json(const Inspection& inspection) {
  const InspectionOptions& options = inspection.options;
  Json sentences = {{"clearance", measure_sentence()}, {"contact", contact_sentence(options.thresholds_mm)}};
  if (inspection.surface) {
    sentences["surface_distance"] = surface_distance_sentence();
    sentences["surface_contact"] = surface_contact_sentence(options.thresholds_mm);
  }
  sentences["error"] = area_error_sentence(options.area_error);
  sentences["sectors"] = sectors_sentence(inspection);
  if (inspection.clearance_intervals) {
    sentences["interval"] = interval_sentence(options.bite_error);
    sentences["presence"] = presence_sentence();
  }
  return sentences;
}

Json side_json(const VertexDistances& distances) {
  return {{"measured", distances.measured},
          {"undecided", distances.undecided},
          {"at_rim", distances.at_rim_count}};
}

Json least_json(const LeastDistance& least) {
  return {{"distance_mm", least.distance_mm},        {"bound_mm", least.bound_mm},
          {"place_mm", vector_of(least.case_point)}, {"on", least.on_lower ? "lower" : "upper"},
          {"upper_face", least.upper_face},          {"lower_face", least.lower_face}};
}

Json surface_json(const std::optional<SurfaceFindings>& surface) {
  if (!surface) return nullptr;
  return {{"least", surface->least ? least_json(*surface->least) : Json(nullptr)},
          {"upper", side_json(surface->distances.upper)},
          {"lower", side_json(surface->distances.lower)}};
}

Json intervals_of(const std::optional<Intervals>& intervals, const char* least_name) {
  if (!intervals) return nullptr;
  return {{"poses", intervals->poses},
          {"pixel_mm", intervals->pixel_mm},
          {least_name, intervals->least_mm ? interval_json(*intervals->least_mm) : Json(nullptr)}};
}

Json intervals_json(const Inspection& inspection) {
  if (!inspection.clearance_intervals && !inspection.distance_intervals) return nullptr;
  return {{"bite_error", bite_error_json(inspection.options.bite_error)},
          {"percent", 95},
          {"clearance", intervals_of(inspection.clearance_intervals, "min_clearance_mm")},
          {"surface_distance", intervals_of(inspection.distance_intervals, "min_surface_distance_mm")},
          {"method", interval_sentence(inspection.options.bite_error)}};
}

Json exact_json(const std::optional<ExactInterference>& exact) {
  if (!exact) return nullptr;
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
Json validation_summary_json(const Validation* validation) {
  if (validation == nullptr) return nullptr;
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
               double import_ms, const Validation* validation) {
  const LeastDistance* const least =
      inspection.surface && inspection.surface->least ? &*inspection.surface->least : nullptr;
  Json report = {{"schema", "intercusp-report/1"},
                 {"version", INTERCUSP_VERSION},
                 {"units", "mm"},
                 {"purpose", "for research and planning support; not a diagnosis"},
                 {"remarks", sentences_of(inspection.findings)},
                 {"findings", findings_json(inspection.findings)},
                 {"upper", jaw_json(upper, *inspection.bite.upper)},
                 {"lower", jaw_json(lower, *inspection.bite.lower)},
                 {"upper_from_lower", pose_json(inspection.bite.upper_from_lower)},
                 {"settings", settings_json(inspection.options)},
                 {"engine", name_of(inspection.engine)},
                 {"engine_reason", inspection.engine_reason},
                 {"quantisation",
                  {{"position_mm", inspection.quantisation.position_mm},
                   {"depth_mm", inspection.quantisation.depth_mm}}},
                 {"projections", projections_json(inspection)},
                 {"anatomy", anatomy_and_remarks(inspection.anatomy)},
                 {"labels_estimated", inspection.labels_estimated},
                 {"definitions", definitions_json(inspection)},
                 {"interference", inspection.interference},
                 {"min_clearance_mm", or_null(inspection.min_clearance_mm)},
                 {"max_penetration_mm", inspection.max_penetration_mm},
                 {"overlap_volume_mm3", inspection.overlap_volume_mm3},
                 {"min_surface_distance_mm", least != nullptr ? Json(least->distance_mm) : Json(nullptr)},
                 {"max_penetration_distance_mm",
                  least != nullptr ? Json(least->max_penetration_distance_mm()) : Json(nullptr)},
                 {"surface_distance", surface_json(inspection.surface)},
                 {"exact", exact_json(inspection.exact)},
                 {"intervals", intervals_json(inspection)}};
  report.update(contact_tables_json(inspection));
  report["pixels"] = pixels_json(inspection.pixels);
  report["validation"] = validation_summary_json(validation);
  report["timings_ms"] = timings_json(inspection.timings, import_ms);
  return report;
}

}  // namespace

std::string report_json(const Inspection& inspection, const MeshReport& upper, const MeshReport& lower,
                        double import_ms, const Validation* validation) {
  return laid_out(report_of(inspection, upper, lower, import_ms, validation));
}

}  // namespace intercusp
