// What a settled jaw stands on, and whether it stands well.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "occlusion/case/anatomy.h"
#include "occlusion/motion/seating/elastic_bed.h"

namespace intercusp {

//! A place that bears.
struct Support {
  Eigen::Vector3d case_point;                    //!< middle of its load
  Eigen::Vector3d push;                          //!< unit: mean direction in which it pushes the lower
  double load_share = 0;                         //!< of all pushes
  std::uint32_t upper_face = 0, lower_face = 0;  //!< where it is deepest
};

struct Stand {
  std::vector<Support> supports;  //!< the greatest load first
  //! Seen along the closing direction: how far inside the supports' outline the bite's centre lies; negative
  //! outside.
  double margin_mm = 0;
  double left_share = 0;  //!< of the load, left of the bite's centre
};

//! \param points that bear (ElasticBed::pressed_points); those within 1 mm of each other, also in a chain,
//! are one support.  \param centre of the bite, case frame.
[[nodiscard]] Stand stand_on(std::span<const PressedPoint> points, const AnatomicalAxes& axes,
                             const Eigen::Vector3d& centre);

}  // namespace intercusp
