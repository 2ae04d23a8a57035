// The colours of a change: loss red, gain blue, grey within the noise.
#pragma once

#include "occlusion/maps/colour_scale.h"

namespace intercusp {

struct ScanComparison;  // occlusion/registration/compare_scans.h

struct ChangeScale {
  double noise_mm = 0;  //!< smaller changes are grey
  double end_mm = 0;    //!< greater changes have the last colour

  //! \param change_mm negative: lost; NaN: the other scan has nothing there
  [[nodiscard]] Rgb colour_at(double change_mm) const;
};

inline constexpr Rgb within_noise_colour{214, 214, 214}, not_compared_colour{120, 120, 120};

//! Of the teeth that have changed without moving, else of everything: movements and gum change by far more than teeth
//! wear. Ends at a round number that few of the changes exceed.
[[nodiscard]] ChangeScale change_scale(const ScanComparison& change);

}  // namespace intercusp
