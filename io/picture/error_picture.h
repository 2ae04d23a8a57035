// Where a clearance map is how far from its rays, in the manner of Myszkowski, Okunev & Kunii 1995 (Fig. 7):
// the map with the size of the error as its colour.
#pragma once

#include <optional>
#include <string>

#include "io/picture/picture.h"
#include "io/wording/provenance.h"
#include "occlusion/case/anatomy.h"
#include "occlusion/validation/validate.h"

namespace intercusp {

//! Errors have colours by their decimal logarithm between these, paler for the smaller.
constexpr double palest_error_mm = 1e-4;
constexpr double darkest_error_mm = 1.0;

//! Pale yellow over orange to dark red: ever darker, so that it reads without colours too.
[[nodiscard]] Rgb error_colour(double error_mm);

//! One map of a validation, compared with the mean of each pixel's rays; the worst places are ringed and
//! numbered. It lies in the picture as layout_of (map_picture.h) says, only that a reduced map shows the
//! largest error of each block.
//! \param name of the view: "whole arch".  \param axes of the patient, for right and left.
[[nodiscard]] Picture error_picture(const Validation& validation, std::size_t map, const std::string& name,
                                    const std::optional<AnatomicalAxes>& axes, const Provenance& provenance);

}  // namespace intercusp
