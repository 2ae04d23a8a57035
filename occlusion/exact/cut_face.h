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

//! Triangles that make up the face and look the same way, but for slivers narrower than `cut_rounding_mm`. No segment
//! runs through the inside of one, beyond that. \param segments in the plane of the face; what lies outside
//! of it does not count
[[nodiscard]] std::vector<Corners> cut_face(const Corners& face, std::span<const Segment> segments);

//! Doubles leave some 1e-13 mm of coordinates of 100 mm; ends of segments are computed in them.
constexpr double cut_rounding_mm = 1e-10;

}  // namespace intercusp::exact
