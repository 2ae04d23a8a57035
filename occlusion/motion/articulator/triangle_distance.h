// How far two triangles that do not cross are apart, and where.
//
// Internal to occlusion/motion/articulator.
#pragma once

#include <Eigen/Core>
#include <array>

namespace intercusp {

struct TriangleGap {
  double squared_mm2;
  Eigen::Vector3d on_first, on_second;  //!< the closest points
};

//! Over all corners against faces and edges against edges: what is closest is one of those.
//! \pre the triangles do not cross: then the answer would be that of their outlines.
[[nodiscard]] TriangleGap triangle_gap(const std::array<Eigen::Vector3d, 3>& first,
                                       const std::array<Eigen::Vector3d, 3>& second);

}  // namespace intercusp
