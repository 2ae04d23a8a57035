// Bodies that a formula describes: implants, condyles, burs. A line meets them exactly, without triangles (Shinya
// & Forgue 1991: anything that a ray can hit). Where triangles are needed there is a mesh with a bound on its
// error (body_mesh.h).
//
// In its own frame, mm, every body has the origin in its middle (the middle of its height for cylinder and cone)
// and the axis z:
//   sphere    radius
//   ellipsoid semi-axes along x, y, z
//   cylinder  radius, height
//   cone      base radius, top radius, height: the base lies below (z = -height/2), the top or tip above
//   torus     ring radius, tube radius, angle in degrees: a segment begins at the x axis, turns towards y and has
//             flat ends; 360 is the whole ring
//   box       full edge lengths along x, y, z
#pragma once

#include <Eigen/Geometry>
#include <vector>

#include "occlusion/geometry/quadric.h"
#include "occlusion/geometry/triangle_mesh.h"

namespace intercusp {

enum class BodyKind { sphere, ellipsoid, cylinder, cone, torus, box };

//! \pre all of `size_mm` as listed above and positive, but one radius of a cone may be 0; a torus's tube is
//! thinner than its ring is wide.
struct AnalyticBody {
  BodyKind kind = BodyKind::sphere;
  std::vector<double> size_mm;
  Eigen::Isometry3d case_from_body = Eigen::Isometry3d::Identity();
};

//! Where origin + depth·direction lies inside: sorted and apart from each other; none where the line only
//! touches. \pre `direction` has unit length.
[[nodiscard]] std::vector<DepthRange> ranges_inside(const AnalyticBody& body, const Eigen::Vector3d& origin,
                                                    const Eigen::Vector3d& direction);

//! Unit length, of the part of the surface that the point is nearest to, or nearly so. \param point on the
//! surface but for rounding
[[nodiscard]] Eigen::Vector3d outward_normal(const AnalyticBody& body, const Eigen::Vector3d& point);

//! Holds the body and is no larger than it has to be; that of a torus's segment is the whole ring's.
[[nodiscard]] Bounds bounds_of(const AnalyticBody& body);

}  // namespace intercusp
