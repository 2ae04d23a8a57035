// Neighbouring crowns of a scan: whether they run into each other, or how far apart they are.
//
// Where two crowns touch, a scanner sees neither surface: it bridges the valley between them, and the crowns meet in the
// mesh. Then the scan does not show whether they touch. A gap is measured only if no vertex has both crowns around it. It is
// measured between the faces wholly on the crowns, so it may be too wide by an edge of the mesh on either side.
#pragma once

#include <Eigen/Core>
#include <optional>
#include <span>
#include <vector>

#include "occlusion/geometry/triangle_mesh.h"
#include "occlusion/teeth/find_teeth.h"

namespace intercusp {

struct CrownGap {
  int tooth = 0, next = 0;  //!< FDI
  int empty_places = 0;  //!< of the arch between them, where no tooth was found; 0: they stand side by side
  bool joined = false;   //!< some vertex of the scan has both of them around it
  //! The least distance between the faces of one crown and those of the other, in any direction; 0 where separate crowns
  //! run through each other; empty where they are joined.
  std::optional<double> gap_mm;
  Eigen::Vector3d point{0, 0, 0};  //!< there, midway; the scan's frame
};

//! The gap between each tooth and the next one along the arch, in the order of `found.teeth`. The order of vertices and
//! faces in the scan does not change a bit. \param vertices,faces as they were given to find_teeth
[[nodiscard]] std::vector<CrownGap> crown_gaps(std::span<const Eigen::Vector3d> vertices,
                                               std::span<const Face> faces, const FoundTeeth& found);

}  // namespace intercusp
