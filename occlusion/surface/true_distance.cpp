#include "occlusion/surface/true_distance.h"

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <cmath>
#include <limits>
#include <stdexcept>

#include "occlusion/projection/viewed_mesh.h"

namespace intercusp {
TrueDistance::Closure::Closure(const Solid& upper) : added(upper), inside(upper.mesh), rim(upper) {}

TrueDistance::TrueDistance(std::shared_ptr<const Solid> upper, std::shared_ptr<const Solid> lower)
    : upper_(std::move(upper)),
      lower_(std::move(lower)),
      upper_points_(upper_->mesh, upper_->anatomy_faces),
      closure_(upper_->anatomy_faces < upper_->mesh.faces.size() ? std::make_unique<const Closure>(*upper_)
                                                                 : nullptr) {}

DistanceMark TrueDistance::mark_of(const Eigen::Vector3d& point, const ClosestPoint& closest,
                                   bool inside) const {
  if (!closure_) return DistanceMark::certain;
  const Face& face = upper_->mesh.faces[closest.face];
  const auto& vertices = upper_->mesh.vertices;
  const ClosestOnTriangle there =
      closest_on_triangle(point, vertices[face[0]], vertices[face[1]], vertices[face[2]]);
  if (closure_->rim.holds(face, there.part)) return DistanceMark::at_rim;
  // No anatomy lies between the point and its closest: a side that changes on the way is the closure's, and
  // the closure can only be there if it is nearer.
  if (!closure_->added.is_within(point, closest.distance_mm)) return DistanceMark::certain;
  constexpr double beside_mm = 1e-6;
  if (closest.distance_mm <= 2 * beside_mm) return DistanceMark::certain;
  const Eigen::Vector3d beside = there.point + beside_mm / closest.distance_mm * (point - there.point);
  return closure_->inside.inside(beside) == inside ? DistanceMark::certain : DistanceMark::undecided;
}

const TrueDistances& TrueDistance::compute(const ClearanceMap& map, const Eigen::Isometry3d& upper_from_lower,
                                           double radius_mm) {
  if (map.frame.projection.kind() != Projection::Kind::orthographic) {
    throw std::invalid_argument("true distances need an orthographic map");
  }
  const PixelGrid& grid = map.frame.grid;
  const ViewedMesh lower(*lower_, upper_from_lower, map.frame.projection);
  distances_.mm.assign(grid.size(), no_clearance);
  distances_.mark.assign(grid.size(), DistanceMark::none);
  tbb::parallel_for(0, grid.height, [&](int row) {
    std::optional<std::uint32_t> guess;  // the closest of the pixel before: the next is seldom far from it
    for (int column = 0; column < grid.width; ++column) {
      const std::size_t pixel = grid.index(column, row);
      const float clearance = map.clearance_mm[pixel];
      if (!(clearance <= radius_mm) || map.lower_face[pixel] == no_face) continue;
      const Eigen::Vector2d uv = grid.centre(column, row);
      const Corners face = lower.corners(static_cast<std::size_t>(map.lower_face[pixel]));
      const Eigen::Vector3d point = map.frame.case_point(column, row, plane_depth(face, uv.x(), uv.y(), 0));
      // An upper face that bounds the gap or overlap is no further than along the line, but for roundings.
      const bool bounded = map.upper_face[pixel] != no_face;
      const double farthest =
          bounded ? std::abs(static_cast<double>(clearance)) + 1e-3 : std::numeric_limits<double>::max();
      const std::optional<ClosestPoint> found = upper_points_.within(point, farthest, guess);
      if (!found) continue;
      guess = found->face;
      const bool inside = clearance < 0;
      distances_.mark[pixel] = mark_of(point, *found, inside);
      if (distances_.mark[pixel] == DistanceMark::undecided) continue;
      distances_.mm[pixel] = static_cast<float>(inside ? -found->distance_mm : found->distance_mm);
    }
  });
  return distances_;
}

}  // namespace intercusp
