// Summary figures of a played track.
#pragma once

#include <optional>

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

}  // namespace intercusp
