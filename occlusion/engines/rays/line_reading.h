// Converts the faces that a line meets to its intervals inside the solid.
//
// Every face is crossed once, inwards (+1) or outwards (-1), at a depth computed in double from its plane
// along the exact line. Inside is where the running sum, the winding number, is at least 1, so overlapping
// parts of one jaw form one interval.
//
// Internal to occlusion/engines/rays.
#pragma once

#include <Eigen/Geometry>
#include <cstdint>
#include <span>
#include <vector>

#include "occlusion/geometry/triangle_mesh.h"

namespace intercusp::rays {

//! A straight line: the points origin + depth·direction for every depth, before the origin
//! as well as behind it; mm.
struct Line {
  Eigen::Vector3d origin;
  Eigen::Vector3d direction;  //!< unit length
};

//! The line through (u, v) of a picture plane, in the frame of the body that it is tested against.
[[nodiscard]] inline Line line_at(const Eigen::Isometry3d& body_from_view, double u_mm, double v_mm) {
  return {body_from_view * Eigen::Vector3d(u_mm, v_mm, 0), body_from_view.linear().col(2)};
}

//! One interval inside the solid; start < end, depths in mm along the line.
struct InsideInterval {
  double start = 0;
  double end = 0;
  std::int32_t start_face = 0;  //!< the face through which the line enters,
  std::int32_t end_face = 0;    //!< and the one through which it leaves
};

struct LineReading {
  std::vector<InsideInterval> intervals;  //!< by depth, apart from each other
  int imbalance = 0;  //!< entries less exits. Not 0: a crossing is missing or one too many, and the intervals
                      //!< are those of the entries that found an exit.
};

//! \param faces from RayScene::faces_along for this line or a neighbouring one.
//! \param reach_mm largest distance of that line from `line`. Neighbouring faces crossed in the same sense, as close as
//! their slopes allow within this distance, are one sheet hit on a shared edge or vertex.
[[nodiscard]] LineReading read_line(const TriangleMesh& mesh, const Line& line,
                                    std::span<const std::uint32_t> faces, double reach_mm);

}  // namespace intercusp::rays
