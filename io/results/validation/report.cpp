#include <fmt/format.h>

#include "io/language/language.h"
#include "io/picture/image_bytes.h"
#include "io/report/parts.h"
#include "io/results/validation/report.h"
#include "io/wording/definitions.h"
#include "occlusion/inspect.h"

namespace intercusp {
namespace {

std::string view_name(std::size_t map, std::size_t maps, const Inspection& inspection) {
  if (inspection.arch && inspection.arch->sectors.size() == maps) return sector_name(*inspection.arch, map);
  return maps == 1 ? place_in_arch(ArchPart::whole) : phrase("part {} of {}", map + 1, maps);
}

Fields settings_fields(const Validation& validation, const Inspection& inspection) {
  return {{"pixel_mm", inspection.options.pixel_mm},
          {"depth_tolerance_mm", validation.options.depth_tolerance_mm},
          {"direction", asked_direction(inspection.options.direction)},
          {"rays_per_pixel", validation.options.rays_per_pixel},
          {"seed", validation.options.seed}};
}

Values projection_values(const Validation& validation) {
  return list_of(validation.maps, [](const MapErrors& map) {
    const Eigen::Matrix3d axes = map.view.view_from_case.linear();
    return Fields{{"direction", axes.row(2)},     {"right", axes.row(0)},
                  {"down", axes.row(1)},          {"pixel_mm", map.view.grid.pixel_mm},
                  {"width", map.view.grid.width}, {"height", map.view.grid.height},
                  {"u0_mm", map.view.grid.u0_mm}, {"v0_mm", map.view.grid.v0_mm}};
  });
}

Fields statistics_fields(const ErrorStatistics& statistics) {
  return {{"pixels", statistics.pixels}, {"rms_mm", statistics.rms_mm},   {"max_mm", statistics.max_mm},
          {"p99_mm", statistics.p99_mm}, {"p999_mm", statistics.p999_mm}, {"bias_mm", statistics.bias_mm}};
}

Values histogram_values(const Validation& validation) {
  Values list;
  for (std::size_t bin = 0; bin < validation.mean.histogram.size(); ++bin) {
    const bool open = bin == histogram_edges_um.size();
    list.push_back({{"from_um", bin == 0 ? 0.0 : histogram_edges_um[bin - 1]},
                    {"below_um", open ? Value() : Value(histogram_edges_um[bin])},
                    {"pixels", validation.mean.histogram[bin]},
                    {"point_pixels", validation.point.histogram[bin]}});
  }
  return list;
}

Values states_values(const StateTable& states) {
  Values list;
  for (std::size_t stage = 0; stage < stages; ++stage) {
    for (std::size_t map = 0; map < pixel_kinds; ++map) {
      for (std::size_t ray = 0; ray < pixel_kinds; ++ray) {
        if (states[stage][map][ray] == 0) continue;
        list.push_back({{"resolved_by", name_of(static_cast<Stage>(stage))},
                        {"map", name_of(static_cast<PixelKind>(map))},
                        {"ray", name_of(static_cast<PixelKind>(ray))},
                        {"pixels", states[stage][map][ray]}});
      }
    }
  }
  return list;
}

Values place_values(const std::vector<WorstPlace>& places) {
  const auto face = [](std::int32_t number) { return number == no_face ? Value() : Value(number); };
  return list_of(places, [&](const WorstPlace& place) {
    return Fields{{"projection", place.map},
                  {"column", place.column},
                  {"row", place.row},
                  {"point_mm", place.point_mm},
                  {"error_mm", place.error_mm},
                  {"map_mm", place.map_mm},
                  {"rays_mm", place.rays_mm},
                  {"near_silhouette", place.near_silhouette},
                  {"upper_face", face(place.upper_face)},
                  {"lower_face", face(place.lower_face)}};
  });
}

Fields counts_fields(const ValidationCounts& counts) {
  return {{"examined", counts.examined},
          {"only_map_finite", counts.only_map_finite},
          {"only_rays_finite", counts.only_rays_finite},
          {"neither_finite", counts.neither_finite},
          {"partly_finite", counts.partly_finite},
          {"point_only_map_finite", counts.point_only_map_finite},
          {"point_only_ray_finite", counts.point_only_ray_finite},
          {"point_neither_finite", counts.point_neither_finite}};
}

Fields json_of(const Validation& validation, const Inspection& inspection, const Inputs& inputs) {
  const ForPrograms english;
  const ErrorStatistics &mean = validation.mean, &point = validation.point;
  return envelope("intercusp-validate/1", "mm") +
         Fields{{"upper", input_fields(inputs.upper)},
                {"lower", input_fields(inputs.lower)},
                {"upper_from_lower", inspection.bite_case->bite.upper_from_lower},
                {"settings", settings_fields(validation, inspection)},
                {"engine", name_of(inspection.engine)},
                {"engine_reason", engine_reason_in_words(inspection.engine_reason)},
                {"projections", projection_values(validation)},
                {"definitions", fields_of(validation_definitions(validation.options))},
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
                {"mean_away_from_silhouettes", statistics_fields(validation.mean_away)},
                {"point_pixels", point.pixels},
                {"point_rms_mm", point.rms_mm},
                {"point_max_mm", point.max_mm},
                {"point_p99_mm", point.p99_mm},
                {"point_p999_mm", point.p999_mm},
                {"point_bias_mm", point.bias_mm},
                {"point_near_silhouettes", statistics_fields(validation.point_near)},
                {"state_disagreements", validation.state_disagreements},
                {"near_silhouette", validation.near_silhouette},
                {"near_silhouette_disagreements", validation.near_silhouette_disagreements},
                {"near_boundary", validation.near_boundary},
                {"counts", counts_fields(validation.counts)},
                {"histogram", histogram_values(validation)},
                {"states", states_values(validation.states)},
                {"worst", place_values(validation.worst)},
                {"worst_points", place_values(validation.worst_points)}};
}

//! For each map a picture and, if it has pixels, the errors as an image of numbers.
std::vector<Product> error_files(const std::shared_ptr<const Validation>& shared,
                                 const Inspection& inspection, Provenance provenance) {
  const Validation& validation = *shared;
  provenance.settings +=
      fmt::format("; rays {} a pixel; seed {}", validation.options.rays_per_pixel, validation.options.seed);
  std::vector<Product> files;
  for (std::size_t map = 0; map < validation.maps.size(); ++map) {
    const std::string stem = map == 0 ? "error" : fmt::format("error_{}", map + 1);
    const std::string name = view_name(map, validation.maps.size(), inspection);
    const std::string english_name =
        for_programs([&] { return view_name(map, validation.maps.size(), inspection); });
    files.push_back({stem + ".png",
                     [shared, axes = inspection.bite_case->anatomy.axes, map, name, provenance] {
                       return png_bytes(error_picture(*shared, map, name, axes, provenance));
                     },
                     phrase("Error against the mean of a pixel's rays, {}", name)});
    if (validation.maps[map].view.grid.size() == 0) continue;
    files.push_back({stem + ".nrrd", [shared, map, english_name, provenance] {
                       const MapErrors& errors = shared->maps[map];
                       return nrrd_bytes(errors.view, errors.mean_error_mm,
                                         error_map_notes(shared->options.rays_per_pixel, english_name),
                                         provenance);
                     }});
  }
  return files;
}

}  // namespace

Report report_of(std::shared_ptr<const Validation> shared, const Inspection& inspection, const Inputs& inputs,
                 const Provenance& inspected) {
  const Validation& validation = *shared;
  Report report{
      .json_name = "validate.json",
      .json = json_of(validation, inspection, inputs),
      .files = error_files(shared, inspection, inspected),
      .remarks = remarks_of(inspection.findings, inputs.upper, inputs.lower),
      .headline = phrase("{}, against rays", map_sentence(inspection.map.view.grid, inspection.engine))};
  std::vector<std::string> pictures;
  for (const Product& file : report.files) {
    if (file.name.ends_with(".png")) pictures.push_back(file.name);
  }
  report.sections = sections_of(validation, pictures);
  return report;
}

std::vector<std::string> validation_file_names() {
  return {"validate.json", "error.png", "error.nrrd", "error_*.png", "error_*.nrrd"};
}

}  // namespace intercusp
