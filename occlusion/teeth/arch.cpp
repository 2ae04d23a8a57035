#include "occlusion/teeth/arch.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numbers>

#include "occlusion/base/for_all.h"
#include "occlusion/base/nth_smallest.h"
#include "occlusion/geometry/decompositions.h"
#include "occlusion/teeth/tuning.h"

namespace intercusp {
namespace {

constexpr double pi = std::numbers::pi;

struct Frame {
  Eigen::Vector3d origin, up, right, front;
  [[nodiscard]] Eigen::Vector3d local(const Eigen::Vector3d& p) const {
    const Eigen::Vector3d d = p - origin;
    return {right.dot(d), front.dot(d), up.dot(d)};
  }
};

Frame frame_along(const Eigen::Vector3d& origin, const Eigen::Vector3d& up, const Eigen::Vector3d& hint) {
  Frame f{.origin = origin, .up = up, .right = {}, .front = (hint - hint.dot(up) * up).normalized()};
  f.right = f.front.cross(up);
  return f;
}

//! Middle and principal axes of a surface's area.
struct Spread {
  Eigen::Vector3d centre = Eigen::Vector3d::Zero();
  Eigen::Vector3d mm2;   //!< mean squares along the axes, least first
  Eigen::Matrix3d axes;  //!< columns
};

Spread spread_of(const TriangleMesh& mesh, const SurfaceShape& shape) {
  Spread spread;
  double area = 0;
  for (std::size_t v = 0; v < mesh.vertices.size(); ++v) {
    spread.centre += shape.area_mm2[v] * mesh.vertices[v];
    area += shape.area_mm2[v];
  }
  spread.centre /= area;
  Eigen::Matrix3d squares = Eigen::Matrix3d::Zero();
  for (std::size_t v = 0; v < mesh.vertices.size(); ++v) {
    const Eigen::Vector3d d = mesh.vertices[v] - spread.centre;
    squares += shape.area_mm2[v] / area * d * d.transpose();
  }
  const auto [variances, axes] = principal_axes(squares);
  spread.mm2 = variances;
  spread.axes = axes;
  return spread;
}

}  // namespace

Eigen::Vector3d ArchPath::tangent(double along_mm) const {
  const auto i =
      static_cast<std::size_t>(std::clamp(along_mm / step_mm, 0.0, static_cast<double>(points.size() - 2)));
  const Eigen::Vector2d t = (points[i + 1] - points[i]) / step_mm;
  return t.x() * right + t.y() * front;
}

namespace {

struct Circle {
  Eigen::Vector2d centre;
  double radius;
};

Circle fit_circle(const std::vector<Eigen::Vector2d>& points, const std::vector<double>& weights) {
  Eigen::Matrix3d a = Eigen::Matrix3d::Zero();
  Eigen::Vector3d b = Eigen::Vector3d::Zero();
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Eigen::Vector3d row(points[i].x(), points[i].y(), 1);
    a += weights[i] * row * row.transpose();
    b += weights[i] * points[i].squaredNorm() * row;
  }
  const Eigen::Vector3d s = solve_symmetric(a, b);
  const Eigen::Vector2d c(s.x() / 2, s.y() / 2);
  return {c, std::sqrt(std::max(1.0, s.z() + c.squaredNorm()))};
}

//! A point of the biting surface.
struct HighPoint {
  Eigen::Vector3d point;  //!< along right, front and up
  double weight;
};

//! The highest convex point of each square of 2 mm, weighted with the greatest convexity there. Cusps and
//! edges are convex, gum and palate hardly.
std::vector<HighPoint> convex_tops(const std::vector<Eigen::Vector3d>& local, const SurfaceShape& shape,
                                   const Eigen::Vector3d& up) {
  const double cell = tuning.arch.top_square_mm;
  std::map<std::pair<int, int>, HighPoint> cells;
  for (std::size_t v = 0; v < local.size(); ++v) {
    const double convex = shape.curvature[v].trace();
    if (convex < tuning.arch.top_bend || shape.normal[v].dot(up) < tuning.arch.top_facing ||
        shape.near_margin[v])
      continue;
    const std::pair<int, int> key(static_cast<int>(std::floor(local[v].x() / cell)),
                                  static_cast<int>(std::floor(local[v].y() / cell)));
    auto [at, fresh] = cells.try_emplace(key, HighPoint{local[v], 0});
    if (local[v].z() > at->second.point.z()) at->second.point = local[v];
    at->second.weight = std::max(at->second.weight, std::min(convex, tuning.arch.top_bend_limit));
  }
  std::vector<HighPoint> tops;
  for (const auto& [key, top] : cells) tops.push_back(top);
  return tops;
}

//! z = a x + b y + c, as (a, b, c).
using Plane = Eigen::Vector3d;

double height_above(const Plane& plane, const HighPoint& top) {
  return top.point.z() - plane.dot(Eigen::Vector3d(top.point.x(), top.point.y(), 1));
}

//! Moves the plane so that it lies near most tops and below few of them.
Plane settled(Plane plane, const std::vector<HighPoint>& tops, double reach_mm) {
  for (int round = 0; round < 30; ++round) {
    Eigen::Matrix3d a = 1e-3 * Eigen::Matrix3d::Identity();
    Eigen::Vector3d b = Eigen::Vector3d::Zero();
    const double soft = std::max(tuning.arch.least_reach_mm, reach_mm - 0.3 * round);
    for (const HighPoint& t : tops) {
      const Eigen::Vector3d row(t.point.x(), t.point.y(), 1);
      const double r = height_above(plane, t);
      const double w = t.weight * (r > 0 ? tuning.arch.above_weight : 1.0 / (1 + std::pow(r / soft, 4)));
      a += w * row * row.transpose();
      b += w * t.point.z() * row;
    }
    plane = solve_symmetric(a, b);
  }
  return plane;
}

//! Weight of the tops near the plane, minus a penalty for those above it.
double support(const Plane& plane, const std::vector<HighPoint>& tops) {
  double sum = 0;
  for (const HighPoint& t : tops) {
    const double r = height_above(plane, t) / tuning.arch.support_mm;
    sum += t.weight * (std::exp(-r * r) - (r > 0 ? tuning.arch.support_above * std::min(1.0, r * r) : 0));
  }
  return sum;
}

//! A horizontal plane above most tops.
Plane level_over(const std::vector<HighPoint>& tops) {
  std::vector<double> heights;
  for (const HighPoint& t : tops) heights.push_back(t.point.z());
  const auto most =
      static_cast<std::size_t>(tuning.arch.level_share * static_cast<double>(heights.size() - 1));
  return {0, 0, nth_smallest(heights, most)};
}

Plane upper_plane(const std::vector<HighPoint>& tops) {
  return settled(level_over(tops), tops, tuning.arch.first_reach_mm);
}

//! Planes that lie near many tops; the one found from a horizontal start comes first. Other starts are needed
//! because cheek, instruments or the walls of bases may hold the first plane off the teeth on one side.
std::vector<Plane> upper_planes(const std::vector<HighPoint>& tops) {
  const double slope = tuning.arch.plane_slope;
  const Plane level = level_over(tops);
  std::vector<Plane> planes = {upper_plane(tops)};
  const double enough = tuning.arch.plane_share * support(planes[0], tops);
  for (const double across : {-slope, 0.0, slope}) {
    for (const double along : {-slope, 0.0, slope}) {
      const Plane plane = settled(Plane(across, along, level.z()), tops, tuning.arch.other_reach_mm);
      const bool known = std::any_of(planes.begin(), planes.end(), [&](const Plane& p) {
        return (p - plane).head<2>().norm() < tuning.arch.plane_difference;
      });
      if (!known && support(plane, tops) > enough) planes.push_back(plane);
    }
  }
  return planes;
}

//! Radius as a polynomial of the angle.
struct PolarCurve {
  Eigen::VectorXd coefficients;
  double first = 0, last = 0;
  [[nodiscard]] double radius(double angle) const {
    double r = 0;
    for (Eigen::Index i = coefficients.size(); i-- > 0;) r = r * angle + coefficients[i];
    return r;
  }
};

PolarCurve fit_polar(const std::vector<Eigen::Vector2d>& points, const std::vector<double>& weights) {
  PolarCurve curve;
  std::vector<double> angle, radius;
  for (const Eigen::Vector2d& p : points) {
    angle.push_back(std::atan2(p.x(), p.y()));
    radius.push_back(p.norm());
  }
  std::vector<double> sorted = angle;
  std::sort(sorted.begin(), sorted.end());
  curve.first = sorted[sorted.size() / 100];
  curve.last = sorted[sorted.size() - 1 - sorted.size() / 100];
  const double range = curve.last - curve.first;
  const int terms = range > 3.5 ? 7 : range > 2 ? 5 : 4;
  curve.coefficients = Eigen::VectorXd::Zero(terms);
  std::vector<double> own = weights;
  for (int round = 0; round < 15; ++round) {
    Eigen::MatrixXd a = 1e-6 * Eigen::MatrixXd::Identity(terms, terms);
    Eigen::VectorXd b = Eigen::VectorXd::Zero(terms);
    for (std::size_t i = 0; i < points.size(); ++i) {
      Eigen::VectorXd row(terms);
      row[0] = 1;
      for (int k = 1; k < terms; ++k) row[k] = row[k - 1] * angle[i];
      a += own[i] * row * row.transpose();
      b += own[i] * radius[i] * row;
    }
    curve.coefficients = solve_symmetric(a, b);
    for (std::size_t i = 0; i < points.size(); ++i) {
      const double r = (radius[i] - curve.radius(angle[i])) / tuning.arch.polar_mm;
      own[i] = weights[i] / ((1 + r * r) * (1 + r * r));
    }
  }
  return curve;
}

std::vector<Eigen::Vector2d> resampled(const std::vector<Eigen::Vector2d>& points, double step) {
  std::vector<Eigen::Vector2d> out{points.front()};
  double rest = step;
  for (std::size_t i = 0; i + 1 < points.size(); ++i) {
    const double length = (points[i + 1] - points[i]).norm();
    double at = rest;
    while (at <= length) {
      out.push_back(points[i] + at / length * (points[i + 1] - points[i]));
      at += step;
    }
    rest = at - length;
  }
  return out;
}

//! Straightens both ends of the path. Its last millimetres run over gum, where the middle of
//! the crowns is poorly defined.
void straighten_ends(ArchPath& arch) {
  constexpr std::size_t trimmed = 14, chord = 24, longer = 28;  // steps of half a millimetre
  if (arch.points.size() < 2 * trimmed + chord + 2) return;
  const std::vector<Eigen::Vector2d> kept(arch.points.begin() + trimmed, arch.points.end() - trimmed);
  const Eigen::Vector2d behind = (kept.front() - kept[chord]).normalized();
  const Eigen::Vector2d ahead = (kept.back() - kept[kept.size() - 1 - chord]).normalized();
  arch.points.clear();
  for (std::size_t i = longer; i > 0; --i)
    arch.points.push_back(kept.front() + static_cast<double>(i) * arch.step_mm * behind);
  arch.points.insert(arch.points.end(), kept.begin(), kept.end());
  for (std::size_t i = 1; i <= longer; ++i)
    arch.points.push_back(kept.back() + static_cast<double>(i) * arch.step_mm * ahead);
}

//! Moves the path across itself by a local linear regression over about 5 mm. Points
//! are given as (along, across).
void move_across(ArchPath& arch, const std::vector<Eigen::Vector2d>& middles, double inertia) {
  const std::size_t n = arch.points.size();
  std::vector<Eigen::Vector2d> moved = arch.points;
  for (std::size_t i = 0; i < n; ++i) {
    Eigen::Matrix2d a;
    a << inertia, 0, 0, 200 * inertia;
    Eigen::Vector2d b = Eigen::Vector2d::Zero();
    for (const Eigen::Vector2d& m : middles) {
      const double d = m.x() - static_cast<double>(i) * arch.step_mm;
      const double w = std::exp(-0.5 * d * d / (tuning.arch.smoothing_mm * tuning.arch.smoothing_mm));
      a(0, 0) += w;
      a(0, 1) += w * d;
      a(1, 0) += w * d;
      a(1, 1) += w * d * d;
      b += w * m.y() * Eigen::Vector2d(1, d);
    }
    const Eigen::Vector2d along =
        (arch.points[std::min(i + 1, n - 1)] - arch.points[i == 0 ? 0 : i - 1]).normalized();
    moved[i] += solve_symmetric(a, b)[0] * Eigen::Vector2d(-along.y(), along.x());
  }
  arch.points = resampled(moved, arch.step_mm);
}

//! Vertices on cusps, edges and necks, which are strongly curved, away from the margin.
std::vector<Eigen::Vector3d> bent_vertices(const TriangleMesh& mesh, const SurfaceShape& shape) {
  std::vector<Eigen::Vector3d> bent;
  for (std::size_t v = 0; v < mesh.vertices.size(); ++v)
    if (!shape.near_margin[v] && shape.curvature[v].norm() >= tuning.arch.bent)
      bent.push_back(mesh.vertices[v]);
  return bent;
}

//! Moves the path sideways to the middle of the crowns.
void recentre(ArchPath& arch, const std::vector<Eigen::Vector3d>& bent) {
  const std::size_t n = arch.points.size();
  if (n < 8) return;
  struct Top {
    double along, across, height;
  };
  std::vector<Top> tops;
  std::vector<double> highest(n, -1e9);
  const ArchPlaces place(arch);
  for (const Eigen::Vector3d& vertex : bent) {
    if (arch.up.dot(vertex - arch.origin) > tuning.arch.stray_height_mm) continue;
    const ArchPoint p = place(vertex);
    if (std::abs(p.across_mm) > tuning.arch.beside_mm || p.along_mm < 0 || p.along_mm > arch.length_mm())
      continue;
    const auto c = static_cast<std::size_t>(p.along_mm / arch.step_mm);
    highest[c] = std::max(highest[c], p.height_mm);
    tops.push_back({p.along_mm, p.across_mm, p.height_mm});
  }
  std::vector<double> least(n, 1e9), most(n, -1e9);
  for (const Top& t : tops) {
    const auto c = static_cast<std::size_t>(t.along / arch.step_mm);
    double high = -1e9;
    for (std::size_t k = c < 3 ? 0 : c - 3; k <= std::min(n - 1, c + 3); ++k)
      high = std::max(high, highest[k]);
    if (t.height < high - tuning.arch.below_top_mm) continue;
    least[c] = std::min(least[c], t.across);
    most[c] = std::max(most[c], t.across);
  }
  std::vector<Eigen::Vector2d> middles;
  for (std::size_t c = 0; c < n; ++c) {
    if (least[c] <= most[c])
      middles.push_back({static_cast<double>(c) * arch.step_mm, 0.5 * (least[c] + most[c])});
  }
  move_across(arch, middles, tuning.arch.inertia);
}

std::vector<Eigen::Vector3d> local_points(const TriangleMesh& mesh, const Frame& frame) {
  std::vector<Eigen::Vector3d> local(mesh.vertices.size());
  for (std::size_t v = 0; v < local.size(); ++v) local[v] = frame.local(mesh.vertices[v]);
  return local;
}

//! The frame turned into the given plane.
Frame on_plane(const Frame& frame, const Plane& plane, const Eigen::Vector3d& hint) {
  const Eigen::Vector3d up = (frame.up - plane.x() * frame.right - plane.y() * frame.front).normalized();
  return frame_along(frame.origin + plane.z() * frame.up, up, hint);
}

//! The arch whose crowns lie near the occlusal plane of the frame.
ArchPath arch_on(const Frame& frame, const TriangleMesh& mesh, const SurfaceShape& shape,
                 const std::vector<Eigen::Vector3d>& bent) {
  ArchPath arch{.origin = frame.origin,
                .up = frame.up,
                .right = frame.right,
                .front = frame.front,
                .points = {},
                .step_mm = 0.5};
  std::vector<Eigen::Vector2d> crown;
  std::vector<double> weight;
  for (const HighPoint& t : convex_tops(local_points(mesh, frame), shape, frame.up)) {
    if (t.point.z() < -tuning.arch.tops_below_mm) continue;
    crown.push_back(t.point.head<2>());
    weight.push_back(t.weight);
  }
  if (crown.size() < 8) return arch;
  Circle circle = fit_circle(crown, weight);
  std::vector<double> own = weight;
  for (int round = 0; round < 8; ++round) {
    for (std::size_t i = 0; i < crown.size(); ++i) {
      const double r = ((crown[i] - circle.centre).norm() - circle.radius) / tuning.arch.circle_mm;
      own[i] = weight[i] / (1 + r * r);
    }
    circle = fit_circle(crown, own);
  }
  // The front is the direction from the circle's centre to the arch; the opening of the arch is at the back.
  Eigen::Vector2d front = Eigen::Vector2d::Zero();
  for (std::size_t i = 0; i < crown.size(); ++i) front += own[i] * (crown[i] - circle.centre).normalized();
  const Eigen::Vector3d front_scan = (front.x() * frame.right + front.y() * frame.front).normalized();
  const Eigen::Vector3d middle =
      frame.origin + circle.centre.x() * frame.right + circle.centre.y() * frame.front;
  const Frame turned = frame_along(middle, frame.up, front_scan);
  for (Eigen::Vector2d& p : crown) {
    const Eigen::Vector3d scan = p.x() * frame.right + p.y() * frame.front + frame.origin - middle;
    p = {turned.right.dot(scan), turned.front.dot(scan)};
  }
  arch.origin = turned.origin;
  arch.right = turned.right;
  arch.front = turned.front;
  const PolarCurve curve = fit_polar(crown, weight);
  const auto point_at = [&](double angle) {
    return Eigen::Vector2d(curve.radius(angle) * Eigen::Vector2d(std::sin(angle), std::cos(angle)));
  };
  std::vector<Eigen::Vector2d> path;
  for (int i = 0; i <= 200; ++i)
    path.push_back(point_at(curve.first + (curve.last - curve.first) * i / 200.0));
  arch.points = resampled(path, arch.step_mm);
  for (int round = 0; round < 3; ++round) recentre(arch, bent);
  straighten_ends(arch);
  return arch;
}

constexpr std::size_t fewest_tops = 8;  //!< an arch with fewer tops is not used

//! A frame at the middle of the surface. Its direction in the occlusal plane is arbitrary until the
//! arch shows where its front is.
Frame first_frame(const Spread& spread, const Eigen::Vector3d& up) {
  const bool widest_is_up = std::abs(spread.axes.col(2).dot(up)) > 0.8;
  return frame_along(spread.centre, up, spread.axes.col(widest_is_up ? 1 : 2));
}

}  // namespace

