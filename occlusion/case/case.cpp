#include "occlusion/case/case.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "occlusion/base/finding_codes.h"
#include "occlusion/base/ms_since.h"
#include "occlusion/base/run_both.h"
#include "occlusion/case/arch_sides.h"
#include "occlusion/case/teeth.h"

namespace intercusp {
namespace {

//! Handles estimated teeth that lie on the wrong side of the patient. They are counted along the arch instead
//! if they are separate pieces; otherwise they become unsure.
void check_estimated_sides(Case& prepared, const AnatomicalAxes& axes) {
  const auto check = [&](std::shared_ptr<const Solid>& jaw, Jaw which) {
    const Eigen::Isometry3d case_from_jaw = prepared.bite.case_from(which);
    if (jaw->estimated_teeth.empty() || !sides_are_mirrored(*jaw, case_from_jaw, axes)) return;
    const auto counted = with_counted_teeth(*jaw, axes, which, case_from_jaw);
    prepared.anatomy.findings.push_back(
        {codes::teeth_sides_contradict,
         Severity::warning,
         {{"jaw", name_of(which)}, {"reason", counted ? "counted" : "not_sure"}}});
    if (counted) {
      jaw = counted;
      return;
    }
    Solid doubtful = *jaw;
    for (EstimatedTooth& tooth : doubtful.estimated_teeth) tooth.sure = false;
    jaw = std::make_shared<const Solid>(std::move(doubtful));
  };
  check(prepared.bite.upper, Jaw::upper);
  check(prepared.bite.lower, Jaw::lower);
}

}  // namespace

std::shared_ptr<const Case> prepare_case(const Bite& bite) {
  const auto start = std::chrono::steady_clock::now();
  Case prepared{.bite = bite, .anatomy = find_anatomy(bite)};
  if (const std::optional<AnatomicalAxes>& axes = prepared.anatomy.axes) {
    if (std::optional<Bite> numbered = estimate_teeth(bite, *axes)) prepared.bite = std::move(*numbered);
    check_estimated_sides(prepared, *axes);
    prepared.sides = arch_sides(prepared.bite, *axes);
    prepared.incisal_point = lower_incisal_point(prepared.bite, *axes);
  }
  const auto look_at_teeth = [&](Jaw jaw) {
    const Solid& solid = *prepared.bite.of(jaw);
    std::vector<int> teeth = face_teeth(solid);
    std::vector<ToothAxes> axes;
    if (prepared.anatomy.axes)
      axes = tooth_axes(solid, teeth, prepared.bite.case_from(jaw), *prepared.anatomy.axes, jaw);
    return std::pair(std::move(teeth), std::move(axes));
  };
  run_both([&] { std::tie(prepared.upper_teeth, prepared.upper_axes) = look_at_teeth(Jaw::upper); },
           [&] { std::tie(prepared.lower_teeth, prepared.lower_axes) = look_at_teeth(Jaw::lower); });
  prepared.prepare_ms = ms_since(start);
  return std::make_shared<const Case>(std::move(prepared));
}

std::vector<Finding> anatomy_findings(const Case& bite_case, bool direction_given) {
  if (!bite_case.anatomy.axes && direction_given) return {};
  return bite_case.anatomy.findings;
}

namespace {

constexpr double edge_mm = 0.5;

//! The mean of the points at most `edge_mm` below the highest; empty without points.
std::optional<Eigen::Vector3d> edge_of(const std::vector<Eigen::Vector3d>& points,
                                       const Eigen::Vector3d& superior) {
  double highest = -std::numeric_limits<double>::infinity();
  for (const Eigen::Vector3d& point : points) highest = std::max(highest, superior.dot(point));
  Eigen::Vector3d sum = Eigen::Vector3d::Zero();
  std::size_t count = 0;
  for (const Eigen::Vector3d& point : points) {
    if (superior.dot(point) < highest - edge_mm) continue;
    sum += point;
    ++count;
  }
  if (count == 0) return std::nullopt;
  return sum / static_cast<double>(count);
}

//! The vertices of the lower's anatomy in the case frame, each once; if `label` is given, only those with it.
std::vector<Eigen::Vector3d> lower_points(const Bite& bite, std::optional<int> label) {
  const Solid& lower = *bite.lower;
  const std::vector<std::uint8_t> used = marked_anatomy(lower);
  std::vector<Eigen::Vector3d> points;
  for (std::size_t vertex = 0; vertex < used.size(); ++vertex) {
    if (used[vertex] == 0 || (label && lower.labels[vertex] != *label)) continue;
    points.emplace_back(bite.upper_from_lower * lower.mesh.vertices[vertex]);
  }
  return points;
}

std::optional<Eigen::Vector3d> point_of_incisors(const Bite& bite, const Eigen::Vector3d& superior) {
  if (bite.lower->labels.empty()) return std::nullopt;
  const std::optional<Eigen::Vector3d> left = edge_of(lower_points(bite, 31), superior);
  const std::optional<Eigen::Vector3d> right = edge_of(lower_points(bite, 41), superior);
  if (left && right) return 0.5 * (*left + *right);
  return left ? left : right;
}

std::optional<Eigen::Vector3d> point_of_front(const Bite& bite, const AnatomicalAxes& axes) {
  constexpr double beside_midline_mm = 3, behind_front_mm = 8;
  const double midline_mm = arch_sides(bite, axes).midline_mm;
  std::vector<Eigen::Vector3d> points = lower_points(bite, std::nullopt);
  double front_mm = -std::numeric_limits<double>::infinity();
  for (const Eigen::Vector3d& point : points) front_mm = std::max(front_mm, axes.anterior.dot(point));
  std::erase_if(points, [&](const Eigen::Vector3d& point) {
    return std::abs(axes.left.dot(point) - midline_mm) > beside_midline_mm ||
           axes.anterior.dot(point) < front_mm - behind_front_mm;
  });
  return edge_of(points, axes.superior);
}

Eigen::Vector3d point_of_box(const Bite& bite, const AnatomicalAxes& axes) {
  const Eigen::Matrix3d anatomy_from_case = axes.anatomical_from_case();
  Bounds box;
  for (const Eigen::Vector3d& point : lower_points(bite, std::nullopt)) box.add(anatomy_from_case * point);
  return anatomy_from_case.transpose() * Eigen::Vector3d(box.centre().x(), box.max.y(), box.max.z());
}

}  // namespace

IncisalPoint lower_incisal_point(const Bite& bite, const AnatomicalAxes& axes) {
  if (const auto point = point_of_incisors(bite, axes.superior)) return {*point, IncisalSource::incisors};
  if (const auto point = point_of_front(bite, axes)) return {*point, IncisalSource::arch_front};
  return {point_of_box(bite, axes), IncisalSource::jaw_box};
}

}  // namespace intercusp
