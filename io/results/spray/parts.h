// The pictures of a spray's report, and its files for programs.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "io/picture/jaw_picture.h"
#include "io/picture/picture.h"
#include "io/results/spray/report.h"
#include "occlusion/particles/spray.h"

namespace intercusp {

// Shaded solids painted with the droplets per mm² that a nozzle brings to each place.

//! One way of looking at the deposit.
struct SprayView {
  JawView seen;
  bool from_nozzle = false;  //!< what lies behind the nozzle is left out
};

//! From few or early to many or late: lightness falls all the way, so that it reads without colour vision and in print.
[[nodiscard]] Rgb spray_colour(double share);
constexpr Rgb unhit_colour{212, 208, 200};  //!< of places where nothing arrives

//! Which axis of the files points up in a view whose lower edge lies that way: down_of_view_along.
[[nodiscard]] std::string up_of_view(const Eigen::Vector3d& down);

//! Three views: from the nozzle, from its side and from opposite it.
[[nodiscard]] std::vector<SprayView> spray_views(const SprayReport& report);

//! Colours are those to be expected of the nozzle, from the ways back to it at every pixel, not the random droplets counted.
[[nodiscard]] Picture spray_picture(const SprayReport& report, const SprayView& view);

// The impact map of a collider as a picture: when and how fast the first droplet came to each place.

//! The shaded collider twice, painted with the time in ms and the speed in mm/s of the first hit in each pixel of its impact
//! map, seen from the nozzle; below, where droplets ended on the side turned away, the same from the far side.
//! \pre droplets hit the solid
[[nodiscard]] Picture impact_picture(const SprayReport& report, std::size_t solid);

// The impact map of a collider as a file for programs.

//! The impact map of a collider as NRRD: per pixel `collider` (its number in the order given, from 0; -1 without hits), `hits`,
//! `first_s` and `speed_mm_s` of the earliest (NaN without hits), as 32-bit floats. Slice 0 is the side that faces the nozzle, slice
//! 1 the other; spacing, origin and direction lead to places in the frame of the files, mm, the slices at the collider's
//! nearest and farthest depth.
[[nodiscard]] std::string impact_nrrd(const ImpactMap& map, std::size_t collider,
                                      const std::vector<std::pair<std::string, std::string>>& notes);

// Solids with the droplets that landed on them, as a VTK PolyData file.

//! All solids in one, in the frame of their files, mm; per face `collider` (number in the order given, from 0), `anatomy`,
//! `droplets`, `droplets_per_mm2`, `expected_per_mm2`, `reached`, `first_s`, `speed_mm_s` and `tooth`.
//! Binary, appended. \throw std::runtime_error where VTK cannot write it.
[[nodiscard]] std::string spray_vtp(const SprayReport& report);

}  // namespace intercusp
