// The anatomical axes of a case, found from the scans.
#pragma once

#include <Eigen/Core>
#include <optional>
#include <string>
#include <vector>

#include "occlusion/case/bite.h"

namespace intercusp {

//! Unit vectors in the case frame, at right angles to each other; left = superior × anterior.
struct AnatomicalAxes {
  Eigen::Vector3d superior;  //!< from lower to upper, across the occlusal plane
  Eigen::Vector3d anterior;
  Eigen::Vector3d left;  //!< the patient's left

  [[nodiscard]] Eigen::Vector3d posterior() const { return -anterior; }
};

struct AnatomyFinding {
  std::optional<AnatomicalAxes> axes;  //!< empty where the confidence is below `least_confidence`
  double confidence = 0;               //!< 0 to 1
  std::string method;  //!< how superior was found: "normals of the open scans", "principal axes"
  std::vector<std::string>
      remarks;  //!< jaws swapped, upside down, not facing each other, mirrored: said plainly

  static constexpr double least_confidence = 0.5;
};

//! Superior: on open scans the area-weighted normal sum points to the bite; on closed ones, where it is zero,
//! it is the smallest principal axis, its sign the side of the upper. Anterior: away from the opening of the
//! horseshoe.
[[nodiscard]] AnatomyFinding find_anatomy(const Bite& bite);

}  // namespace intercusp
