// Registration by other programs, as a user runs them: from two files to a matrix. Those that are installed.
#pragma once

#include <Eigen/Geometry>
#include <functional>
#include <string>
#include <vector>

#include "occlusion/geometry/triangle_mesh.h"

namespace intercusp::bench {

struct IcpProgram {
  std::string title;
  std::function<Eigen::Isometry3d()> pose;  //!< fixed from moving  \throw std::runtime_error
};

//! CloudCompare with `CloudCompare` in PATH, Open3D with Debian's python3-open3d. Both start where the moving mesh is.
[[nodiscard]] std::vector<IcpProgram> icp_programs(const TriangleMesh& fixed, const TriangleMesh& moving);

}  // namespace intercusp::bench
