// A jaw as a VTK PolyData file, in the case frame.
#pragma once

#include <span>
#include <string>

#include "io/export/posed_jaw.h"
#include "io/export/provenance.h"

namespace intercusp {

//! Per vertex `clearance_mm` (NaN where there is none) and `label` (FDI, 0 = gum or unknown); per face
//! `anatomy` (1 = scanned, 0 = skirt or base that import added). Binary, appended; what the numbers mean
//! stands in the field data. \pre one clearance per vertex.  \throw std::runtime_error where VTK cannot write
//! it.
[[nodiscard]] std::string vtp_bytes(const PosedJaw& jaw, std::span<const float> clearance_mm,
                                    const Provenance& provenance);

}  // namespace intercusp
