// Upper and lower jaw and their relative pose.
#pragma once

#include <Eigen/Geometry>
#include <memory>

#include "occlusion/base/jaw.h"
#include "occlusion/geometry/solid.h"

namespace intercusp {

//! The upper's frame is the case frame; the lower's own frame moves with the pose. Meshes are shared, never
//! changed in place.
struct Bite {
  std::shared_ptr<const Solid> upper;
  std::shared_ptr<const Solid> lower;
  Eigen::Isometry3d upper_from_lower = Eigen::Isometry3d::Identity();

  [[nodiscard]] const std::shared_ptr<const Solid>& of(Jaw jaw) const {
    return jaw == Jaw::upper ? upper : lower;
  }
  [[nodiscard]] Eigen::Isometry3d case_from(Jaw jaw) const {
    return jaw == Jaw::upper ? Eigen::Isometry3d::Identity() : upper_from_lower;
  }
};

//! Whether tooth numbers of either jaw were found on its scan, not read from its files.
[[nodiscard]] inline bool has_estimated_teeth(const Bite& bite) {
  return !bite.upper->estimated_teeth.empty() || !bite.lower->estimated_teeth.empty();
}

}  // namespace intercusp
