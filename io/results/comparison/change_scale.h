// The colours of a change: loss red, gain blue, grey within the noise.
#pragma once

#include <span>

#include "occlusion/maps/colour_scale.h"

namespace intercusp {

struct ChangeScale {
  double noise_mm = 0;  //!< smaller changes are grey
  double end_mm = 0;    //!< greater changes have the last colour

  //! \param change_mm negative: lost; NaN: the other scan has nothing there
  [[nodiscard]] Rgb colour_at(double change_mm) const;
};

inline constexpr Rgb within_noise_colour{214, 214, 214}, not_compared_colour{120, 120, 120};

//! Ends at a round number that few of the changes exceed. \param changes_mm NaN is left out
[[nodiscard]] ChangeScale change_scale(std::span<const double> changes_mm, double noise_mm);

}  // namespace intercusp
