// What a validation says, in words: for the terminal, the small print of pictures and the notes of files.
#pragma once

#include <string>

#include "occlusion/validation/validate.h"

namespace intercusp {

//! What the two comparisons are: "mean" and "point".
[[nodiscard]] std::string mean_error_sentence(int rays_per_pixel);
[[nodiscard]] std::string point_error_sentence();

//! What makes map and ray disagree on a pixel's state.
[[nodiscard]] std::string states_sentence(double depth_tolerance_mm);

//! A length for people, in µm below 1 mm, with three digits: "0.900 µm", "12.3 µm", "1.25 mm"; "–" for NaN.
[[nodiscard]] std::string length_text(double length_mm);

//! "99.84 %"; "–" for NaN.
[[nodiscard]] std::string share_text(double share);

//! The finding in a few lines, for the terminal.
[[nodiscard]] std::string validation_text(const Validation& validation);

}  // namespace intercusp
