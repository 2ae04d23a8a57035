// How a crown lies on the scan after, and which explanation of it the residuals prefer: it lies where the other teeth say,
// or it moved by itself; as it was, or under an even layer that it gained or lost.
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

//! How far the crown's middle moved along the axes of the tooth before (tooth_axes.h), against where the other teeth say it would be.
struct ToothMovement {
  ChangeFigure buccal_mm, mesial_mm, occlusal_mm;
  ChangeFigure torque_rad;    //!< the crown leans buccally; about the mesial axis
  ChangeFigure tip_rad;       //!< the crown leans mesially; about the buccal axis
  ChangeFigure rotation_rad;  //!< the mesial side turns buccally; about the occlusal axis
  Eigen::Isometry3d motion =
      Eigen::Isometry3d::Identity();  //!< of the crown, in the frame of the scan before
  bool has_moved = false;             //!< preferred to the other explanations
};

//! A tooth of the scan before and the surface after that may be its crown.
struct CrownPair {
  ToothAxes axes;
  Eigen::Vector3d middle{0, 0, 0};  //!< mean of the crown's surface by area
  std::unique_ptr<const MatchSurface> before, after;
};

//! Where a crown lies, and why.
struct CrownPlace {
  Eigen::Isometry3d before_from_after = Eigen::Isometry3d::Identity();  //!< of the crown alone
  PoseError error;
  PieceFit fit;         //!< by its own surface alone, under the same explanation
  double layer_mm = 0;  //!< of an even layer, outwards; 0 without one
  bool has_moved = false;
};

//! The axes of a scan, in its frame. Empty without numbers of at least two teeth.
[[nodiscard]] std::optional<AnatomicalAxes> axes_of_scan(const JawScan& scan);

//! Axes of the teeth of a scan, in its frame; of a tooth that stands alone those of the file. Empty without numbers.
[[nodiscard]] std::vector<ToothAxes> axes_of_teeth(const JawScan& scan);

//! The best of the crown's own poses, from a start, from where the jaw is, closely, and from where the crowns' middles meet.
[[nodiscard]] PieceFit own_fit(const CrownPair& crown, const Eigen::Isometry3d& start,
                               const Eigen::Isometry3d& before_from_after, const ResidualNoise& noise);

//! What the other teeth say of a crown.
struct ExpectedCrown {
  Eigen::Isometry3d pose;  //!< where it would be if it followed them
  PoseMatrix covariance;   //!< about its middle
  bool even_layer;         //!< they bear a layer
};

//! \param own as own_fit gives it
[[nodiscard]] CrownPlace place_of_crown(const CrownPair& crown, const PieceFit& own,
                                        const ExpectedCrown& expected, const ResidualNoise& noise);

//! \param own the crown's pose by its own surface
[[nodiscard]] ToothMovement movement_of(const CrownPair& crown, const PieceFit& own,
                                        const Eigen::Isometry3d& expected, const PoseMatrix& covariance,
                                        bool has_moved);

}  // namespace intercusp
