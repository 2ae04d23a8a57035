// Converts the faces that a line meets to its intervals inside the solid.
//
// A line crosses every face once, inwards (+1) or outwards (-1), at a depth computed in double precision from
// the face's plane along the exact line. A point is inside where the running sum, the winding number, is at
// least 1. So overlapping parts of one jaw form one interval.
//
// Internal to occlusion/engines/rays.
#pragma once

#include <Eigen/Geometry>
#include <cstdint>
#include <span>
#include <vector>

#include "occlusion/geometry/triangle_mesh.h"

namespace intercusp::rays {

//! A straight line: the points origin + depth·direction for every depth, negative or positive; mm.
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
  std::vector<InsideInterval> intervals;  //!< sorted by depth and separate
  //! Entries minus exits. If it is not 0, a crossing is missing or one is too many; the intervals are then
  //! those of the entries that found an exit.
  int imbalance = 0;
};

//! \param faces from RayScene::faces_along for this line or a neighbouring one
//! \param reach_mm greatest distance of that line from `line`. Neighbouring faces that are crossed in one
//! direction, as close as their slopes allow within this distance, count as one sheet hit on a shared
//! edge or vertex.
[[nodiscard]] LineReading read_line(const TriangleMesh& mesh, const Line& line,
                                    std::span<const std::uint32_t> faces, double reach_mm);

}  // namespace intercusp::rays
