#include "occlusion/case/anatomy.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include "occlusion/base/angles.h"
#include "occlusion/base/finding_codes.h"
#include "occlusion/base/nth_smallest.h"
#include "occlusion/base/run_both.h"
#include "occlusion/case/fdi.h"
#include "occlusion/geometry/decompositions.h"

namespace intercusp {
namespace {

constexpr double pi = std::numbers::pi;

//! Area-weighted moments of one jaw's anatomy, in the case frame.
struct Moments {
  double area = 0;
  Eigen::Vector3d normal_sum = Eigen::Vector3d::Zero();  //!< mm²; zero for a closed surface
  Eigen::Vector3d centroid = Eigen::Vector3d::Zero();
  Eigen::Matrix3d covariance = Eigen::Matrix3d::Zero();

  //! 0 for a closed surface, 1 for a flat sheet.
  [[nodiscard]] double openness() const { return area > 0 ? normal_sum.norm() / area : 0; }
};

Moments moments_of(const Solid& solid, const Eigen::Isometry3d& case_from_solid) {
  Moments moments;
  Eigen::Matrix3d second = Eigen::Matrix3d::Zero();
  for (std::size_t face = 0; face < solid.anatomy_faces; ++face) {
    const auto& [a, b, c] = solid.mesh.faces[face];
    const Eigen::Vector3d middle =
        (solid.mesh.vertices[a] + solid.mesh.vertices[b] + solid.mesh.vertices[c]) / 3;
    const Eigen::Vector3d normal = 0.5 * face_normal_twice_area(solid.mesh, face);
    const double area = normal.norm();
    moments.area += area;
    moments.normal_sum += normal;
    moments.centroid += area * middle;
    second += area * middle * middle.transpose();
  }
  // A body with capped holes also sums to zero. Only a part with a margin shows where the bite is.
  for (std::size_t face = solid.anatomy_faces; face < solid.anatomy_faces + solid.cap_faces; ++face) {
    moments.normal_sum += 0.5 * face_normal_twice_area(solid.mesh, face);
  }
  if (moments.area <= 0) return moments;
  moments.centroid /= moments.area;
  moments.covariance = second / moments.area - moments.centroid * moments.centroid.transpose();
  const Eigen::Matrix3d rotation = case_from_solid.linear();
  moments.normal_sum = rotation * moments.normal_sum;
  moments.covariance = rotation * moments.covariance * rotation.transpose();
  moments.centroid = case_from_solid * moments.centroid;
  return moments;
}

struct Superior {
  Eigen::Vector3d direction;
  double confidence;
  SuperiorMethod method;
};

//! The surface of a scan that is open at the gums faces the bite more than it faces away.
Superior superior_of_open(const Moments& upper, const Moments& lower) {
  const Eigen::Vector3d from_lower = lower.normal_sum.normalized();
  const Eigen::Vector3d from_upper = -upper.normal_sum.normalized();
  const Eigen::Vector3d sum = from_lower + from_upper;
  const double agreement = from_lower.dot(from_upper);  // 1 if the jaws face each other
  return {sum.norm() > 1e-9 ? Eigen::Vector3d(sum.normalized()) : from_lower, std::clamp(agreement, 0.0, 1.0),
          SuperiorMethod::open_normals};
}

//! The normal of the occlusal plane is the smallest principal axis of both arches.
Superior superior_of_closed(const Moments& upper, const Moments& lower) {
  const auto [variances, axes] = principal_axes(Eigen::Matrix3d(upper.covariance + lower.covariance));
  Eigen::Vector3d axis = axes.col(0);
  const double rise = axis.dot(upper.centroid - lower.centroid);
  if (rise < 0) axis = -axis;
  // Arches have standard deviations of some 5 mm in height and 15 mm in width. A body as thick as it is wide
  // is not an arch. The centroids of teeth in bite lie some mm apart.
  const double flatness = 1 - variances[0] / std::max(variances[1], 1e-12);
  const double apart = std::clamp(std::abs(rise) / 2.0, 0.0, 1.0);
  return {axis, std::clamp(flatness, 0.0, 1.0) * apart, SuperiorMethod::principal_axes};
}

constexpr int angle_bins = 120;

//! Vertices of both jaws near the bite, projected onto the occlusal plane: crowns, not palate or floor.
std::vector<Eigen::Vector2d> crowns_in_plane(const Bite& bite, const Eigen::Vector3d& superior,
                                             const Eigen::Vector3d& x, const Eigen::Vector3d& y) {
  constexpr double crown_height_mm = 5;
  std::vector<Eigen::Vector2d> points;
  const auto add = [&](const Solid& solid, const Eigen::Isometry3d& case_from_solid, double towards_bite) {
    const std::vector<std::uint8_t> anatomy = marked_anatomy(solid);
    const Eigen::Vector3d up = towards_bite * (case_from_solid.linear().transpose() * superior);
    double highest = -std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < anatomy.size(); ++i) {
      if (anatomy[i] != 0) highest = std::max(highest, up.dot(solid.mesh.vertices[i]));
    }
    for (std::size_t i = 0; i < anatomy.size(); ++i) {
      if (anatomy[i] == 0 || up.dot(solid.mesh.vertices[i]) < highest - crown_height_mm) continue;
      const Eigen::Vector3d p = case_from_solid * solid.mesh.vertices[i];
      points.emplace_back(x.dot(p), y.dot(p));
    }
  };
  add(*bite.upper, Eigen::Isometry3d::Identity(), -1);
  add(*bite.lower, bite.upper_from_lower, 1);
  return points;
}

struct Opening {
  double angle;  //!< direction of the middle of the opening, seen from the centre of the points' rectangle
  double width;  //!< rad; no point lies in it
};

//! The widest angle without points, seen from the middle of the arch. The horseshoe opens there.
Opening widest_opening(const std::vector<Eigen::Vector2d>& points, const Eigen::Vector2d& centre) {
  std::array<int, angle_bins> count{};
  for (const Eigen::Vector2d& p : points) {
    const double angle = std::atan2(p.y() - centre.y(), p.x() - centre.x()) + pi;
    ++count[static_cast<std::size_t>(angle / (2 * pi) * angle_bins) % angle_bins];
  }
  int best_begin = 0;
  int best_length = 0;
  for (int begin = 0; begin < angle_bins; ++begin) {
    int length = 0;
    while (length < angle_bins && count[static_cast<std::size_t>((begin + length) % angle_bins)] == 0)
      ++length;
    if (length > best_length) {
      best_length = length;
      best_begin = begin;
    }
  }
  const double bin = 2 * pi / angle_bins;
  return {(best_begin + 0.5 * best_length) * bin - pi, best_length * bin};
}

//! The angle of the midline: that of the arch's principal axis nearest to a first guess.
double midline_near(const std::vector<Eigen::Vector2d>& points, double guess) {
  // A symmetric arch has its midline and the line across it as principal axes.
  Eigen::Vector2d mean = Eigen::Vector2d::Zero();
  for (const Eigen::Vector2d& p : points) mean += p;
  mean /= static_cast<double>(points.size());
  Eigen::Matrix2d covariance = Eigen::Matrix2d::Zero();
  for (const Eigen::Vector2d& p : points) covariance += (p - mean) * (p - mean).transpose();
  const Eigen::Matrix2d axes = principal_axes(covariance).vectors;
  double best = guess;
  double least = 20 * rad_per_deg;  // an axis farther off does not show the midline
  for (int i = 0; i < 2; ++i) {
    for (const double sign : {1.0, -1.0}) {
      const Eigen::Vector2d axis = sign * axes.col(i);
      const double angle = std::atan2(axis.y(), axis.x());
      const double off = std::abs(std::remainder(angle - guess, 2 * pi));
      if (off < least) {
        least = off;
        best = angle;
      }
    }
  }
  return best;
}

//! Anterior within the occlusal plane, and a confidence of 0 to 1.
std::pair<Eigen::Vector3d, double> find_anterior(const Bite& bite, const Eigen::Vector3d& superior) {
  const Eigen::Vector3d x = superior.unitOrthogonal();
  const Eigen::Vector3d y = superior.cross(x);
  const std::vector<Eigen::Vector2d> points = crowns_in_plane(bite, superior, x, y);
  if (points.size() < 100) return {x, 0};
  Eigen::Vector2d centre = Eigen::Vector2d::Zero();
  // The middle of the rectangle along the arch's principal axes. Two rounds are needed, because the axes
  // depend on the opening.
  double angle = 0;
  Opening opening{0, 0};
  for (int round = 0; round < 2; ++round) {
    const Eigen::Rotation2Dd turn(-angle);
    Eigen::Vector2d min = Eigen::Vector2d::Constant(1e300);
    Eigen::Vector2d max = -min;
    for (const Eigen::Vector2d& p : points) {
      min = min.cwiseMin(turn * p);
      max = max.cwiseMax(turn * p);
    }
    centre = turn.inverse() * Eigen::Vector2d(0.5 * (min + max));
    opening = widest_opening(points, centre);
    angle = midline_near(points, opening.angle + pi);
  }
  // Arches open by 50 to 150 degrees. A closed outline has no opening, and one side of an arch opens by a
  // half turn or more.
  const double degrees = opening.width / rad_per_deg;
  const double confidence =
      std::clamp((degrees - 10) / 30, 0.0, 1.0) * std::clamp((200 - degrees) / 30, 0.0, 1.0);
  return {std::cos(angle) * x + std::sin(angle) * y, confidence};
}

//! Mean position of the vertices on teeth of one side; empty if there are none.
std::optional<Eigen::Vector3d> centre_of_side(const Solid& solid, const Eigen::Isometry3d& case_from_solid,
                                              PatientSide side) {
  Eigen::Vector3d sum = Eigen::Vector3d::Zero();
  std::size_t count = 0;
  for (std::size_t i = 0; i < solid.labels.size(); ++i) {
    if (side_of(solid.labels[i]) != side) continue;
    sum += solid.mesh.vertices[i];
    ++count;
  }
  if (count == 0) return std::nullopt;
  return case_from_solid * Eigen::Vector3d(sum / static_cast<double>(count));
}

//! \param reason the evidence: "upper_labels", "lower_labels" or "arches"
Finding swapped(const char* reason) { return {codes::jaws_swapped, Severity::warning, {{"reason", reason}}}; }

bool is_estimated(const Solid& solid) { return !solid.estimated_teeth.empty(); }

//! Uses tooth numbers from files only; estimated numbers prove nothing.
bool has_labels_of_other_jaw(const Solid& solid, Jaw jaw) {
  const auto has = [&](Jaw which) {
    return std::ranges::any_of(solid.labels, [&](int label) { return jaw_of(label) == which; });
  };
  return !is_estimated(solid) && has(opposite(jaw)) && !has(jaw);
}

void check_labels(const Bite& bite, Anatomy& anatomy) {
  if (has_labels_of_other_jaw(*bite.upper, Jaw::upper)) {
    anatomy.findings.push_back(swapped("upper_labels"));
  } else if (has_labels_of_other_jaw(*bite.lower, Jaw::lower)) {
    anatomy.findings.push_back(swapped("lower_labels"));
  }
  if (!anatomy.axes) return;
  const auto mirrored = [&](const Solid& solid, const Eigen::Isometry3d& case_from_solid) {
    return !is_estimated(solid) && sides_are_mirrored(solid, case_from_solid, *anatomy.axes);
  };
  if (mirrored(*bite.upper, Eigen::Isometry3d::Identity()) || mirrored(*bite.lower, bite.upper_from_lower)) {
    anatomy.findings.push_back({"frame_mirrored"});
  }
}

void check_placement(const Bite& bite, const Moments& upper, const Moments& lower, Anatomy& anatomy,
                     const Superior& superior) {
  const double rise = superior.direction.dot(upper.centroid - lower.centroid);
  if (superior.method == SuperiorMethod::open_normals) {
    const double agreement = upper.normal_sum.normalized().dot(lower.normal_sum.normalized());
    if (agreement > 0.5) {
      anatomy.findings.push_back({"jaw_upside_down"});
    } else if (rise < 0) {
      anatomy.findings.push_back({"jaws_face_away"});
    }
  }
  Bounds upper_box = bounds_of(bite.upper->mesh);
  Bounds lower_box;
  for (const Eigen::Vector3d& vertex : bite.lower->mesh.vertices)
    lower_box.add(bite.upper_from_lower * vertex);
  const Eigen::Vector3d apart =
      (upper_box.min - lower_box.max).cwiseMax(lower_box.min - upper_box.max).cwiseMax(0.0);
  if (apart.norm() > 5) {
    anatomy.findings.push_back({codes::jaws_far_apart, Severity::warning, {{"apart_mm", apart.norm()}}});
  }
}

//! Estimated numbers are sure only if the crowns look like those of the jaw that the user stated.
bool looks_like_its_jaw(const Solid& solid) {
  return std::ranges::any_of(solid.estimated_teeth, &EstimatedTooth::sure);
}

//! Upper arches enclose lower ones. This holds only for jaws that face each other in bite; otherwise the
//! shapes of the crowns are better evidence.
void check_arches(const Bite& bite, Anatomy& anatomy) {
  if (!anatomy.axes || !anatomy.findings.empty()) return;
  if (looks_like_its_jaw(*bite.upper) && looks_like_its_jaw(*bite.lower)) return;
  // Less than half the value of two scanned bites with their jaws exchanged.
  constexpr double least_inside_mm = 0.25;
  const double inside_mm = -upper_reach_mm(bite, *anatomy.axes);
  if (inside_mm < least_inside_mm) return;
  anatomy.findings.push_back(swapped("arches"));
  anatomy.findings.back().values.emplace("inside_mm", inside_mm);
}

}  // namespace

