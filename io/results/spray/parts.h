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

// Shaded solids, painted with the droplets per mm² that a nozzle brings to each point.

//! One view of the deposit.
struct SprayView {
  JawView seen;
  bool from_nozzle = false;  //!< leaves out what lies behind the nozzle
};

//! The colour from few or early to many or late. Lightness falls throughout, so that it is readable without
//! colour vision and in print.
[[nodiscard]] Rgb spray_colour(double share);
constexpr Rgb unhit_colour{212, 208, 200};  //!< where nothing arrives

//! The axis of the files that points up in a view whose lower edge has the direction `down`:
//! down_of_view_along.
[[nodiscard]] std::string up_of_view(const Eigen::Vector3d& down);

//! Three views: from the nozzle, from its side and from the opposite side.
[[nodiscard]] std::vector<SprayView> spray_views(const SprayReport& report);

//! Colours show the densities to be expected from the nozzle, computed from the paths back to it at every
//! pixel, not from the random droplets.
[[nodiscard]] Picture spray_picture(const SprayReport& report, const SprayView& view);

// The impact map of a collider as a picture: when, and how fast, the first droplet arrived at each point.

//! The shaded collider twice, painted with the time in ms and the speed in mm/s of the first hit in each
//! pixel of its impact map, seen from the nozzle. If droplets ended on the side that looks away, this side
//! follows below, seen from behind.
//! \pre droplets hit the solid
[[nodiscard]] Picture impact_picture(const SprayReport& report, std::size_t solid);

// The impact map of a collider as a file for programs.

//! The impact map of a collider as NRRD with 32-bit floats. Per pixel: `collider` (its number in the given
//! order, from 0; −1 without hits), `hits`, and `first_s` and `speed_mm_s` of the earliest hit (NaN without
//! hits). Slice 0 is the side that faces the nozzle, slice 1 the other side. Spacing, origin and direction
//! lead to points in the frame of the files, mm. The slices lie at the collider's nearest and farthest depth.
[[nodiscard]] std::string impact_nrrd(const ImpactMap& map, std::size_t collider,
                                      const std::vector<std::pair<std::string, std::string>>& notes);

// Solids with the droplets that landed on them, as a VTK PolyData file.

//! All solids in one mesh, in the frame of their files, mm. Per face: `collider` (number in the given order,
//! from 0), `anatomy`, `droplets`, `droplets_per_mm2`, `expected_per_mm2`, `reached`, `first_s`, `speed_mm_s`
//! and `tooth`. Binary, appended.
//! \throw std::runtime_error if VTK cannot write it
[[nodiscard]] std::string spray_vtp(const SprayReport& report);

}  // namespace intercusp
