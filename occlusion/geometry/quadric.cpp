#include "occlusion/geometry/quadric.h"

#include <cmath>
#include <limits>
#include <utility>

namespace intercusp {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

//! From the matrix A and the centre c of (p - c)ᵀ·A·(p - c) <= r².
Quadric centred(const Eigen::Matrix3d& a, const Eigen::Vector3d& centre, double radius_mm) {
  Quadric body;
  body.q.topLeftCorner<3, 3>() = a;
  body.q.topRightCorner<3, 1>() = -a * centre;
  body.q.bottomLeftCorner<1, 3>() = (-a * centre).transpose();
  body.q(3, 3) = centre.dot(a * centre) - radius_mm * radius_mm;
  return body;
}

//! Both roots of a·t² + 2·b·t + c, a not 0, ascending; without the cancellation of b - sqrt(b² - ac).
std::pair<double, double> roots(double a, double b, double c, double root_of_discriminant) {
  const double sum = b + std::copysign(root_of_discriminant, b);
  const double one = -sum / a;
  const double other = sum == 0 ? one : -c / sum;
  return one < other ? std::pair{one, other} : std::pair{other, one};
}

}  // namespace

Quadric sphere_quadric(const Eigen::Vector3d& centre, double radius_mm) {
  return centred(Eigen::Matrix3d::Identity(), centre, radius_mm);
}

Quadric cylinder_quadric(const Eigen::Vector3d& point, const Eigen::Vector3d& axis, double radius_mm) {
  const Eigen::Vector3d along = axis.normalized();
  return centred(Eigen::Matrix3d::Identity() - along * along.transpose(), point, radius_mm);
}

Quadric moved(const Quadric& body, const Eigen::Isometry3d& target_from_body) {
  const Eigen::Matrix4d body_from_target = target_from_body.inverse(Eigen::Isometry).matrix();
  return {body_from_target.transpose() * body.q * body_from_target};
}

std::vector<DepthRange> ranges_below_zero(double a, double b, double c, double flat) {
  if (std::abs(a) <= flat && std::abs(b) <= flat) {
    return c <= 0 ? std::vector<DepthRange>{{-infinity, infinity}} : std::vector<DepthRange>{};
  }
  if (std::abs(a) <= flat) {
    const double crossing = -c / (2 * b);
    return {b > 0 ? DepthRange{-infinity, crossing} : DepthRange{crossing, infinity}};
  }
  const double discriminant = b * b - a * c;
  if (discriminant <= 0) {
    return a < 0 ? std::vector<DepthRange>{{-infinity, infinity}} : std::vector<DepthRange>{};
  }
  const auto [first, second] = roots(a, b, c, std::sqrt(discriminant));
  if (a > 0) return {{first, second}};
  return {{-infinity, first}, {second, infinity}};
}

std::vector<DepthRange> ranges_inside(const Quadric& body, const Eigen::Vector3d& origin,
                                      const Eigen::Vector3d& direction) {
  const Eigen::Vector4d p = origin.homogeneous();
  Eigen::Vector4d d;
  d << direction, 0;
  const double flat = 1e-12 * body.q.topLeftCorner<3, 3>().norm();  // the rounding of a = 0
  return ranges_below_zero(d.dot(body.q * d), d.dot(body.q * p), p.dot(body.q * p), flat);
}

}  // namespace intercusp
