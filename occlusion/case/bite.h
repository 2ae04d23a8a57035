// Upper and lower jaw, their relative pose and its error.
#pragma once

#include <Eigen/Geometry>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "occlusion/base/jaw.h"
#include "occlusion/geometry/solid.h"

namespace intercusp {

//! The frame of the upper is the case frame. The frame of the lower moves with the pose. Meshes are shared
//! and never changed in place.
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

//! Whether tooth numbers of either jaw were found on its scan rather than read from a file.
[[nodiscard]] inline bool has_estimated_teeth(const Bite& bite) {
  return !bite.upper->estimated_teeth.empty() || !bite.lower->estimated_teeth.empty();
}

//! Independent normal errors of the lower's pose. The defaults follow from two measurements. A good scanner's
//! bite has a median error of 20 to 42 µm (J Oral Sci 2024;66:111, abstract), which is 1.54 times the
//! standard deviation along one of three axes. A roll or pitch of 0.1° moves a bite by some 40 µm (Korean J
//! Orthod 2023;53:254), so half of it is as large an error as the shift.
struct BiteError {
  double translation_mm = 0.02;                       //!< standard deviation along each axis
  double rotation_rad = 0.05 * 0.017453292519943295;  //!< about each axis through the middle of the jaws
  int poses = 500;
  std::uint64_t seed = 1;
};

//! upper_from_lower of each pose. Equal seeds give equal poses on every system.
//! \throw std::invalid_argument for deviations outside their limits (base/limits.h)
[[nodiscard]] std::vector<Eigen::Isometry3d> poses_within(const Bite& bite, const BiteError& error);

//! Number of triangles of both jaws, including what import added.
[[nodiscard]] inline std::size_t face_count(const Bite& bite) {
  return bite.upper->mesh.faces.size() + bite.lower->mesh.faces.size();
}

}  // namespace intercusp
