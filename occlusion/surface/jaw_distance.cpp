#include "occlusion/surface/jaw_distance.h"

#include <tbb/parallel_invoke.h>

#include <cmath>
#include <limits>
#include <stdexcept>

namespace intercusp {
namespace {

//! Nearer than this a point is on the surface and has no side: twice what InsideTest cannot tell.
constexpr double on_surface_mm = 2e-9;

//! How far from the surface its side is asked.
constexpr double beside_mm = 1e-6;

//! Readings nearby may have been kept as floats: half a unit in the last place of up to 160 mm.
constexpr double rounding_mm = 1e-5;

}  // namespace

JawDistance::JawDistance(std::shared_ptr<const Solid> jaw)
    : jaw_(std::move(jaw)), anatomy_(jaw_->mesh, jaw_->anatomy_faces), whole_(jaw_->mesh), rim_(*jaw_) {}

std::optional<JawReading> JawDistance::at(const Eigen::Vector3d& point,
                                          std::optional<std::uint32_t> guess) const {
  const auto closest = anatomy_.within(point, std::numeric_limits<double>::max(), guess);
  if (!closest) return std::nullopt;
  JawReading reading{.distance_mm = closest->distance_mm, .face = closest->face};
  const std::optional<bool> inside = whole_.inside(point);
  reading.decided = inside.has_value() || closest->distance_mm <= on_surface_mm;
  if (inside.value_or(false)) reading.distance_mm = -reading.distance_mm;
  if (is_closed_by_import()) look_for_closure(point, inside, reading);
  return reading;
}

std::optional<JawReading> JawDistance::at(const Eigen::Vector3d& point, const NearbyReading& nearby) const {
  const double apart = (point - nearby.point).norm();
  const bool same_side = nearby.reading.decided && !is_closed_by_import() &&
                         std::abs(nearby.reading.distance_mm) > apart + rounding_mm;
  if (!same_side) return at(point, nearby.reading.face);
  const auto closest = anatomy_.within(point, std::numeric_limits<double>::max(), nearby.reading.face);
  const bool inside = nearby.reading.distance_mm < 0;
  return JawReading{.distance_mm = inside ? -closest->distance_mm : closest->distance_mm,
                    .face = closest->face};
}

void JawDistance::look_for_closure(const Eigen::Vector3d& point, std::optional<bool> inside,
                                   JawReading& reading) const {
  const Face& face = jaw_->mesh.faces[reading.face];
  const auto& vertices = jaw_->mesh.vertices;
  const ClosestOnTriangle there =
      closest_on_triangle(point, vertices[face[0]], vertices[face[1]], vertices[face[2]]);
  reading.at_rim = rim_.holds(face, there.part);
  const double distance_mm = std::abs(reading.distance_mm);
  if (!reading.decided || reading.at_rim || distance_mm <= 2 * beside_mm) return;
  // No anatomy lies between the point and its closest: a side that changes on the way is the closure's.
  const Eigen::Vector3d beside = there.point + beside_mm / distance_mm * (point - there.point);
  reading.decided = whole_.inside(beside) == inside;
}

PreparedJaws prepare_jaws(const Bite& bite) {
  if (!bite.upper || !bite.lower) throw std::invalid_argument("surface distance needs both jaws");
  std::optional<JawDistance> upper, lower;
  tbb::parallel_invoke([&] { upper.emplace(bite.upper); }, [&] { lower.emplace(bite.lower); });
  return {.upper = std::move(*upper), .lower = std::move(*lower)};
}

}  // namespace intercusp
