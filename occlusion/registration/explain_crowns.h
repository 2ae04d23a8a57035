// Where the crowns of a jaw lie on the scan after, and what is common to their changes. Explanations that
// concern several teeth compete before single teeth are reported as changed.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "occlusion/registration/arch_field.h"
#include "occlusion/registration/inner_crowns.h"
#include "occlusion/registration/register_scans.h"
#include "occlusion/registration/tooth_movement.h"

namespace intercusp {

//! A tooth of the scan before.
struct ExplainedCrown {
  CrownPair pair;  //!< has no surface after if the tooth has no partner
  bool is_there = true;
  bool out_of_scan = false;     //!< the scan after ends before the crown
  double no_partner_share = 0;  //!< share of its surface
  PieceFit own;
  Eigen::Isometry3d expected;                  //!< where the crown would be if it followed the others
  PoseMatrix covariance = PoseMatrix::Zero();  //!< covariance of the expected pose, about the crown's middle
  CrownPlace place;
  [[nodiscard]] bool is_held() const;  //!< whether enough patches determine its own pose
};

struct ExplainedJaw {
  std::vector<ExplainedCrown> crowns;
  ArchField field;
  ResidualNoise noise;
  std::optional<Refined> gum;  //!< pose by the gum alone, if the gum has not changed
  //! The teeth have moved relative to the gum, whose pose is then expected of them.
  bool against_gum = false;
  bool even_layer = false;  //!< most crowns show an even layer
};

//! Both scans in an order that does not depend on their files.
struct ScanPair {
  const PreparedScan& before;
  const PreparedScan& after;
  const CrownLabels& before_crowns;
  const CrownLabels& after_crowns;
};

struct ExplainOptions {
  PoseError pose = {};         //!< error of before_from_after, if it is given
  bool pose_is_given = false;  //!< given by a region or a user, so it is not to be found from the crowns
  std::optional<double> vertex_mm;
  double ends_mm = 0.05;
};

[[nodiscard]] ExplainedJaw explain_crowns(const ScanPair& scans, const std::vector<ToothAxes>& axes,
                                          const Eigen::Isometry3d& before_from_after,
                                          const ExplainOptions& options);

//! Whether a surface shows a crown that lies in its pose.
struct CrownPresence {
  //! Share of the crown's surface near which the other surface faces in the crown's direction.
  double near_share = 0;
  double ended_share =
      0;  //!< the other surface ends there: of what it shows facing the same way, or not at all
};
[[nodiscard]] CrownPresence presence_of(const MatchSurface& crown, const MatchSurface& other,
                                        const Eigen::Isometry3d& other_from_crown);

}  // namespace intercusp
