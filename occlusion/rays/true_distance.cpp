#include "occlusion/rays/true_distance.h"

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <cmath>
#include <stdexcept>

#include "occlusion/projection/viewed_mesh.h"

namespace intercusp {
TrueDistance::TrueDistance(std::shared_ptr<const Solid> upper, std::shared_ptr<const Solid> lower)
    : upper_(std::move(upper)),
      lower_(std::move(lower)),
      upper_points_(upper_->mesh, upper_->anatomy_faces) {}

const std::vector<float>& TrueDistance::compute(const ClearanceMap& map,
                                                const Eigen::Isometry3d& upper_from_lower, double radius_mm) {
  if (map.frame.projection.kind() != Projection::Kind::orthographic) {
    throw std::invalid_argument("true distances need an orthographic map");
  }
  const PixelGrid& grid = map.frame.grid;
  const ViewedMesh lower(*lower_, upper_from_lower, map.frame.projection);
  distance_mm_.assign(grid.size(), no_clearance);
  tbb::parallel_for(0, grid.height, [&](int row) {
    std::optional<std::uint32_t> closest;  // of the pixel before: the next is seldom far from it
    for (int column = 0; column < grid.width; ++column) {
      const std::size_t pixel = grid.index(column, row);
      const float clearance = map.clearance_mm[pixel];
      if (!(clearance <= radius_mm) || map.lower_face[pixel] == no_face) continue;
      const Eigen::Vector2d uv = grid.centre(column, row);
      const Corners face = lower.corners(static_cast<std::size_t>(map.lower_face[pixel]));
      const Eigen::Vector3d point = map.frame.case_point(column, row, plane_depth(face, uv.x(), uv.y(), 0));
      // An upper face that bounds the gap or overlap is no further than along the line, but for roundings.
      const bool bounded = map.upper_face[pixel] != no_face;
      const double farthest = bounded ? std::abs(static_cast<double>(clearance)) + 1e-3 : radius_mm;
      const std::optional<ClosestPoint> found = upper_points_.within(point, farthest, closest);
      if (!found) continue;
      closest = found->face;
      const bool inside = map.state[pixel] == PixelState::interfering;
      distance_mm_[pixel] = static_cast<float>(inside ? -found->distance_mm : found->distance_mm);
    }
  });
  return distance_mm_;
}

}  // namespace intercusp
