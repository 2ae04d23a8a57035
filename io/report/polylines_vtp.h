// Curves in space as a VTK PolyData file: lines, no faces.
#pragma once

#include <span>
#include <string>

#include "io/wording/provenance.h"
#include "occlusion/exact/polyline.h"

namespace intercusp {

//! One line cell per curve, points in double, mm, case frame. Per cell `length_mm` and `closed` (1 = a loop,
//! which ends with the number of its first point). Binary, appended; explained in the field
//! data. \param meaning one sentence, for the reader of the file. \throw std::runtime_error where VTK cannot
//! write it.
[[nodiscard]] std::string polylines_vtp(std::span<const Polyline> lines, const std::string& meaning,
                                        const Provenance& provenance);

}  // namespace intercusp
