// A jaw with the contacts of its surface during a track, as a VTK PolyData file.
#pragma once

#include <string>

#include "io/picture/posed_jaw.h"
#include "io/wording/provenance.h"
#include "occlusion/motion/tracks/surface_record.h"

namespace intercusp {

//! Per vertex `contact_s`, the same by movement (`closing_s`, …), `least_clearance_mm` (NaN where never in
//! contact), `dominant_movement` (a ContactKind as a number, −1 if never; the field data holds the
//! names) and `label` (FDI). Case frame; the lower is in the most closed pose.
//! \throw std::runtime_error where VTK cannot write it.
[[nodiscard]] std::string play_vtp(const PosedJaw& jaw, const SurfaceRecord& record, double threshold_mm,
                                   const Provenance& provenance);

}  // namespace intercusp
