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

// A scan with a colour and a number for each tooth found on it.

//! The scan in the form in which it is drawn.
struct ColouredScan {
  //! The scan's vertices merged, in its own frame. Its faces come first, then these faces seen from behind,
  //! which are not anatomy.
  Solid solid;
  PosedJaw jaw;  //!< refers to `solid`, so both stay together
  explicit ColouredScan(const Segmentation& segmentation);
  ColouredScan(const ColouredScan&) = delete;
  ColouredScan& operator=(const ColouredScan&) = delete;
};

//! Occlusal, frontal, left and right view, by the directions that were found with the teeth. If there are
//! none, views along the axes of the file, named after these.
[[nodiscard]] std::vector<JawView> teeth_views(const Segmentation& segmentation);

//! The picture of a view. Uncertain teeth are hatched.
[[nodiscard]] Picture teeth_picture(const Segmentation& segmentation, const ColouredScan& scan,
                                    const JawView& view);

// A scan with the teeth found on it, as a VTK PolyData file.

//! The vertices and faces of the files in their order, in mm. Per vertex `label` (FDI, 0 = gum or unknown).
//! Binary, appended.
//! \throw std::runtime_error if VTK cannot write it
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

//! A finding with `teeth`, the milk teeth. In Universal they have letters instead of numbers, so `slicer`
//! writes them as gum.
[[nodiscard]] std::optional<Finding> milk_teeth_left_out(const FoundTeeth& found);

}  // namespace intercusp
