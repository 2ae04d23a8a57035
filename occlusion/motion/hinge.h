// The hinge axis of the mandible: the line through its condyles, about which it opens and closes. Case frame,
// mm and radians. Each default states its source; docs/USER_GUIDE.md names the literature.
#pragma once

#include <Eigen/Geometry>

#include "occlusion/base/angles.h"
#include "occlusion/case/anatomy.h"

namespace intercusp {

struct Condyles {
  Eigen::Vector3d right, left;

  [[nodiscard]] Eigen::Vector3d middle() const { return 0.5 * (right + left); }
  //! Unit vector from the right condyle to the left. A right-handed turn about it opens.
  [[nodiscard]] Eigen::Vector3d axis() const { return (left - right).normalized(); }
  [[nodiscard]] double distance_mm() const { return (left - right).norm(); }
  bool operator==(const Condyles&) const = default;
};

//! Where condyles lie that were not measured: the incisal point and both condyles form a triangle.
struct BonwillTriangle {
  //! Distance from the incisal point to either condyle. Textbook 105; measured 103.3 (90 to 118).
  double bonwill_arm_mm = 105;
  //! Distance between the condyles. Textbook 105 to 110; measured 99.6 (85 to 113).
  double intercondylar_mm = 110;
  //! Angle between the triangle and the occlusal plane. Textbook 22.5°; measured 20.4° (9 to 28).
  double balkwill_rad = 22.5 * rad_per_deg;

  bool operator==(const BonwillTriangle&) const = default;
};

//! Condyles behind and above the incisal point, symmetric about it.
[[nodiscard]] Condyles bonwill_condyles(const Eigen::Vector3d& incisal_point, const AnatomicalAxes& axes,
                                        const BonwillTriangle& triangle = {});

//! Opening about the axis through the condyles at their present position; a negative angle closes.
[[nodiscard]] Eigen::Isometry3d opened_about(const Condyles& condyles, double opening_rad);

}  // namespace intercusp