Eigen::Vector3d side_seen(const SurfaceShape& shape) {
  Eigen::Vector3d normals = Eigen::Vector3d::Zero();
  for (std::size_t v = 0; v < shape.normal.size(); ++v) normals += shape.area_mm2[v] * shape.normal[v];
  return normals.normalized();
}

std::vector<Eigen::Vector3d> sides_of_solid(const TriangleMesh& mesh, const SurfaceShape& shape) {
  const Spread spread = spread_of(mesh, shape);
  std::vector<Eigen::Vector3d> sides;
  for (int axis = 0; axis < 3; ++axis) {
    if (spread.mm2[axis] > tuning.arch.thin * spread.mm2[0]) break;
    sides.push_back(spread.axes.col(axis));
    sides.push_back(-spread.axes.col(axis));
  }
  return sides;
}

std::vector<ArchPath> find_arches(const TriangleMesh& mesh, const SurfaceShape& shape,
                                  const Eigen::Vector3d& up) {
  const Frame first = first_frame(spread_of(mesh, shape), up);
  const Eigen::Vector3d widest = first.front;
  const auto tops_in = [&](const Frame& frame) {
    return convex_tops(local_points(mesh, frame), shape, frame.up);
  };
  const std::vector<HighPoint> first_tops = tops_in(first);
  if (first_tops.size() < fewest_tops) return {};
  const std::vector<Eigen::Vector3d> bent = bent_vertices(mesh, shape);
  std::vector<ArchPath> arches;
  for (const Plane& plane : upper_planes(first_tops)) {
    Frame frame = on_plane(first, plane, widest);
    for (int round = 0; round < 3; ++round) {
      const std::vector<HighPoint> tops = tops_in(frame);
      if (tops.size() < fewest_tops) break;
      frame = on_plane(frame, upper_plane(tops), widest);
    }
    arches.push_back(arch_on(frame, mesh, shape, bent));
  }
  return arches;
}

