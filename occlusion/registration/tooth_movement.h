// How a tooth has moved between two scans, in its own axes: its crown is registered alone and compared with the pose of
// what did not move.
#pragma once

#include <Eigen/Geometry>
#include <optional>
#include <vector>

#include "occlusion/case/tooth_axes.h"
#include "occlusion/registration/refine.h"
#include "occlusion/registration/tooth_loss.h"
#include "occlusion/teeth/jaw_scan.h"

namespace intercusp {

//! Of the middle of the crown, along the axes of the tooth before (tooth_axes.h).
struct ToothMovement {
  ChangeFigure buccal_mm, mesial_mm, occlusal_mm;
  ChangeFigure torque_rad;    //!< the crown leans buccally; about the mesial axis
  ChangeFigure tip_rad;       //!< the crown leans mesially; about the buccal axis
  ChangeFigure rotation_rad;  //!< the mesial side turns buccally; about the occlusal axis
  Eigen::Isometry3d motion =
      Eigen::Isometry3d::Identity();  //!< of the crown, in the frame of the scan before
  Refined fit;                        //!< of the crown after to the crown before

  [[nodiscard]] bool has_moved() const;  //!< any of the six is beyond its noise
};

//! Of a scan, in its frame. Empty without numbers of at least two teeth.
[[nodiscard]] std::optional<AnatomicalAxes> axes_of_scan(const JawScan& scan);

//! Axes of the teeth of a scan, in its frame. Empty without numbers of at least two teeth.
[[nodiscard]] std::vector<ToothAxes> axes_of_teeth(const JawScan& scan);

//! Nothing where the tooth is not on both scans, or its crowns do not fit.
//! \param before_from_after of what did not move, with its error
[[nodiscard]] std::optional<ToothMovement> tooth_movement(const JawScan& before, const JawScan& after,
                                                          const ToothAxes& tooth,
                                                          const Eigen::Isometry3d& before_from_after,
                                                          const PoseError& error);

}  // namespace intercusp
