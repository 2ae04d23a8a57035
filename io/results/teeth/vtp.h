// A scan with the teeth found on it, as a VTK PolyData file.
#pragma once

#include <string>
#include <vector>

#include "io/results/teeth/words.h"

class vtkPolyData;

namespace intercusp {

//! The vertices and faces of the files in their order, in mm, with one array of whole numbers, per face or per vertex.
void set_scan(vtkPolyData& data, const RawMesh& scan, const char* name, bool per_face,
              const std::vector<int>& numbers);

//! The vertices and faces of the files in their order, in mm; per vertex `label` (FDI, 0 = gum or unknown).
//! Binary, appended. \throw std::runtime_error where VTK cannot write it.
[[nodiscard]] std::string teeth_vtp(const Segmentation& segmentation);

}  // namespace intercusp
