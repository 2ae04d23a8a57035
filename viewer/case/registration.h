// A judgement of how the two scans were brought together, from what they show: how deep they overlap or how far they stand
// apart, how many teeth meet and where. By surface distance.
#pragma once

#include <optional>

#include "viewer/case/rest_reading.h"

namespace intercusp::viewer {

enum class Light { green, amber, red };

struct Registration {
  Light light = Light::green;
  double least_mm = 0;           //!< negative: depth of the overlap
  int meeting = 0, present = 0;  //!< lower teeth in contact, and all; 0 present: they have no numbers
  bool too_deep = false, few_meet = false, one_side = false;  //!< what is wrong with it
};

//! Deeper than this, overlap is an error of scans or registration: teeth yield by some hundredths of a millimetre under load, and
//! matched scans of whole arches are off by up to about 0.1 mm.
constexpr double most_overlap_mm = 0.15;
constexpr double impossible_overlap_mm = 0.4;  //!< no bite has that

//! Empty where no distance is certain.
[[nodiscard]] std::optional<Registration> registration_of(const RestReading& rest);

}  // namespace intercusp::viewer
