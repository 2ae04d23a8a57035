#include "occlusion/rays/true_distance.h"

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace intercusp {
namespace {

//! The lower's faces as the lines of a map meet them.
class LowerSurface {
 public:
  LowerSurface(const TriangleMesh& mesh, const MapFrame& frame, const Eigen::Isometry3d& upper_from_lower)
      : mesh_(mesh),
        frame_(frame),
        view_from_lower_(frame.projection.view_from_case() * upper_from_lower),
        case_from_view_(frame.projection.view_from_case().inverse(Eigen::Isometry)) {}

  //! Where a pixel's line meets the plane of a face, held within the face's own range of depth; case frame.
  [[nodiscard]] Eigen::Vector3d point(int column, int row, std::int32_t face) const {
    const auto& [ia, ib, ic] = mesh_.faces[static_cast<std::size_t>(face)];
    const Eigen::Vector3d a = view_from_lower_ * mesh_.vertices[ia];
    const Eigen::Vector3d b = view_from_lower_ * mesh_.vertices[ib];
    const Eigen::Vector3d c = view_from_lower_ * mesh_.vertices[ic];
    const Eigen::Vector2d uv = frame_.grid.centre(column, row);
    const Eigen::Vector3d normal = (b - a).cross(c - a);
    const auto [low, high] = std::minmax({a.z(), b.z(), c.z()});
    const double climb = (normal.x() * (uv.x() - a.x()) + normal.y() * (uv.y() - a.y())) / normal.z();
    const double depth = normal.z() != 0 ? std::clamp(a.z() - climb, low, high) : 0.5 * (low + high);
    return case_from_view_ * Eigen::Vector3d(uv.x(), uv.y(), depth);
  }

 private:
  const TriangleMesh& mesh_;
  const MapFrame& frame_;
  Eigen::Isometry3d view_from_lower_, case_from_view_;
};

}  // namespace

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
  const LowerSurface lower(lower_->mesh, map.frame, upper_from_lower);
  distance_mm_.assign(grid.size(), no_clearance);
  tbb::parallel_for(0, grid.height, [&](int row) {
    std::optional<std::uint32_t> closest;  // of the pixel before: the next is seldom far from it
    for (int column = 0; column < grid.width; ++column) {
      const std::size_t pixel = grid.index(column, row);
      const float clearance = map.clearance_mm[pixel];
      if (!(clearance <= radius_mm) || map.lower_face[pixel] == no_face) continue;
      const Eigen::Vector3d point = lower.point(column, row, map.lower_face[pixel]);
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
