// A mesh file has no unit. A mouth is 20 to 90 mm, so a size near this in another unit is detected.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>

#include "occlusion/base/finding.h"

namespace intercusp {

//! Millimetres per "mm", "cm", "m", "inch" and "um".
[[nodiscard]] const std::map<std::string, double>& mm_per_unit();

struct OddScale {
  std::string text;  //!< the size, the units that it suggests, and the option that states the unit
  //! "odd_scale" with `extent` in the file's unit and `units` as --unit takes them, separated by commas. If
  //! the size fits none, `units` is empty, as `reason` states.
  Finding finding;
  //! True for metres, micrometres, and scans in inches: few inspected objects are that small or large in mm.
  //! Bodies with few faces may be 2 mm long.
  bool sure = false;
  bool near_a_unit = false;  //!< false: the size is merely unusual
};

//! \param size largest extent of the jaw along an axis, in the file's unit
//! \param faces number of faces
//! \return empty for sizes from 20 to 90
[[nodiscard]] std::optional<OddScale> check_scale(double size, std::size_t faces);

}  // namespace intercusp