Anatomy find_anatomy(const Bite& bite) {
  Anatomy anatomy;
  Moments upper, lower;
  run_both([&] { upper = moments_of(*bite.upper, Eigen::Isometry3d::Identity()); },
           [&] { lower = moments_of(*bite.lower, bite.upper_from_lower); });
  if (upper.area <= 0 || lower.area <= 0) return anatomy;

  constexpr double open_enough = 0.1;
  const bool open = upper.openness() > open_enough && lower.openness() > open_enough;
  const Superior superior = open ? superior_of_open(upper, lower) : superior_of_closed(upper, lower);
  anatomy.method = superior.method;
  const auto [anterior, anterior_confidence] = find_anterior(bite, superior.direction);
  anatomy.confidence = std::min(superior.confidence, anterior_confidence);
  if (anatomy.confidence >= Anatomy::least_confidence) {
    anatomy.axes = AnatomicalAxes{superior.direction, anterior, superior.direction.cross(anterior)};
  }
  check_placement(bite, upper, lower, anatomy, superior);
  check_labels(bite, anatomy);
  check_arches(bite, anatomy);
  return anatomy;
}

bool sides_are_mirrored(const Solid& solid, const Eigen::Isometry3d& case_from_solid,
                        const AnatomicalAxes& axes) {
  const auto right = centre_of_side(solid, case_from_solid, PatientSide::right);
  const auto left = centre_of_side(solid, case_from_solid, PatientSide::left);
  return right && left && axes.left.dot(*left - *right) < 0;
}

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr std::size_t bins = 45;  // of 4°, which is a third of a tooth

