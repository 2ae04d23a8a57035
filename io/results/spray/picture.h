// Shaded solids painted with the droplets per mm² that a nozzle brings to each place.
#pragma once

#include <vector>

#include "io/picture/jaw_picture.h"
#include "io/results/spray/words.h"

namespace intercusp {

//! One way of looking at the deposit.
struct SprayView {
  JawView seen;
  bool from_nozzle = false;  //!< what lies behind the nozzle is left out
};

//! From few or early to many or late: lightness falls all the way, so that it reads without colour vision and in print.
[[nodiscard]] Rgb spray_colour(double share);
constexpr Rgb unhit_colour{212, 208, 200};  //!< of places where nothing arrives

//! Which axis of the files points up in a view whose lower edge lies that way: down_of_view_along (impact_map.h).
[[nodiscard]] std::string up_of_view(const Eigen::Vector3d& down);

//! Three views: from the nozzle, from its side and from opposite it.
[[nodiscard]] std::vector<SprayView> spray_views(const SprayReport& report);

//! Colours are those to be expected of the nozzle, from the ways back to it at every pixel, not the random droplets counted.
[[nodiscard]] Picture spray_picture(const SprayReport& report, const SprayView& view);

}  // namespace intercusp