std::vector<ArchPath> tilted_arches(const TriangleMesh& mesh, const SurfaceShape& shape,
                                    const Eigen::Vector3d& up, double tilt_rad, const Progress& progress) {
  const Spread spread = spread_of(mesh, shape);
  const Frame level = first_frame(spread, up);
  const double cos = std::cos(tilt_rad), sin = std::sin(tilt_rad);
  std::vector<Frame> planes;
  for (const Eigen::Vector3d& own_up :
       {up, Eigen::Vector3d(cos * up + sin * level.right), Eigen::Vector3d(cos * up - sin * level.right),
        Eigen::Vector3d(cos * up + sin * level.front), Eigen::Vector3d(cos * up - sin * level.front)}) {
    Frame frame = first_frame(spread, own_up);
    const std::vector<HighPoint> tops = convex_tops(local_points(mesh, frame), shape, frame.up);
    if (tops.size() < fewest_tops) continue;
    frame.origin += level_over(tops).z() * frame.up;
    for (const double lower_mm : tuning.arch.tilt_heights_mm) {
      planes.push_back(frame);
      planes.back().origin -= lower_mm * frame.up;
    }
  }
  const std::vector<Eigen::Vector3d> bent = bent_vertices(mesh, shape);
  std::vector<ArchPath> arches(planes.size());
  SharedProgress shared(progress, planes.size());
  for_all(std::size_t{0}, planes.size(), [&](std::size_t i) {
    arches[i] = arch_on(planes[i], mesh, shape, bent);
    shared.part_is_done();
  });
  return arches;
}

}  // namespace intercusp
