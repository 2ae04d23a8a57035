// Colliders in closed form: a surface of first or second order and its bounds (Knott 2003, sections 3.2.2 and 3.2.4).
//
// A path with constant velocity meets such a surface where a quadratic polynomial of time changes its sign, one with
// constant acceleration where a quartic does. Only crossings count: a path that touches the surface and stays on one
// side continues. If rounding decides between the two, the place is still within 1e-9 mm of both path and surface for
// lengths below 1 m.
#pragma once

#include <Eigen/Geometry>
#include <optional>

#include "occlusion/geometry/quadric.h"
#include "occlusion/geometry/triangle_mesh.h"
#include "occlusion/particles/impact.h"
#include "occlusion/particles/path.h"

namespace intercusp {

//! An open surface, without caps. Outward is where the quadric's polynomial is positive.
struct QuadricCollider {
  Quadric surface;                     //!< in the collider's frame
  Bounds within;                       //!< box in that frame that bounds it
  std::optional<Quadric> inside = {};  //!< only the part inside this body counts: the rim of a disc
  Eigen::Isometry3d world_from_body = Eigen::Isometry3d::Identity();
};

namespace colliders {

//! In the plane z = 0, centred at the origin, outward +z.
[[nodiscard]] QuadricCollider rectangle(double width_mm, double height_mm);
[[nodiscard]] QuadricCollider disc(double radius_mm);
//! Centred at the origin, outward is outside.
[[nodiscard]] QuadricCollider ellipsoid(const Eigen::Vector3d& radii_mm);
//! About z, from one height to the other. \param radii_mm of the ellipse at every height
[[nodiscard]] QuadricCollider cylinder(const Eigen::Vector2d& radii_mm, double low_mm, double high_mm);
//! About z, tip at the origin. \param slopes radius of the ellipse per mm of height
[[nodiscard]] QuadricCollider cone(const Eigen::Vector2d& slopes, double low_mm, double high_mm);
//! z = (x/a)² + (y/b)² mm. \param high_mm above 0
[[nodiscard]] QuadricCollider paraboloid(const Eigen::Vector2d& a_b, double high_mm);
//! (x/a)² + (y/b)² - (z/c)² = 1: the waist lies at z = 0.
[[nodiscard]] QuadricCollider hyperboloid_of_one_sheet(const Eigen::Vector3d& a_b_c, double low_mm,
                                                       double high_mm);
//! (z/c)² - (x/a)² - (y/b)² = 1: the tips lie at z = ±c.
[[nodiscard]] QuadricCollider hyperboloid_of_two_sheets(const Eigen::Vector3d& a_b_c, double low_mm,
                                                        double high_mm);

}  // namespace colliders

//! The first crossing at a time above 0 and up to `until_s`. \param left the particle starts on this surface
[[nodiscard]] std::optional<Impact> first_impact(const QuadricCollider& collider, const Path& path,
                                                 double until_s, bool left = false);

}  // namespace intercusp
