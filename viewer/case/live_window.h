// The window of the live map: that of the case, and larger in steps where the lower has left it.
//
// Pixels keep their places, so that numbers are the same through any of these windows. It depends on the pose alone.
#pragma once

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
  View usual_;
  std::shared_ptr<const Solid> lower_;
  std::vector<std::uint8_t> scanned_;  // per vertex of the lower
};

}  // namespace intercusp::viewer
