// Summary figures of a played track, and the contact of each tooth over it.
#pragma once

#include <array>
#include <limits>
#include <optional>
#include <vector>

#include "occlusion/motion/tracks/play.h"

namespace intercusp {

struct PlaySummary {
  double played_s = 0;                       //!< duration that the played poses represent
  double contact_s = 0;                      //!< of that, with any contact
  std::optional<double> first_contact_s;     //!< empty without contact
  std::optional<double> least_clearance_mm;  //!< empty if no lower faces an upper at any pose
  double least_at_s = 0;
  double greatest_surface_mm2 = 0, greatest_projected_mm2 = 0;
  double greatest_at_s = 0;  //!< of the projected area
  //! Shares of projected area times time; empty without anatomy or contact.
  std::optional<double> left_share, right_share;
};

[[nodiscard]] PlaySummary summary_of(const Playback& playback);

//! Contact of each tooth over a track.
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
