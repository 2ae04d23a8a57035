// The change of one tooth in a comparison.
#pragma once

#include <algorithm>

#include "occlusion/registration/compare_scans.h"

namespace intercusp {

//! \pre the comparison has the tooth
inline const ToothChange& tooth_of(const ScanComparison& comparison, int fdi) {
  return *std::ranges::find(comparison.teeth, fdi, &ToothChange::fdi);
}

}  // namespace intercusp
