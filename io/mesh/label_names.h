// Names of the per-vertex tooth label in PLY and VTP files.
#pragma once

#include <array>
#include <string_view>

namespace intercusp {

//! Case-insensitive. If a file has several, the first in this list counts.
inline constexpr std::array<std::string_view, 6> label_names = {"label", "labels",   "fdi",
                                                                "tooth", "tooth_id", "scalar_label"};

//! Stands for a stored value that is no whole number (NaN, 1.5): no tooth has this number.
inline constexpr int not_a_label = -1;

//! A label from a file that stores it as a floating-point number.
[[nodiscard]] constexpr int label_of(double value) {
  if (!(value > -1e6 && value < 1e6)) return not_a_label;
  const int label = static_cast<int>(value);
  return static_cast<double>(label) == value ? label : not_a_label;
}

}  // namespace intercusp
