// Summary of a played track.
#pragma once

#include <optional>

#include "occlusion/motion/tracks/play.h"

namespace intercusp {

struct PlaySummary {
  double played_s = 0;                       //!< time that the poses played stand for
  double contact_s = 0;                      //!< of that, with contact anywhere
  std::optional<double> first_contact_s;     //!< empty where there never is
  std::optional<double> least_clearance_mm;  //!< empty where no lower ever faces an upper
  double least_at_s = 0;
  double greatest_surface_mm2 = 0, greatest_projected_mm2 = 0;
  double greatest_at_s = 0;  //!< of the projected area
  //! Of projected area times time; empty without anatomy or contact.
  std::optional<double> left_share, right_share;
};

[[nodiscard]] PlaySummary summary_of(const Playback& playback);

}  // namespace intercusp
