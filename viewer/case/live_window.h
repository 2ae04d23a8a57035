// The window of the live map: that of the case, and larger in steps where the lower has left it.
//
// Pixels keep their places, so that numbers are the same through any of these windows. It depends on the pose alone.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "viewer/case/loaded_case.h"

namespace intercusp::viewer {

class LiveWindow {
 public:
  explicit LiveWindow(const LoadedCase& loaded);

  //! Holds what was scanned of both jaws, as long as it is not wider than `most_pixels_across`.
  [[nodiscard]] View in_pose(const Eigen::Isometry3d& upper_from_lower) const;

 private:
  //! Around what was scanned of the lower.
  [[nodiscard]] Bounds lower_in(const Eigen::Isometry3d& view_from_lower) const;
  //! Without a look at the vertices: the usual window holds the box around them.
  [[nodiscard]] bool surely_holds(const Eigen::Isometry3d& view_from_lower) const;

  View usual_;
  std::shared_ptr<const Solid> lower_;
  std::vector<std::uint8_t> scanned_;       // per vertex of the lower
  std::array<Eigen::Vector3d, 8> corners_;  // of a box around those vertices, in the lower's frame
};

}  // namespace intercusp::viewer
