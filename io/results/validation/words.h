// What the figures of a validation mean, for reports, pictures and the notes of image files.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "io/wording/section.h"
#include "occlusion/validation/validate.h"

namespace intercusp {

//! The comparison with the mean of a pixel's rays, and with the ray through its centre.
[[nodiscard]] std::string mean_error_sentence(int rays_per_pixel);
[[nodiscard]] std::string point_error_sentence();

//! When map and ray disagree on the state of a pixel.
[[nodiscard]] std::string states_sentence(double depth_tolerance_mm);

//! What the fields of validate.json mean, by name.
[[nodiscard]] std::vector<Fact> validation_definitions(const ValidationOptions& options);

//! Notes of the image file that holds the errors of a map. \param view "whole arch"
[[nodiscard]] std::vector<std::pair<std::string, std::string>> error_map_notes(int rays_per_pixel,
                                                                               const std::string& view);

//! Figures, distribution of the errors, agreement of states and the greatest errors.
//! \param pictures file names of the error pictures
[[nodiscard]] std::vector<Section> sections_of(const Validation& validation,
                                               const std::vector<std::string>& pictures);

}  // namespace intercusp
