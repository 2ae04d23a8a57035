// Gaps between neighbouring crowns of a scan: whether the crowns run into each
// other, or how far apart they are.
//
// Where two crowns touch, a scanner sees neither surface. It bridges the valley between them, and the crowns
// meet in the mesh, so the scan does not show whether they touch. A gap is measured only if no vertex has
// faces of both crowns around it. It is measured between faces that lie wholly on the crowns, so it may be
// too wide by an edge of the mesh on either side.
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
  int empty_places = 0;     //!< places of the arch between them without a tooth or an unnumbered crown
  bool joined = false;      //!< some vertex of the scan has both crowns around it
  //! Least distance between the faces of the two crowns, in any direction. 0 where separate crowns run
  //! through each other; empty if they are joined.
  std::optional<double> gap_mm;
  Eigen::Vector3d point{0, 0, 0};  //!< midway across the gap, in the scan's frame
};

//! The gap between each tooth and the next one along the arch, in the order of `found.teeth`. The result is
//! bit-identical for every order of the scan's vertices and faces.
//! \param vertices,faces as they were given to find_teeth
[[nodiscard]] std::vector<CrownGap> crown_gaps(std::span<const Eigen::Vector3d> vertices,
                                               std::span<const Face> faces, const FoundTeeth& found);

}  // namespace intercusp
