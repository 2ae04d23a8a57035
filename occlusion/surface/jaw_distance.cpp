#include "occlusion/surface/jaw_distance.h"

#include <tbb/parallel_invoke.h>

#include <limits>
#include <stdexcept>

namespace intercusp {
namespace {

//! Nearer than this a point is on the surface and has no side: twice what InsideTest cannot tell.
constexpr double on_surface_mm = 2e-9;

//! How far from the surface its side is asked.
constexpr double beside_mm = 1e-6;

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
  if (jaw_->anatomy_faces == jaw_->mesh.faces.size()) return reading;

  const Face& face = jaw_->mesh.faces[closest->face];
  const auto& vertices = jaw_->mesh.vertices;
  const ClosestOnTriangle there =
      closest_on_triangle(point, vertices[face[0]], vertices[face[1]], vertices[face[2]]);
  reading.at_rim = rim_.holds(face, there.part);
  if (reading.decided && !reading.at_rim && closest->distance_mm > 2 * beside_mm) {
    // No anatomy lies between the point and its closest: a side that changes on the way is the closure's.
    const Eigen::Vector3d beside = there.point + beside_mm / closest->distance_mm * (point - there.point);
    reading.decided = whole_.inside(beside) == inside;
  }
  return reading;
}

PreparedJaws prepare_jaws(const Bite& bite) {
  if (!bite.upper || !bite.lower) throw std::invalid_argument("surface distance needs both jaws");
  std::optional<JawDistance> upper, lower;
  tbb::parallel_invoke([&] { upper.emplace(bite.upper); }, [&] { lower.emplace(bite.lower); });
  return {.upper = std::move(*upper), .lower = std::move(*lower)};
}

}  // namespace intercusp
