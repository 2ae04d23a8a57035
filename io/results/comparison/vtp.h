// A scan with its change at every vertex, as a VTK PolyData file.
#pragma once

#include <string>

#include "io/results/comparison/comparison.h"
#include "occlusion/registration/surface_change.h"

namespace intercusp {

//! The vertices and faces of the file in their order, mm, in the frame of the scan before; per vertex `change_mm`
//! (negative: lost, NaN: the other scan has nothing there), `change_smooth_mm`, the same as means over about half a
//! millimetre, and `label` (FDI, 0 = gum or unknown). \param time which of both scans \pre the pose is determined
//! \throw std::runtime_error where VTK cannot write it.
[[nodiscard]] std::string change_vtp(const Comparison& comparison, const ComparedScan& scan, ScanTime time);

}  // namespace intercusp
