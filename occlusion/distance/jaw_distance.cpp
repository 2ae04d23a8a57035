#include "occlusion/distance/jaw_distance.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "occlusion/base/run_both.h"

namespace intercusp {
namespace {

//! A point nearer than this is on the surface and has no side. It is twice the distance that InsideTest
//! cannot resolve.
constexpr double on_surface_mm = 2e-9;

constexpr double anywhere_mm = std::numeric_limits<double>::max();

//! Distance from the surface at which its side is tested.
constexpr double beside_mm = 1e-6;

//! Readings nearby may have been stored as floats: half a unit in the last place for up to 160 mm.
constexpr double rounding_mm = 1e-5;

}  // namespace

JawDistance::JawDistance(std::shared_ptr<const Solid> jaw)
    : jaw_(std::move(jaw)),
      whole_(jaw_->mesh),
      rim_(*jaw_),
      closure_(*jaw_),
      anatomy_(jaw_->mesh, jaw_->anatomy_faces) {}

std::optional<JawReading> JawDistance::at(const Eigen::Vector3d& point,
                                          std::optional<std::uint32_t> guess) const {
  const auto found = closest(point, anywhere_mm, guess);
  if (!found) return std::nullopt;
  return at(point, *found, std::nullopt);
}

JawReading JawDistance::at(const Eigen::Vector3d& point, const ClosestPoint& closest,
                           const std::optional<NearbyReading>& nearby) const {
  // Every line from such a point passes a face too closely to decide the side, so none is traced.
  if (closest.distance_mm <= on_surface_mm) return reading_of(point, closest, std::nullopt);
  const bool same_side = nearby && is_same_side(point, closest.distance_mm, *nearby);
  return reading_of(point, closest, same_side ? nearby->reading.distance_mm < 0 : whole_.inside(point));
}

bool JawDistance::is_same_side(const Eigen::Vector3d& point, double distance_mm,
                               const NearbyReading& nearby) const {
  const double apart = (point - nearby.point).norm() + rounding_mm;
  return nearby.reading.decided && std::abs(nearby.reading.distance_mm) + distance_mm > apart &&
         !closure_.is_within(nearby.point, apart);
}

ClosestPoint JawDistance::on_face(const Eigen::Vector3d& point, std::uint32_t face) const {
  const auto& [a, b, c] = jaw_->mesh.faces[face];
  const auto& vertices = jaw_->mesh.vertices;
  return {.distance_mm = distance_to_triangle(point, vertices[a], vertices[b], vertices[c]), .face = face};
}

std::optional<ClosestPoint> JawDistance::closest(const Eigen::Vector3d& point, double radius_mm,
                                                 std::optional<std::uint32_t> guess) const {
  std::optional<ClosestPoint> best;
  if (guess) best = on_face(point, *guess);
  if (best && best->distance_mm > radius_mm) best.reset();
  NearPoints alone;
  alone.add(point, best ? best->distance_mm : radius_mm);
  return nearer(closest(alone)[0], best);
}

ClosestOfNear JawDistance::closest(const NearPoints& near) const {
  surface::PointGroup group;
  for (std::size_t lane = 0; lane < NearPoints::most; ++lane) {
    const std::size_t i = std::min(lane, near.count - 1);  // unused lanes repeat the last
    group.x[lane] = near.points[i].x();
    group.y[lane] = near.points[i].y();
    group.z[lane] = near.points[i].z();
    // A face exactly at the radius counts.
    const double reach = std::nextafter(near.radius_mm[i], std::numeric_limits<double>::infinity());
    group.squared[lane] = reach * reach;
    group.face[lane] = surface::no_closest;
  }
  anatomy_.search(group);
  ClosestOfNear found;
  for (std::size_t i = 0; i < near.count; ++i) {
    if (group.face[i] == surface::no_closest) continue;
    found[i] = on_face(near.points[i], static_cast<std::uint32_t>(group.face[i]));
  }
  return found;
}

JawReading JawDistance::reading_of(const Eigen::Vector3d& point, const ClosestPoint& closest,
                                   std::optional<bool> inside) const {
  JawReading reading{.distance_mm = inside.value_or(false) ? -closest.distance_mm : closest.distance_mm,
                     .face = closest.face,
                     .decided = inside.has_value() || closest.distance_mm <= on_surface_mm};
  if (jaw_->anatomy_faces == jaw_->mesh.faces.size()) return reading;
  const Face& face = jaw_->mesh.faces[closest.face];
  const auto& vertices = jaw_->mesh.vertices;
  const ClosestOnTriangle there =
      closest_on_triangle(point, vertices[face[0]], vertices[face[1]], vertices[face[2]]);
  reading.at_rim = rim_.holds(face, there.part);
  // No anatomy lies between the point and its closest point. If the side changes between them, the
  // closure is nearer.
  if (!reading.decided || reading.at_rim || closest.distance_mm <= 2 * beside_mm ||
      !closure_.is_within(point, closest.distance_mm)) {
    return reading;
  }
  const Eigen::Vector3d beside = there.point + beside_mm / closest.distance_mm * (point - there.point);
  reading.decided = whole_.inside(beside) == inside;
  return reading;
}

PreparedJaws prepare_jaws(const Bite& bite) {
  if (!bite.upper || !bite.lower) throw std::invalid_argument("surface distance needs both jaws");
  std::optional<JawDistance> upper, lower;
  run_both([&] { upper.emplace(bite.upper); }, [&] { lower.emplace(bite.lower); });
  return {.upper = std::move(*upper), .lower = std::move(*lower)};
}

}  // namespace intercusp
