// What differs between two poses of a case, tooth by tooth.
#pragma once

#include <vector>

#include "viewer/case/rest_reading.h"

namespace intercusp::viewer {

//! Contact of a tooth in a pose.
struct ToothFigures {
  double area_mm2 = 0;  //!< on the lower jaw
  double depth_mm = 0;  //!< of the overlap; 0 where the surfaces only come near
  double share = 0;     //!< of the whole contact area
};

struct ToothDifference {
  int tooth = 0;  //!< FDI, of the lower; 0: the whole bite
  ToothFigures now, other;
};

//! The whole bite, then the lower teeth in contact in either pose by number.
//! \pre both at one threshold
[[nodiscard]] std::vector<ToothDifference> tooth_differences(const RestReading& now, const RestReading& other,
                                                             Measure measure);

}  // namespace intercusp::viewer
