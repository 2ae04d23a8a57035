// Whether what was found along an arch can be the teeth of a jaw: an egg box, a row of balls or a foot has bumps, too.
#pragma once

#include <Eigen/Core>
#include <span>

#include "occlusion/teeth/find_teeth.h"

namespace intercusp {

struct JawLikeness {
  //! Of the surface that looks to the bite and lies at most 2.5 mm below the plane of the crowns' tops: the part on teeth.
  //! 0.44 and more on 56 jaws, whose gum behind the last molars may rise as high.
  double share_on_teeth = 1;
  //! Of the molar in the middle of all: how far the middle of its crown lies below its cusps, mm. A fossa is up to 2 mm deep
  //! (0.1 to 1.8 on these jaws), what lies between two bumps deeper; 0 without molars.
  double fossa_mm = 0;
  //! Of the widths from the published means: the square of the common factor's logarithm in units of 0.08, and of the
  //! scatter about it in units of 0.1. Up to 6.3 on these jaws; 6 to 12 on egg boxes.
  double width_misfit = 0;
};

//! \param vertices,faces as given to find_teeth \pre found has teeth
[[nodiscard]] JawLikeness jaw_likeness(std::span<const Eigen::Vector3d> vertices, std::span<const Face> faces,
                                       const FoundTeeth& found);

//! False where one measure is far from those of jaws, or two are a little. \param any_sure tooth
[[nodiscard]] bool may_be_jaw(const JawLikeness& likeness, bool any_sure);

}  // namespace intercusp
