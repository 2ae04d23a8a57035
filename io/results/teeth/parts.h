// The pictures and meshes of a segmentation.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "io/picture/jaw_picture.h"
#include "io/report/report.h"
#include "io/results/teeth/report.h"
#include "occlusion/base/enum_table.h"

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

//! The vertices and faces of the files in their order, in mm; per vertex `label` (FDI, 0 = gum or unknown).
//! Binary, appended. \throw std::runtime_error where VTK cannot write it.
[[nodiscard]] std::string teeth_vtp(const Segmentation& segmentation);

enum class LabelFormat {
  teeth3ds,  //!< teeth3ds.json: labels (FDI) and instances (1, 2, … along the arch) per vertex, 0 = gum; Teeth3DS
  faces,   //!< faces.vtp: cell data Label (FDI, 0 = gum); MeshSegNet, Mesh_Labeler, vedo
  slicer,  //!< slicer.vtp: point data Universal_ID (1 to 32, 33 = gum); extensions of 3D Slicer
};

[[nodiscard]] constexpr auto names_of(LabelFormat) {
  return enum_table<LabelFormat>(
      {{LabelFormat::teeth3ds, "teeth3ds"}, {LabelFormat::faces, "faces"}, {LabelFormat::slicer, "slicer"}});
}

//! \param segmentation must outlive the file
[[nodiscard]] Product label_file(std::shared_ptr<const Segmentation> segmentation, LabelFormat format);

//! Milk teeth, which have letters and no numbers in Universal: `slicer` writes them as gum. With `teeth`.
[[nodiscard]] std::optional<Finding> milk_teeth_left_out(const FoundTeeth& found);

}  // namespace intercusp
