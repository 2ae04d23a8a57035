// The jaws as shaded surfaces with their contacts painted on.
#pragma once

#include <string>
#include <vector>

#include "io/picture/picture.h"
#include "io/picture/posed_jaw.h"
#include "io/wording/provenance.h"
#include "occlusion/case/case.h"

namespace intercusp {

//! One view of the jaws.
struct JawView {
  std::string name;                   //!< part of the file's name: "upper_occlusal"
  std::string title;                  //!< "Upper jaw"
  std::string direction;              //!< "occlusal view, seen from below"
  bool upper = false, lower = false;  //!< which jaws are shown
  bool tooth_numbers = false;         //!< written around the arch; only if one jaw is shown
  Eigen::Isometry3d view_from_case;   //!< x right, y down, z away from the viewer
};

//! The upper from below and the lower from above, both along the direction of `map` with the patient's right
//! on the left. If the anatomy is known, also both jaws from the front.
[[nodiscard]] std::vector<JawView> jaw_views(const Case& bite_case, const View& map);

//! A jaw with the clearance on its surface.
struct PaintedJaw {
  const PosedJaw& jaw;
  const SurfaceClearance& clearance;
};

//! What the page around the jaws states about them.
struct JawPage {
  const Case& bite_case;
  const std::vector<double>& thresholds_mm;  //!< marked in the legend
};

[[nodiscard]] Picture jaw_picture(const JawPage& about, const PaintedJaw& upper, const PaintedJaw& lower,
                                  const JawView& view, const Provenance& provenance);

}  // namespace intercusp
