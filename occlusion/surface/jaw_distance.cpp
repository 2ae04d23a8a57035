#include "occlusion/surface/jaw_distance.h"

#include <tbb/parallel_invoke.h>

#include <cmath>
#include <limits>
#include <stdexcept>

namespace intercusp {
namespace {

//! Nearer than this a point is on the surface and has no side: twice what InsideTest cannot tell.
constexpr double on_surface_mm = 2e-9;

constexpr double anywhere_mm = std::numeric_limits<double>::max();

//! How far from the surface its side is asked.
constexpr double beside_mm = 1e-6;

//! Readings nearby may have been kept as floats: half a unit in the last place of up to 160 mm.
constexpr double rounding_mm = 1e-5;

}  // namespace

JawDistance::JawDistance(std::shared_ptr<const Solid> jaw)
    : jaw_(std::move(jaw)),
      anatomy_(jaw_->mesh, jaw_->anatomy_faces),
      whole_(jaw_->mesh),
      rim_(*jaw_),
      closure_(*jaw_) {}

std::optional<JawReading> JawDistance::at(const Eigen::Vector3d& point,
                                          std::optional<std::uint32_t> guess) const {
  const auto closest = anatomy_.within(point, anywhere_mm, guess);
  if (!closest) return std::nullopt;
  return reading_of(point, *closest, whole_.inside(point));
}

std::optional<JawReading> JawDistance::at(const Eigen::Vector3d& point, const NearbyReading& nearby) const {
  if (!is_same_side(point, nearby)) return at(point, nearby.reading.face);
  const auto closest = anatomy_.within(point, anywhere_mm, nearby.reading.face);
  if (!closest) return std::nullopt;
  return reading_of(point, *closest, nearby.reading.distance_mm < 0);
}

bool JawDistance::is_same_side(const Eigen::Vector3d& point, const NearbyReading& nearby) const {
  const double apart = (point - nearby.point).norm() + rounding_mm;
  return nearby.reading.decided && std::abs(nearby.reading.distance_mm) > apart &&
         !closure_.is_within(nearby.point, apart);
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
  // No anatomy lies between the point and its closest: a side that changes on the way is the closure's, which
  // must then be nearer.
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
  tbb::parallel_invoke([&] { upper.emplace(bite.upper); }, [&] { lower.emplace(bite.lower); });
  return {.upper = std::move(*upper), .lower = std::move(*lower)};
}

}  // namespace intercusp
