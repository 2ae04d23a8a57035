// Error of the bite registration, as random poses around the registered one.
#pragma once

#include <Eigen/Geometry>
#include <cstdint>
#include <vector>

#include "occlusion/case/bite.h"

namespace intercusp {

//! Independent normal errors of the lower's place. Defaults: a good scanner's bite is off by 20 to 42 µm in
//! the median (J Oral Sci 2024;66:111, abstract), which is 1.54 standard deviations along one axis of three;
//! 0.1° of roll or pitch moves a bite by some 40 µm (Korean J Orthod 2023;53:254), so half of that is as
//! large an error as the shift.
struct BiteError {
  double translation_mm = 0.02;                       //!< standard deviation along each axis
  double rotation_rad = 0.05 * 0.017453292519943295;  //!< about each axis, through the middle of the jaws
  int poses = 500;
  std::uint64_t seed = 1;
};

//! upper_from_lower of each pose; the same seed gives the same poses everywhere.
//! \throw std::invalid_argument for deviations outside their limits (base/limits.h)
[[nodiscard]] std::vector<Eigen::Isometry3d> poses_within(const Bite& bite, const BiteError& error);

}  // namespace intercusp
