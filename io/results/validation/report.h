// The report of `validate`: figures and words of a validation, and its errors as colours (like Fig. 7 of
// Myszkowski, Okunev & Kunii 1995).
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

//! Sentences about the comparison with the mean of a pixel's rays, and with the ray through its centre.
[[nodiscard]] std::string mean_error_sentence(int rays_per_pixel);
[[nodiscard]] std::string point_error_sentence();

//! When map and ray disagree on the state of a pixel.
[[nodiscard]] std::string states_sentence(double depth_tolerance_mm);

//! What the fields of validate.json mean, by name.
[[nodiscard]] std::vector<Fact> validation_definitions(const ValidationOptions& options);

//! Notes in the image file with the errors of a map.
//! \param view "whole arch"
[[nodiscard]] std::vector<std::pair<std::string, std::string>> error_map_notes(int rays_per_pixel,
                                                                               const std::string& view);

//! Figures, distribution of the errors, agreement of states and the greatest errors.
//! \param pictures file names of the error pictures
[[nodiscard]] std::vector<Section> sections_of(const Validation& validation,
                                               const std::vector<std::string>& pictures);

//! Range of the logarithmic colour scale of errors.
constexpr double palest_error_mm = 1e-4;
constexpr double darkest_error_mm = 1.0;

//! Pale yellow through orange to dark red, steadily darker, so that it is readable in grey.
[[nodiscard]] Rgb error_colour(double error_mm);

//! One map of a validation, compared with the mean of each pixel's rays. The largest errors are ringed and
//! numbered. Laid out as in layout_of (map_picture.h); a reduced map shows the largest error of each block.
//! \param name name of the view: "whole arch"
//! \param axes the patient's, for right and left
[[nodiscard]] Picture error_picture(const Validation& validation, std::size_t map, const std::string& name,
                                    const std::optional<AnatomicalAxes>& axes, const Provenance& provenance);

struct Inspection;

//! `validate`: validate.json, and for each map error.png and error.nrrd (error_2.png … for further maps; no
//! NRRD for a map without pixels). The inspection is the one whose maps were validated.
//! \param inspected its provenance
[[nodiscard]] Report report_of(std::shared_ptr<const Validation> validation, const Inspection& inspection,
                               const Inputs& inputs, const Provenance& inspected);

//! Every file that such a report may have, validate.json first. Stars stand for numbers that depend on the
//! maps.
[[nodiscard]] std::vector<std::string> validation_file_names();

}  // namespace intercusp
