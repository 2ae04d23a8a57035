// An arch from occlusal with its surface distance painted on and every contact numbered: the picture of a report's
// first page.
#pragma once

#include "io/picture/jaw_picture.h"
#include "occlusion/inspect.h"

namespace intercusp {

//! Colours are full within the threshold and faint beyond it. Contacts that tables list have ContactPatch::number;
//! title, R and L, scale bar and legend are large enough to be read in half the width of a page.
//! \param view of one jaw, from jaw_views
//! \pre the inspection has surface distances
[[nodiscard]] Picture contact_picture(const Inspection& inspection, const PosedJaw& jaw, const JawView& view,
                                      double threshold_mm, const Provenance& provenance);

}  // namespace intercusp
