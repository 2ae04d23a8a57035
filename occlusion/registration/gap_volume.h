// The volume between two scans under a patch of the outer one, for gaps of any depth and steepness.
//
// It is computed from columns through the patch, along its mean normal, or along the tooth if its normals
// point in all directions. In each column the crossings of the surfaces show where either scan is solid. The
// volume is that of what is solid only on the outer scan, minus that of what is solid only on the inner one.
// Lengths are in mm.
#pragma once

#include <Eigen/Geometry>
#include <cstdint>
#include <span>

#include "occlusion/geometry/triangle_mesh.h"

namespace intercusp {

//! \param place vertices of the outer mesh, whose faces make the columns
//! \param along the tooth's direction, unit, in the mesh's frame
[[nodiscard]] double gap_volume_mm3(const TriangleMesh& outer, std::span<const std::uint32_t> place,
                                    const TriangleMesh& inner, const Eigen::Isometry3d& outer_from_inner,
                                    const Eigen::Vector3d& along);

//! The volume between the faces of a patch and the smooth surface through their corners. The chord of a
//! circle of length h is h²·κ/8 off at its middle, and the mean of a parabola over a triangle equals its mean
//! over the middles of the edges.
[[nodiscard]] double volume_under_curves_mm3(const TriangleMesh& mesh,
                                             std::span<const Eigen::Vector3d> normals,
                                             std::span<const std::uint32_t> place);

}  // namespace intercusp
