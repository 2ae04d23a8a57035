#include "io/report/export_validation.h"

#include <fmt/format.h>

#include "io/picture/error_picture.h"
#include "io/picture/image_bytes.h"

namespace intercusp {
namespace {

std::string view_name(std::size_t map, std::size_t maps, const Inspection& inspection) {
  if (inspection.arch && inspection.arch->sectors.size() == maps) return inspection.arch->sectors[map].name;
  return maps == 1 ? "whole arch" : fmt::format("part {} of {}", map + 1, maps);
}

}  // namespace

std::vector<OutputFile> validation_files(const Validation& validation, const Inspection& inspection,
                                         const MeshReport& upper, const MeshReport& lower) {
  Provenance provenance = provenance_of(inspection, upper, lower);
  provenance.settings +=
      fmt::format("; rays {} a pixel; seed {}", validation.options.rays_per_pixel, validation.options.seed);
  std::vector<OutputFile> files = {{"validate.json", validation_json(validation, inspection, upper, lower)}};
  for (std::size_t map = 0; map < validation.maps.size(); ++map) {
    const MapErrors& errors = validation.maps[map];
    const std::string stem = map == 0 ? "error" : fmt::format("error_{}", map + 1);
    const std::string name = view_name(map, validation.maps.size(), inspection);
    files.push_back({stem + ".png",
                     png_bytes(error_picture(validation, map, name, inspection.anatomy.axes, provenance))});
    if (errors.frame.grid.size() == 0) continue;
    files.push_back({stem + ".nrrd", nrrd_bytes(errors.frame, errors.mean_error_mm,
                                                {{"intercusp_content",
                                                  "error of the clearance map in mm, map less rays; NaN "
                                                  "where not compared"},
                                                 {"intercusp_measure",
                                                  mean_error_sentence(validation.options.rays_per_pixel)},
                                                 {"intercusp_view", name}},
                                                provenance)});
  }
  return files;
}

}  // namespace intercusp
