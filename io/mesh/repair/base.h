// Position of the base of an open scan. All shells of a jaw share one direction and one plane.
#pragma once

#include <Eigen/Core>

#include "io/mesh/repair/mesh.h"

namespace intercusp::repair {

struct BasePlane {
  Eigen::Vector3d bite = Eigen::Vector3d::UnitZ();  //!< unit vector, from the base to the teeth
  double height_mm = 0;                             //!< of the plane: bite · point
};

//! Below the deepest point of the whole jaw by 1.25 times the jaw's depth (or a twentieth of its size, where
//! it is flat). \param bite unit vector.
[[nodiscard]] BasePlane base_plane(const WorkingMesh& mesh, const Eigen::Vector3d& bite);

}  // namespace intercusp::repair
