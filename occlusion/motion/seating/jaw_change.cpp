#include "occlusion/motion/seating/jaw_change.h"

#include <algorithm>
#include <limits>
#include <vector>

namespace intercusp {
namespace {

constexpr double incisal_mm = 2;  // the edges of the front teeth
constexpr double molars_mm = 10;  // a molar is some 10 mm long

//! Displacement of the middle of the selected points.
template <typename Wanted>
std::optional<AnatomicalVector> displacement_of(const std::vector<CrownPoint>& points, const Wanted& wanted,
                                                const Eigen::Isometry3d& from, const Eigen::Isometry3d& to,
                                                const Eigen::Matrix3d& rows) {
  Eigen::Vector3d sum = Eigen::Vector3d::Zero();
  std::size_t count = 0;
  for (const CrownPoint& point : points) {
    if (!wanted(point.along)) continue;
    sum += static_cast<double>(point.faces) * point.own;
    count += point.faces;
  }
  if (count == 0) return std::nullopt;
  const Eigen::Vector3d middle = sum / static_cast<double>(count);
  return AnatomicalVector(rows * (to * middle - from * middle));
}

}  // namespace

double largest_displacement(const Solid& lower, const Eigen::Isometry3d& from, const Eigen::Isometry3d& to) {
  double largest = 0;
  for (std::size_t face = 0; face < lower.anatomy_faces; ++face) {
    for (const std::uint32_t vertex : lower.mesh.faces[face]) {
      const Eigen::Vector3d& own = lower.mesh.vertices[vertex];
      largest = std::max(largest, (to * own - from * own).squaredNorm());
    }
  }
  return std::sqrt(largest);
}

JawChange jaw_change(const Solid& lower, const Eigen::Isometry3d& from, const Eigen::Isometry3d& to,
                     const AnatomicalAxes& axes, const Eigen::Vector3d& lower_centre) {
  const Eigen::Matrix3d rows = anatomical_from_case(axes);
  const Eigen::AngleAxisd turn(to.linear() * from.linear().transpose());
  const std::vector<CrownPoint> points = crown_points(lower, from, axes, Jaw::lower);
  double front = -std::numeric_limits<double>::infinity(), back = -front, right = -front, left = front;
  for (const CrownPoint& point : points) {
    front = std::max(front, point.along.y());
    back = std::min(back, point.along.y());
    right = std::min(right, point.along.x());
    left = std::max(left, point.along.x());
  }
  const double middle = 0.5 * (left + right);
  const auto displacement = [&](const auto& wanted) {
    return displacement_of(points, wanted, from, to, rows);
  };
  return {.centre_mm = rows * (to * lower_centre - from * lower_centre),
          .turn_rad = turn.angle() * (rows * turn.axis()),
          .incisal_mm = displacement([&](const AnatomicalVector& at) { return at.y() > front - incisal_mm; }),
          .right_molars_mm = displacement(
              [&](const AnatomicalVector& at) { return at.y() < back + molars_mm && at.x() < middle; }),
          .left_molars_mm = displacement(
              [&](const AnatomicalVector& at) { return at.y() < back + molars_mm && at.x() >= middle; }),
          .largest_mm = largest_displacement(lower, from, to)};
}

}  // namespace intercusp
