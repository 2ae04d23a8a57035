// Bodies described by a formula: implants, condyles, burs. A line meets them exactly, without triangles
// (Shinya & Forgue 1991: anything that a ray can hit). For analyses that need triangles there is a mesh with
// a bound on its error (body_mesh.h).
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
#include <memory>
#include <vector>

#include "occlusion/base/enum_table.h"
#include "occlusion/geometry/solid.h"
#include "occlusion/geometry/triangle_mesh.h"

namespace intercusp {

enum class BodyKind { sphere, ellipsoid, cylinder, cone, torus, box };
[[nodiscard]] constexpr auto names_of(BodyKind) {
  return enum_table<BodyKind>({{BodyKind::sphere, "sphere"},
                               {BodyKind::ellipsoid, "ellipsoid"},
                               {BodyKind::cylinder, "cylinder"},
                               {BodyKind::cone, "cone"},
                               {BodyKind::torus, "torus"},
                               {BodyKind::box, "box"}});
}

//! \pre `size_mm` has all the sizes listed above, all positive except that one radius of a cone may be 0; the
//! tube radius of a torus is less than its ring radius
struct AnalyticBody {
  BodyKind kind = BodyKind::sphere;
  std::vector<double> size_mm;
  Eigen::Isometry3d case_from_body = Eigen::Isometry3d::Identity();
};

//! From `start` to `end` along a line, mm.
struct DepthRange {
  double start = 0;
  double end = 0;
};

//! The intervals of depth in which origin + depth·direction is inside the body, sorted and disjoint. Empty if
//! the line only touches.
//! \pre `direction` has unit length
[[nodiscard]] std::vector<DepthRange> ranges_inside(const AnalyticBody& body, const Eigen::Vector3d& origin,
                                                    const Eigen::Vector3d& direction);

//! Unit normal of the part of the surface that is nearest to the point, approximately.
//! \param point on the surface, except for rounding
[[nodiscard]] Eigen::Vector3d outward_normal(const AnalyticBody& body, const Eigen::Vector3d& point);

//! The tight box around the body. A segment of a torus has the box of the whole ring.
[[nodiscard]] Bounds bounds_of(const AnalyticBody& body);

//! Input of analyses of several solids: a mesh, or a body described by a formula.
struct SolidOrBody {
  std::shared_ptr<const Solid> solid;
  std::shared_ptr<const AnalyticBody> body = nullptr;  //!< if set, `solid` is the mesh of this body
};

}  // namespace intercusp
