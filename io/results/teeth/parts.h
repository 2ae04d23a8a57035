// The pictures and meshes of a segmentation.
#pragma once

#include <string>
#include <vector>

#include "io/picture/jaw_picture.h"
#include "io/results/teeth/words.h"

class vtkPolyData;

namespace intercusp {

// A scan with a colour and a number for each tooth that was found on it.

//! The scan as it is drawn.
struct ColouredScan {
  Solid
      solid;  //!< the scan's vertices merged, in its own frame; its faces, then the same from behind, which are no
              //!< anatomy
  PosedJaw jaw;  //!< of `solid`, not to be moved apart from it
  explicit ColouredScan(const Segmentation& segmentation);
  ColouredScan(const ColouredScan&) = delete;
  ColouredScan& operator=(const ColouredScan&) = delete;
};

//! Occlusal, frontal, left and right, by the directions that were found with the teeth; along the axes of the file, and
//! named so, where there were none.
[[nodiscard]] std::vector<JawView> teeth_views(const Segmentation& segmentation);

//! Teeth that are not sure are hatched.
[[nodiscard]] Picture teeth_picture(const Segmentation& segmentation, const ColouredScan& scan,
                                    const JawView& view);

// A scan with the teeth found on it, as a VTK PolyData file.

//! The vertices and faces of the files in their order, in mm, with one array of whole numbers, per face or per vertex.
void set_scan(vtkPolyData& data, const RawMesh& scan, const char* name, bool per_face,
              const std::vector<int>& numbers);

//! The vertices and faces of the files in their order, in mm; per vertex `label` (FDI, 0 = gum or unknown).
//! Binary, appended. \throw std::runtime_error where VTK cannot write it.
[[nodiscard]] std::string teeth_vtp(const Segmentation& segmentation);

}  // namespace intercusp
