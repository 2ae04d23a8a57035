#include "occlusion/case/arch_curve.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>

#include "occlusion/base/nth_smallest.h"
#include "occlusion/geometry/decompositions.h"

namespace intercusp {
namespace {

constexpr int steps = 720;  // half a degree each, 0.2 mm of an arch

//! The value that this share of the values lies below.
double quantile(std::vector<double>& values, double share) {
  return nth_smallest(values, static_cast<std::size_t>(share * static_cast<double>(values.size() - 1)));
}

}  // namespace

ArchCurve::ArchCurve(const AnatomicalAxes& axes, std::span<const Eigen::Vector3d> points) : axes_(axes) {
  constexpr std::size_t fewest = 8;
  if (points.size() < fewest) throw std::invalid_argument("an arch curve needs at least 8 points");
  std::vector<double> left, anterior;
  for (const Eigen::Vector3d& point : points) {
    left.push_back(axes.left.dot(point));
    anterior.push_back(axes.anterior.dot(point));
  }
  constexpr double outlier = 0.01;
  const double midline = 0.5 * (quantile(left, outlier) + quantile(left, 1 - outlier));
  centre_ = midline * axes.left + quantile(anterior, outlier) * axes.anterior;

  std::vector<double> angles;
  for (const Eigen::Vector3d& point : points) angles.push_back(angle_rad(point));
  std::vector<double> sorted = angles;
  const double from = quantile(sorted, outlier), to = quantile(sorted, 1 - outlier);
  fitted_rad_ = std::max({std::abs(from), std::abs(to), 0.1});
  using Powers = Eigen::Vector<double, std::tuple_size_v<decltype(radius_of_angle_)>>;
  Eigen::MatrixXd left_side = Eigen::MatrixXd::Zero(Powers::RowsAtCompileTime, Powers::RowsAtCompileTime);
  Eigen::VectorXd right_side = Eigen::VectorXd::Zero(Powers::RowsAtCompileTime);
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Eigen::Vector3d from_centre = points[i] - centre_;
    const double radius = std::hypot(axes.left.dot(from_centre), axes.anterior.dot(from_centre));
    Powers powers;
    powers[0] = 1;
    for (int k = 1; k < powers.size(); ++k) powers[k] = powers[k - 1] * (angles[i] / fitted_rad_);
    left_side += powers * powers.transpose();
    right_side += radius * powers;
  }
  const Eigen::VectorXd fitted = solve_symmetric(left_side, right_side);
  std::copy(fitted.begin(), fitted.end(), radius_of_angle_.begin());

  length_mm_.assign(steps + 1, 0);
  const double step_rad = 2 * std::numbers::pi / steps;
  const auto chord = [&](int i) {
    const double angle = -std::numbers::pi + i * step_rad;
    const double r = radius_mm(angle), next = radius_mm(angle + step_rad);
    return std::sqrt(r * r + next * next - 2 * r * next * std::cos(step_rad));
  };
  for (int i = steps / 2; i < steps; ++i) length_mm_[i + 1] = length_mm_[i] + chord(i);
  for (int i = steps / 2; i > 0; --i) length_mm_[i - 1] = length_mm_[i] - chord(i - 1);

  std::vector<double> places;
  for (const Eigen::Vector3d& point : points) places.push_back(place_mm(point));
  right_end_mm_ = quantile(places, outlier / 2);
  left_end_mm_ = quantile(places, 1 - outlier / 2);
}

double ArchCurve::angle_rad(const Eigen::Vector3d& point) const {
  const Eigen::Vector3d from_centre = point - centre_;
  return std::atan2(axes_.left.dot(from_centre), axes_.anterior.dot(from_centre));
}

double ArchCurve::radius_mm(double angle) const {
  const double x = std::clamp(angle / fitted_rad_, -1.0, 1.0);
  double sum = 0;
  for (auto c = radius_of_angle_.rbegin(); c != radius_of_angle_.rend(); ++c) sum = sum * x + *c;
  return std::max(sum, 1.0);  // a curve through its own centre would have no length
}

double ArchCurve::place_mm(const Eigen::Vector3d& point) const {
  const double step = (angle_rad(point) + std::numbers::pi) / (2 * std::numbers::pi) * steps;
  const int before = std::clamp(static_cast<int>(step), 0, steps - 1);
  const double share = step - before;
  return (1 - share) * length_mm_[before] + share * length_mm_[before + 1];
}

}  // namespace intercusp
