// How a crown lies on the scan after, and which explanation the residuals prefer. It lies where the other
// teeth predict, or it moved by itself; and it is unchanged, or under an even layer that it gained or lost.
#pragma once

#include <Eigen/Geometry>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "occlusion/case/tooth_axes.h"
#include "occlusion/registration/arch_field.h"
#include "occlusion/registration/piece_fit.h"
#include "occlusion/registration/tooth_loss.h"
#include "occlusion/teeth/jaw_scan.h"

namespace intercusp {

//! How far the crown's middle moved along the axes of the tooth before (tooth_axes.h), relative to where the
//! other teeth predict it.
struct ToothMovement {
  ChangeFigure buccal_mm, mesial_mm, occlusal_mm;
  ChangeFigure torque_rad;    //!< the crown leans buccally; about the mesial axis
  ChangeFigure tip_rad;       //!< the crown leans mesially; about the buccal axis
  ChangeFigure rotation_rad;  //!< the mesial side turns buccally; about the occlusal axis
  Eigen::Isometry3d motion =
      Eigen::Isometry3d::Identity();  //!< of the crown, in the frame of the scan before
  bool has_moved = false;             //!< this explanation is preferred to the others
};

//! A tooth of the scan before, and the surface of the scan after that may be its crown.
struct CrownPair {
  ToothAxes axes;
  Eigen::Vector3d middle{0, 0, 0};  //!< area-weighted mean of the crown's surface
  std::unique_ptr<const MatchSurface> before, after;
};

//! Where a crown lies, and why.
struct CrownPlace {
  Eigen::Isometry3d before_from_after = Eigen::Isometry3d::Identity();  //!< pose of the crown alone
  PoseError error;
  PieceFit fit;         //!< by its own surface alone, under the preferred explanation
  double layer_mm = 0;  //!< thickness of an even layer, outwards; 0 without one
  bool has_moved = false;
};

//! The axes of a scan, in its frame. Empty if fewer than two teeth have numbers.
[[nodiscard]] std::optional<AnatomicalAxes> axes_of_scan(const JawScan& scan);

//! The axes of the teeth of a scan, in its frame. For a tooth that stands alone, the axes of the file. Empty
//! without numbers.
[[nodiscard]] std::vector<ToothAxes> axes_of_teeth(const JawScan& scan);

//! The best of the crown's own poses: from a given start, from the jaw's pose with a small first scale, and from the
//! pose in which the crowns' middles meet.
[[nodiscard]] PieceFit own_fit(const CrownPair& crown, const Eigen::Isometry3d& start,
                               const Eigen::Isometry3d& before_from_after, const ResidualNoise& noise);

//! What the other teeth predict for a crown.
struct ExpectedCrown {
  Eigen::Isometry3d pose;  //!< the crown's pose if it followed the others
  PoseMatrix covariance;   //!< about the crown's middle
  bool even_layer;         //!< the other teeth have an even layer
};

//! \param own as own_fit returns it
[[nodiscard]] CrownPlace place_of_crown(const CrownPair& crown, const PieceFit& own,
                                        const ExpectedCrown& expected, const ResidualNoise& noise);

//! \param own the crown's pose by its own surface
[[nodiscard]] ToothMovement movement_of(const CrownPair& crown, const PieceFit& own,
                                        const Eigen::Isometry3d& expected, const PoseMatrix& covariance,
                                        bool has_moved);

}  // namespace intercusp
