// The report of `validate`: figures and words of a validation, and its errors as colours (as Myszkowski, Okunev & Kunii 1995, Fig. 7).
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "io/picture/picture.h"
#include "io/report/report.h"
#include "io/wording/provenance.h"
#include "io/wording/section.h"
#include "occlusion/case/anatomy.h"
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

//! Range of the logarithmic colour scale of errors.
constexpr double palest_error_mm = 1e-4;
constexpr double darkest_error_mm = 1.0;

//! Pale yellow through orange to dark red, steadily darker, so that it can be read in grey.
[[nodiscard]] Rgb error_colour(double error_mm);

//! One map of a validation against the mean of each pixel's rays, the largest errors ringed and numbered. Laid out as in
//! layout_of (map_picture.h); a reduced map shows the largest error of each block.
//! \param name of the view: "whole arch".  \param axes of the patient, for right and left.
[[nodiscard]] Picture error_picture(const Validation& validation, std::size_t map, const std::string& name,
                                    const std::optional<AnatomicalAxes>& axes, const Provenance& provenance);

struct Inspection;

//! `validate`: validate.json, and for each map error.png and error.nrrd (error_2.png … for more; no NRRD for a
//! map without pixels). The inspection is the one whose maps were validated.
//! \param inspected its provenance
[[nodiscard]] Report report_of(std::shared_ptr<const Validation> validation, const Inspection& inspection,
                               const Inputs& inputs, const Provenance& inspected);

//! Every file that such a report may have, validate.json first; with stars where their number depends on the maps.
[[nodiscard]] std::vector<std::string> validation_file_names();

}  // namespace intercusp
