// A jaw, or curves in space, as a VTK PolyData file, in the case frame.
#pragma once

#include <span>
#include <string>

#include "io/picture/posed_jaw.h"
#include "io/wording/provenance.h"
#include "occlusion/distance/surface_distance.h"
#include "occlusion/exact/polyline.h"

namespace intercusp {

//! Per vertex `clearance_mm` (NaN if none) and `label` (FDI, 0 = gum or unknown), with
//! `distances` also `surface_distance_mm` (NaN likewise) and `surface_distance_at_rim` (1 = the closest point
//! lies on the rim of the other scan); per face `anatomy` (1 = scanned, 0 = skirt or base that import added).
//! Binary, appended; the field data explains the numbers. \param distances of this jaw, or none
//! \pre one number per vertex.  \throw std::runtime_error where VTK cannot write it.
[[nodiscard]] std::string vtp_bytes(const PosedJaw& jaw, std::span<const float> clearance_mm,
                                    const VertexDistances* distances, const Provenance& provenance);

//! One line cell per curve, points in double, mm, case frame. Per cell `length_mm` and `closed` (1 = a loop,
//! which ends with the number of its first point). Binary, appended; explained in the field
//! data. \param meaning one sentence, for the reader of the file. \throw std::runtime_error where VTK cannot
//! write it.
[[nodiscard]] std::string polylines_vtp(std::span<const Polyline> lines, const std::string& meaning,
                                        const Provenance& provenance);

}  // namespace intercusp
