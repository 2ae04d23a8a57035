// Where the crowns of a jaw lie on the scan after, and what of it they have in common: the explanations that concern
// several teeth compete before single teeth are said to have changed.
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
  CrownPair pair;  //!< without the surface after where it has no partner
  bool is_there = true;
  bool out_of_scan = false;     //!< the scan after ends before the crown
  double no_partner_share = 0;  //!< of its surface
  PieceFit own;
  Eigen::Isometry3d expected;                  //!< where it would be if it followed the others
  PoseMatrix covariance = PoseMatrix::Zero();  //!< of that, about its middle
  CrownPlace place;
  [[nodiscard]] bool is_held() const;  //!< enough patches hold its own pose
};

struct ExplainedJaw {
  std::vector<ExplainedCrown> crowns;
  ArchField field;
  ResidualNoise noise;
  std::optional<Refined> gum;  //!< the gum brought together alone, where it has not changed
  bool against_gum = false;  //!< the teeth have moved against it: what is expected of them is the gum's pose
  bool even_layer = false;   //!< most crowns show one
};

//! Both scans in an order that does not depend on files.
struct ScanPair {
  const PreparedScan& before;
  const PreparedScan& after;
  const CrownLabels& before_crowns;
  const CrownLabels& after_crowns;
};

struct ExplainOptions {
  PoseError pose = {};         //!< of before_from_after, where it is given
  bool pose_is_given = false;  //!< by a region or a user: it is not to be found from the crowns
  std::optional<double> vertex_mm;
  double ends_mm = 0.05;
};

[[nodiscard]] ExplainedJaw explain_crowns(const ScanPair& scans, const std::vector<ToothAxes>& axes,
                                          const Eigen::Isometry3d& before_from_after,
                                          const ExplainOptions& options);

//! Whether a surface shows a crown that lies in its pose.
struct CrownPresence {
  double near_share = 0;  //!< of the crown's surface: the other surface is near and faces the same way
  double ended_share =
      0;  //!< the other surface ends there: of what it shows facing the same way, or not at all
};
[[nodiscard]] CrownPresence presence_of(const MatchSurface& crown, const MatchSurface& other,
                                        const Eigen::Isometry3d& other_from_crown);

}  // namespace intercusp
