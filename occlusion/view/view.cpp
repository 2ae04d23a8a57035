#include "occlusion/view/view.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace intercusp {
namespace {

//! `vector` minus its component along the unit vector `axis`.
Eigen::Vector3d across(const Eigen::Vector3d& vector, const Eigen::Vector3d& axis) {
  return vector - vector.dot(axis) * axis;
}

Bounds projected_bounds(const Solid& solid, const Eigen::Isometry3d& view_from_solid) {
  Bounds bounds;
  for (const Eigen::Vector3d& vertex : solid.mesh.vertices) bounds.add(view_from_solid * vertex);
  return bounds;
}

int pixels_across(double length_mm, double pixel_mm) {
  // Keeps whole numbers of pixels whole although the division rounds.
  return static_cast<int>(std::ceil(length_mm / pixel_mm - 1e-6)) + 2;
}

}  // namespace

Eigen::Isometry3d orthographic(const Eigen::Vector3d& direction, const Eigen::Vector3d& down) {
  if (!direction.allFinite() || !(direction.norm() > 1e-9))
    throw std::invalid_argument("a projection needs a direction that is not zero");
  const Eigen::Vector3d depth = direction.normalized();
  Eigen::Vector3d v = across(down, depth);
  for (const Eigen::Vector3d& fallback : {Eigen::Vector3d(0, 0, 1), Eigen::Vector3d(1, 0, 0)}) {
    if (v.allFinite() && v.norm() > 1e-6) break;
    v = across(fallback, depth);
  }
  v.normalize();
  Eigen::Isometry3d case_from_view = Eigen::Isometry3d::Identity();
  case_from_view.linear() << v.cross(depth), v, depth;
  return case_from_view.inverse(Eigen::Isometry);
}

Bounds viewed_bounds(const Eigen::Isometry3d& view_from_frame, const Bounds& box) {
  Bounds viewed;
  if (box.empty()) return viewed;
  for (int corner = 0; corner < 8; ++corner) {
    const auto side = [&](int axis) { return (corner >> axis & 1) != 0 ? box.max[axis] : box.min[axis]; };
    viewed.add(view_from_frame * Eigen::Vector3d(side(0), side(1), side(2)));
  }
  return viewed;
}

bool same_view(const View& a, const View& b) {
  return a.view_from_case.matrix() == b.view_from_case.matrix() && a.grid.u0_mm == b.grid.u0_mm &&
         a.grid.v0_mm == b.grid.v0_mm && a.grid.pixel_mm == b.grid.pixel_mm && a.grid.width == b.grid.width &&
         a.grid.height == b.grid.height;
}

View fit_view(const Bite& bite, const Eigen::Isometry3d& view_from_case, double pixel_mm,
              std::size_t max_pixels) {
  if (!(pixel_mm > 0) || !std::isfinite(pixel_mm))
    throw std::invalid_argument("the pixel size must be positive");
  const Bounds upper = projected_bounds(*bite.upper, view_from_case);
  const Bounds lower = projected_bounds(*bite.lower, view_from_case * bite.upper_from_lower);
  return view_of_window(view_from_case, upper.min.cwiseMax(lower.min).head<2>(),
                        upper.max.cwiseMin(lower.max).head<2>(), pixel_mm, max_pixels);
}

View view_of_window(const Eigen::Isometry3d& view_from_case, const Eigen::Vector2d& min,
                    const Eigen::Vector2d& max, double pixel_mm, std::size_t max_pixels) {
  View view{view_from_case, {.u0_mm = 0, .v0_mm = 0, .pixel_mm = pixel_mm, .width = 0, .height = 0}};
  if (!(min.array() <= max.array()).all()) return view;

  const Eigen::Vector2d size = max - min;
  const double wanted = (size.x() / pixel_mm + 2) * (size.y() / pixel_mm + 2);
  if (wanted > static_cast<double>(max_pixels) || size.maxCoeff() / pixel_mm > 1e6) {
    const double fitting =
        std::max(std::sqrt(size.x() * size.y() / static_cast<double>(max_pixels)), size.maxCoeff() / 1e6) *
        1.01;
    throw MapTooLarge(size, wanted, fitting);
  }
  view.grid.u0_mm = min.x() - pixel_mm;
  view.grid.v0_mm = min.y() - pixel_mm;
  view.grid.width = pixels_across(size.x(), pixel_mm);
  view.grid.height = pixels_across(size.y(), pixel_mm);
  return view;
}

namespace {

bool usable(const Eigen::Vector3d& vector) { return vector.allFinite() && vector.norm() > 1e-9; }

}  // namespace

HingeChart::HingeChart(const Eigen::Vector3d& origin, const Eigen::Vector3d& axis,
                       const Eigen::Vector3d& opposite_cut) {
  if (!usable(axis) || !origin.allFinite())
    throw std::invalid_argument("a hinge needs an axis that is not zero");
  const Eigen::Vector3d u = axis.normalized();
  const Eigen::Vector3d v = opposite_cut - opposite_cut.dot(u) * u;
  if (!usable(v)) throw std::invalid_argument("the middle of the jaws lies on the hinge axis");
  Eigen::Isometry3d case_from_hinge = Eigen::Isometry3d::Identity();
  case_from_hinge.linear() << u, v.normalized(), u.cross(v).normalized();
  case_from_hinge.translation() = origin;
  hinge_from_case_ = case_from_hinge.inverse(Eigen::Isometry);
}

Eigen::Vector3d HingeChart::map(const Eigen::Vector3d& case_point) const {
  const Eigen::Vector3d p = hinge_from_case_ * case_point;
  return {p.x(), std::hypot(p.y(), p.z()), std::atan2(p.z(), p.y())};
}

Eigen::Vector3d HingeChart::unmap(const Eigen::Vector3d& uvd) const {
  const Eigen::Vector3d p(uvd.x(), uvd.y() * std::cos(uvd.z()), uvd.y() * std::sin(uvd.z()));
  return hinge_from_case_.inverse(Eigen::Isometry) * p;
}

Eigen::Vector3d HingeChart::direction_at(const Eigen::Vector3d& case_point) const {
  const double angle = map(case_point).z();
  return hinge_from_case_.linear().transpose() * Eigen::Vector3d(0, -std::sin(angle), std::cos(angle));
}

}  // namespace intercusp
