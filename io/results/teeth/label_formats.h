// The teeth found on a scan in the forms that other programs read.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>

#include "io/report/report.h"
#include "io/results/teeth/words.h"
#include "occlusion/base/enum_table.h"

namespace intercusp {

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
