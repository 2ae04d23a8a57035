// The error of a clearance map against rays as colours (as Myszkowski, Okunev & Kunii 1995, Fig. 7).
#pragma once

#include <optional>
#include <string>

#include "io/picture/picture.h"
#include "io/wording/provenance.h"
#include "occlusion/case/anatomy.h"
#include "occlusion/validation/validate.h"

namespace intercusp {

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

}  // namespace intercusp
