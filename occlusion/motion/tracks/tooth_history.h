// Contact of each tooth over a track.
#pragma once

#include <array>
#include <limits>
#include <vector>

#include "occlusion/motion/tracks/play.h"

namespace intercusp {

struct ToothHistory {
  int tooth = 0;  //!< FDI
  double contact_s = 0;
  std::array<double, contact_kinds>
      by_kind_s{};  //!< parts of it; working and balancing by the tooth's own side
  double least_clearance_mm =
      std::numeric_limits<double>::infinity();  //!< while in contact, at pixel centres; infinite without
  double greatest_mm2 = 0, greatest_at_s = 0;   //!< surface area
  double first_s = 0, last_s = 0;               //!< poses in contact
};

//! Teeth in contact at any pose, ascending. A tooth is in contact if part of a pixel on it is.
[[nodiscard]] std::vector<ToothHistory> tooth_histories(const Playback& playback);

}  // namespace intercusp
