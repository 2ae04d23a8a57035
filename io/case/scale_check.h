// A mesh file has no unit. A mouth is 20 to 90 mm, so a size near that in another unit is found out.
#pragma once

#include <optional>
#include <string>

namespace intercusp {

struct OddScale {
  std::string text;   //!< the size, what it looks like, and the option that states the unit
  bool sure = false;  //!< metres or micrometres: no body that anyone inspects is that small or big in mm
  bool near_a_unit = false;  //!< false: merely unusual
};

//! \param size largest extent of the jaw along an axis, in the file's unit.
//! \return nothing for 20 to 90.
[[nodiscard]] std::optional<OddScale> check_scale(double size);

}  // namespace intercusp
