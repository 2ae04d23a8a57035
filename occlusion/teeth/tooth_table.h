// Published mean sizes of teeth, which the numbering expects. Places along the arch: occlusion/case/fdi.h.
#pragma once

#include "occlusion/base/jaw.h"

namespace intercusp {

struct ToothSize {
  double mesiodistal_mm, buccolingual_mm;
  double table_mm;  //!< breadth across the arch within 2 mm of the highest point of the cross-section
};

[[nodiscard]] const ToothSize& tooth_size(Jaw jaw, int place, bool milk = false);
//! Height of the anatomical crown, part of which is under the gum.
[[nodiscard]] double crown_height_mm(Jaw jaw, int place, bool milk = false);

}  // namespace intercusp
