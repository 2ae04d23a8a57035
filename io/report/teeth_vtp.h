// A scan with the teeth found on it, as a VTK PolyData file.
#pragma once

#include <string>

#include "io/wording/segment_words.h"

namespace intercusp {

//! The vertices and faces of the files in their order, in mm; per vertex `label` (FDI, 0 = gum or unknown).
//! Binary, appended. \throw std::runtime_error where VTK cannot write it.
[[nodiscard]] std::string teeth_vtp(const Segmentation& segmentation);

}  // namespace intercusp
