// Quadrics, and where lines run inside them: references without tessellation.
#pragma once

#include <Eigen/Geometry>
#include <vector>

namespace intercusp {

//! The points p with (p, 1)ᵀ·q·(p, 1) <= 0: a sphere, an ellipsoid, a cylinder, a cone, a paraboloid, a pair
//! of planes …
struct Quadric {
  Eigen::Matrix4d q = Eigen::Matrix4d::Zero();  //!< symmetric
};

[[nodiscard]] Quadric sphere_quadric(const Eigen::Vector3d& centre, double radius_mm);

//! An endless cylinder about the line through `point` along `axis` (unit length not needed).
[[nodiscard]] Quadric cylinder_quadric(const Eigen::Vector3d& point, const Eigen::Vector3d& axis,
                                       double radius_mm);

//! The same body seen from another frame.
[[nodiscard]] Quadric moved(const Quadric& body, const Eigen::Isometry3d& target_from_body);

//! From `start` to `end` along the line, mm; -inf or +inf where the line never enters or leaves.
struct DepthRange {
  double start = 0;
  double end = 0;
};

//! Where a·t² + 2·b·t + c is at most 0: zero, one or two ranges, sorted; none if it only touches 0.
//! \param flat |a| and |b| up to this count as 0
[[nodiscard]] std::vector<DepthRange> ranges_below_zero(double a, double b, double c, double flat = 0);

//! Where origin + depth·direction lies inside: zero, one or two ranges, sorted. A line that only touches has none. \pre
//! `direction` has unit length.
[[nodiscard]] std::vector<DepthRange> ranges_inside(const Quadric& body, const Eigen::Vector3d& origin,
                                                    const Eigen::Vector3d& direction);

}  // namespace intercusp
