// The contacts that carry a seated jaw, and whether they keep it stable.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "occlusion/case/anatomy.h"
#include "occlusion/motion/seating/elastic_bed.h"

namespace intercusp {

//! A contact that carries load.
struct Support {
  Eigen::Vector3d case_point;                    //!< centre of its load
  Eigen::Vector3d push;                          //!< unit: mean direction in which it pushes the lower
  double load_share = 0;                         //!< share of the total load
  std::uint32_t upper_face = 0, lower_face = 0;  //!< at its deepest point
};

struct Supports {
  std::vector<Support> all;  //!< sorted by load, greatest first
  //! Distance of the bite's centre from the outline of the supports, seen along the closing direction.
  //! Negative if the centre lies outside.
  double margin_mm = 0;
  double left_share = 0;  //!< share of the load to the left of the bite's centre
};

//! \param points that bear load (ElasticBed::pressed_points); points within 1 mm of each other, also in a
//! chain, form one support
//! \param centre of the bite, case frame
[[nodiscard]] Supports find_supports(std::span<const PressedPoint> points, const AnatomicalAxes& axes,
                                     const Eigen::Vector3d& centre);

}  // namespace intercusp
