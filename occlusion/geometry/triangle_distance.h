// Distance between two disjoint triangles, and the closest points.
#pragma once

#include <Eigen/Core>
#include <array>

namespace intercusp {

struct TriangleGap {
  double squared_mm2;
  Eigen::Vector3d on_first, on_second;  //!< the closest points
};

//! Minimum over corners against faces and edges against edges.
//! \pre the triangles do not cross: then the answer would be that of their outlines.
[[nodiscard]] TriangleGap triangle_gap(const std::array<Eigen::Vector3d, 3>& first,
                                       const std::array<Eigen::Vector3d, 3>& second);

}  // namespace intercusp
