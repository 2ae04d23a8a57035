// A jaw as a VTK PolyData file, in the case frame.
#pragma once

#include <span>
#include <string>

#include "io/picture/posed_jaw.h"
#include "io/wording/provenance.h"
#include "occlusion/distance/surface_distance.h"

namespace intercusp {

//! Per vertex `clearance_mm` (NaN if none) and `label` (FDI, 0 = gum or unknown), with
//! `distances` also `surface_distance_mm` (NaN likewise) and `surface_distance_at_rim` (1 = the closest point
//! lies on the rim of the other scan); per face `anatomy` (1 = scanned, 0 = skirt or base that import added).
//! Binary, appended; the field data explains the numbers. \param distances of this jaw, or none
//! \pre one number per vertex.  \throw std::runtime_error where VTK cannot write it.
[[nodiscard]] std::string vtp_bytes(const PosedJaw& jaw, std::span<const float> clearance_mm,
                                    const VertexDistances* distances, const Provenance& provenance);

}  // namespace intercusp
