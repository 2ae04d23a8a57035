// What the figures of a validation mean, for reports, pictures and the notes of image files.
#pragma once

#include <string>

namespace intercusp {

//! The comparison with the mean of a pixel's rays, and with the ray through its centre.
[[nodiscard]] std::string mean_error_sentence(int rays_per_pixel);
[[nodiscard]] std::string point_error_sentence();

//! When map and ray disagree on the state of a pixel.
[[nodiscard]] std::string states_sentence(double depth_tolerance_mm);

//! Three digits, in µm below 1 mm: "0.900 µm", "12.3 µm", "1.25 mm"; "–" for NaN.
[[nodiscard]] std::string length_text(double length_mm);

//! "99.84 %"; "–" for NaN.
[[nodiscard]] std::string share_text(double share);

}  // namespace intercusp
