// Cuts a face along the segments in which it meets other faces.
//
// Internal to occlusion/exact.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "occlusion/exact/surface.h"

namespace intercusp::exact {

using Segment = std::array<Eigen::Vector3d, 2>;

//! Triangles that make up the face with its orientation, except for slivers narrower than `cut_rounding_mm`. No segment
//! crosses the inside of a triangle by more than that. \param segments in the plane of the face; parts outside the face
//! are ignored
[[nodiscard]] std::vector<Corners> cut_face(const Corners& face, std::span<const Segment> segments);

//! Rounding of the ends of segments: doubles round coordinates of 100 mm by some 1e-13 mm.
constexpr double cut_rounding_mm = 1e-10;

}  // namespace intercusp::exact
