#include "io/report/validation_json.h"

#include "io/files/json_layout.h"
#include "io/report/json_parts.h"
#include "io/report/validation_text.h"
#include "io/wording/definitions.h"

namespace intercusp {
namespace {

using Json = nlohmann::ordered_json;

Json settings_json(const Validation& validation, const Inspection& inspection) {
  return {
      {"pixel_mm", inspection.options.pixel_mm},
      {"depth_tolerance_mm", validation.options.depth_tolerance_mm},
      {"direction", inspection.options.direction ? vector_of(*inspection.options.direction) : Json("auto")},
      {"rays_per_pixel", validation.options.rays_per_pixel},
      {"seed", validation.options.seed}};
}

Json projections_json(const Validation& validation) {
  Json list = Json::array();
  for (const MapErrors& map : validation.maps) {
    const Eigen::Matrix3d axes = map.frame.projection.view_from_case().linear();
    list.push_back({{"direction", vector_of(axes.row(2))},
                    {"right", vector_of(axes.row(0))},
                    {"down", vector_of(axes.row(1))},
                    {"pixel_mm", map.frame.grid.pixel_mm},
                    {"width", map.frame.grid.width},
                    {"height", map.frame.grid.height},
                    {"u0_mm", map.frame.grid.u0_mm},
                    {"v0_mm", map.frame.grid.v0_mm}});
  }
  return list;
}

Json definitions_json(const ValidationOptions& options) {
  return {
      {"clearance", measure_sentence()},
      {"mean", mean_error_sentence(options.rays_per_pixel)},
      {"point", point_error_sentence()},
      {"bias_mm", "mean of the errors with their sign, map less rays; other figures are of their sizes"},
      {"p99_mm", "99 % of the pixels have an error of at most this"},
      {"own_spread_mm",
       "what rms_mm would be if the map were exact: RMS of the centre's ray less the mean of the pixel's "
       "rays; own_spread_share: its square over the mean square of the errors of the same pixels"},
      {"within_pixel_mm", "standard deviation of the rays inside a pixel, RMS over the pixels"},
      {"states", states_sentence(options.depth_tolerance_mm)},
      {"near_silhouette",
       "pixels covered by both jaws, in the map or at the centre's ray, at most half a pixel from a "
       "silhouette; near_silhouette_disagreements: those of different kinds"},
      {"near_boundary",
       "pixels of different kinds whose clearances differ by no more than twice the depth tolerance, more "
       "than half a pixel from silhouettes"},
      {"counts",
       "examined: covered by both jaws in the map or at some ray; only_map_finite, only_rays_finite, "
       "neither_finite: left out of the mean; partly_finite: compared with the mean of those rays that "
       "have a finite clearance; point_*: the same at the centre's ray, more than half a pixel from "
       "silhouettes"}};
}

Json statistics_json(const ErrorStatistics& statistics) {
  return {{"pixels", statistics.pixels}, {"rms_mm", statistics.rms_mm},   {"max_mm", statistics.max_mm},
          {"p99_mm", statistics.p99_mm}, {"p999_mm", statistics.p999_mm}, {"bias_mm", statistics.bias_mm}};
}

Json histogram_json(const Validation& validation) {
  Json list = Json::array();
  for (std::size_t bin = 0; bin < validation.mean.histogram.size(); ++bin) {
    list.push_back({{"from_um", bin == 0 ? 0.0 : histogram_edges_um[bin - 1]},
                    {"below_um", bin < histogram_edges_um.size() ? Json(histogram_edges_um[bin]) : Json()},
                    {"pixels", validation.mean.histogram[bin]},
                    {"point_pixels", validation.point.histogram[bin]}});
  }
  return list;
}

Json states_json(const StateTable& states) {
  constexpr std::array<const char*, stages> stage_names = {"none", "pass1", "pass2", "layers", "rays"};
  Json list = Json::array();
  for (std::size_t stage = 0; stage < stages; ++stage) {
    for (std::size_t map = 0; map < pixel_kinds; ++map) {
      for (std::size_t ray = 0; ray < pixel_kinds; ++ray) {
        if (states[stage][map][ray] == 0) continue;
        list.push_back({{"resolved_by", stage_names[stage]},
                        {"map", name_of(static_cast<PixelKind>(map))},
                        {"ray", name_of(static_cast<PixelKind>(ray))},
                        {"pixels", states[stage][map][ray]}});
      }
    }
  }
  return list;
}

Json face_or_null(std::int32_t face) { return face == no_face ? Json() : Json(face); }

Json places_json(const std::vector<WorstPlace>& places) {
  Json list = Json::array();
  for (const WorstPlace& place : places) {
    list.push_back({{"projection", place.map},
                    {"column", place.column},
                    {"row", place.row},
                    {"point_mm", vector_of(place.point_mm)},
                    {"error_mm", place.error_mm},
                    {"map_mm", place.map_mm},
                    {"rays_mm", place.rays_mm},
                    {"near_silhouette", place.near_silhouette},
                    {"upper_face", face_or_null(place.upper_face)},
                    {"lower_face", face_or_null(place.lower_face)}});
  }
  return list;
}

Json counts_json(const ValidationCounts& counts) {
  return {{"examined", counts.examined},
          {"only_map_finite", counts.only_map_finite},
          {"only_rays_finite", counts.only_rays_finite},
          {"neither_finite", counts.neither_finite},
          {"partly_finite", counts.partly_finite},
          {"point_only_map_finite", counts.point_only_map_finite},
          {"point_only_ray_finite", counts.point_only_ray_finite},
          {"point_neither_finite", counts.point_neither_finite}};
}

}  // namespace

std::string validation_json(const Validation& validation, const Inspection& inspection,
                            const MeshReport& upper, const MeshReport& lower) {
  const ErrorStatistics &mean = validation.mean, &point = validation.point;
  return laid_out({{"schema", "intercusp-validate/1"},
                   {"version", INTERCUSP_VERSION},
                   {"units", "mm"},
                   {"purpose", "for research and planning support; not a diagnosis"},
                   {"upper", input_json(upper)},
                   {"lower", input_json(lower)},
                   {"upper_from_lower", pose_json(inspection.bite.upper_from_lower)},
                   {"settings", settings_json(validation, inspection)},
                   {"engine", name_of(inspection.engine)},
                   {"engine_reason", inspection.engine_reason},
                   {"projections", projections_json(validation)},
                   {"definitions", definitions_json(validation.options)},
                   {"rays_per_pixel", validation.options.rays_per_pixel},
                   {"pixels", mean.pixels},
                   {"rms_mm", mean.rms_mm},
                   {"max_mm", mean.max_mm},
                   {"p99_mm", mean.p99_mm},
                   {"p999_mm", mean.p999_mm},
                   {"bias_mm", mean.bias_mm},
                   {"own_spread_mm", validation.own_spread_mm},
                   {"own_spread_share", validation.own_spread_share},
                   {"own_spread_pixels", validation.own_spread_pixels},
                   {"within_pixel_mm", validation.within_pixel_mm},
                   {"mean_away_from_silhouettes", statistics_json(validation.mean_away)},
                   {"point_pixels", point.pixels},
                   {"point_rms_mm", point.rms_mm},
                   {"point_max_mm", point.max_mm},
                   {"point_p99_mm", point.p99_mm},
                   {"point_p999_mm", point.p999_mm},
                   {"point_bias_mm", point.bias_mm},
                   {"point_near_silhouettes", statistics_json(validation.point_near)},
                   {"state_disagreements", validation.state_disagreements},
                   {"near_silhouette", validation.near_silhouette},
                   {"near_silhouette_disagreements", validation.near_silhouette_disagreements},
                   {"near_boundary", validation.near_boundary},
                   {"counts", counts_json(validation.counts)},
                   {"histogram", histogram_json(validation)},
                   {"states", states_json(validation.states)},
                   {"worst", places_json(validation.worst)},
                   {"worst_points", places_json(validation.worst_points)}});
}

}  // namespace intercusp
