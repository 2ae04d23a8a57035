// The volume between two scans under a place of the outer one, for gaps of any depth and steepness.
//
// Columns through the place along its mean normal, or along the tooth where its normals face all around: in each, the surfaces' crossings tell where either scan is solid. Volumes are
// those of what is solid on the outer scan alone, less what is solid on the inner one alone. Lengths are mm.
#pragma once

#include <Eigen/Geometry>
#include <cstdint>
#include <span>

#include "occlusion/geometry/triangle_mesh.h"

namespace intercusp {

//! \param place vertices of the outer mesh, whose faces make the columns  \param along the tooth, unit, in its frame
[[nodiscard]] double gap_volume_mm3(const TriangleMesh& outer, std::span<const std::uint32_t> place,
                                    const TriangleMesh& inner, const Eigen::Isometry3d& outer_from_inner,
                                    const Eigen::Vector3d& along);

//! The volume between the faces of a place and the smooth surface through their corners: a circle's chord of length h is
//! h²·κ/8 off at its middle, and the mean of a parabola over a triangle is that of the middles of its edges.
[[nodiscard]] double volume_under_curves_mm3(const TriangleMesh& mesh,
                                             std::span<const Eigen::Vector3d> normals,
                                             std::span<const std::uint32_t> place);

}  // namespace intercusp