//! Greatest distance of a point from `middle` in each direction of the front half; negative if there is none.
std::array<double, bins> outline(const std::vector<CrownPoint>& points, const Eigen::Vector2d& middle) {
  std::array<double, bins> radius{};
  radius.fill(-infinity);
  for (const CrownPoint& point : points) {
    const Eigen::Vector2d out = point.along.head<2>() - middle;
    if (out.y() < 0) continue;
    const double angle = std::atan2(out.y(), out.x());
    const auto bin = std::min(bins - 1, static_cast<std::size_t>(angle / std::numbers::pi * bins));
    radius[bin] = std::max(radius[bin], out.norm());
  }
  return radius;
}

}  // namespace

std::vector<CrownPoint> crown_points(const Solid& jaw, const Eigen::Isometry3d& case_from_jaw,
                                     const AnatomicalAxes& axes, Jaw which) {
  constexpr double crown_height_mm = 5;
  const Eigen::Matrix3d rows = axes.anatomical_from_case();
  const double towards_bite = which == Jaw::upper ? -1 : 1;
  std::vector<std::uint32_t> faces(jaw.mesh.vertices.size(), 0);
  for (std::size_t face = 0; face < jaw.anatomy_faces; ++face) {
    for (const std::uint32_t vertex : jaw.mesh.faces[face]) ++faces[vertex];
  }
  const auto for_each_vertex = [&](const auto& use) {
    for (std::size_t vertex = 0; vertex < faces.size(); ++vertex) {
      const Eigen::Vector3d& own = jaw.mesh.vertices[vertex];
      if (faces[vertex] > 0) use(CrownPoint{rows * (case_from_jaw * own), own, faces[vertex]});
    }
  };
  double highest = -infinity;
  for_each_vertex([&](const CrownPoint& p) { highest = std::max(highest, towards_bite * p.along.z()); });
  std::vector<CrownPoint> points;
  for_each_vertex([&](const CrownPoint& p) {
    if (towards_bite * p.along.z() >= highest - crown_height_mm) points.push_back(p);
  });
  return points;
}

double upper_reach_mm(const Bite& bite, const AnatomicalAxes& axes) {
  const auto upper = crown_points(*bite.upper, Eigen::Isometry3d::Identity(), axes, Jaw::upper);
  const auto lower = crown_points(*bite.lower, bite.upper_from_lower, axes, Jaw::lower);
  Eigen::AlignedBox2d both;
  for (const auto* points : {&upper, &lower}) {
    for (const CrownPoint& point : *points) both.extend(Eigen::Vector2d(point.along.head<2>()));
  }
  // A third of the way from the back, so that both sides of the arch are seen from inside.
  const Eigen::Vector2d middle(both.center().x(), both.min().y() + both.sizes().y() / 3);
  const auto upper_outline = outline(upper, middle), lower_outline = outline(lower, middle);
  std::vector<double> beyond;
  for (std::size_t bin = 0; bin < bins; ++bin) {
    if (upper_outline[bin] > 0 && lower_outline[bin] > 0)
      beyond.push_back(upper_outline[bin] - lower_outline[bin]);
  }
  if (beyond.empty()) return 0;
  return nth_smallest(beyond, beyond.size() / 2);
}

}  // namespace intercusp
