// Slabs one above the other, and a view along z, for the tests of the ray engine.
#pragma once

#include <Eigen/Geometry>
#include <initializer_list>
#include <memory>
#include <utility>
#include <vector>

#include "occlusion/engines/rays/line_reading.h"
#include "occlusion/engines/rays/ray_engine.h"
#include "occlusion/engines/rays/solid_lines.h"
#include "occlusion/geometry/shapes.h"
#include "occlusion/view/view.h"

namespace intercusp {

using Mesh = TriangleMesh;
inline const Eigen::Isometry3d at_rest = Eigen::Isometry3d::Identity();

inline Eigen::Isometry3d along_z() { return orthographic({0, 0, 1}); }

inline View window(double u0, double v0, double pixel, int width, int height,
                   const Eigen::Isometry3d& view_from_case = along_z()) {
  return {view_from_case, {.u0_mm = u0, .v0_mm = v0, .pixel_mm = pixel, .width = width, .height = height}};
}

inline std::shared_ptr<const Solid> solid(Mesh mesh) {
  return std::make_shared<Solid>(solid_of(std::move(mesh)));
}

inline ClearanceMap map_of(const Mesh& upper, const Mesh& lower, const View& view,
                           const Eigen::Isometry3d& upper_from_lower = at_rest) {
  return RayEngine(solid(upper), solid(lower)).compute(view, upper_from_lower);
}

//! Lines of a map at rest, of either solid.
struct LineCounts {
  std::size_t reshot = 0;  //!< whose signs do not sum to zero, so that the engine shoots again beside them
  std::size_t inconsistent = 0;  //!< whose signs never sum to zero
};

inline LineCounts line_counts(const std::shared_ptr<const Solid>& upper,
                              const std::shared_ptr<const Solid>& lower, const View& view) {
  LineCounts counts;
  const Eigen::Isometry3d solid_from_view = view.view_from_case.inverse();
  for (const auto& each : {upper, lower}) {
    const rays::RayScene scene(each->mesh);
    const rays::SolidLines lines(each);
    std::vector<std::uint32_t> faces;
    for (int row = 0; row < view.grid.height; ++row) {
      for (int column = 0; column < view.grid.width; ++column) {
        const Eigen::Vector2d uv = view.grid.centre(column, row);
        const rays::Line line = rays::line_at(solid_from_view, uv.x(), uv.y());
        scene.faces_along(line, faces);
        counts.reshot += rays::read_line(each->mesh, line, faces, scene.reach_mm()).imbalance != 0;
        counts.inconsistent += lines.read(solid_from_view, uv.x(), uv.y(), faces).imbalance != 0;
      }
    }
  }
  return counts;
}

//! A slab of 10 × 10 mm.
inline Mesh slab(double bottom, double top) { return shapes::box({0, 0, bottom}, {10, 10, top}); }

inline Mesh joined(std::initializer_list<Mesh> parts) {
  Mesh whole;
  for (const Mesh& part : parts) append(whole, part);
  return whole;
}

//! The one pixel in the middle of the slabs, not on a diagonal.
inline PixelResult over_slabs(const std::shared_ptr<const Solid>& upper,
                              const std::shared_ptr<const Solid>& lower) {
  return RayEngine(upper, lower).at(along_z(), at_rest, 4.3, 5.1);
}
inline PixelResult over_slabs(const Mesh& upper, const Mesh& lower) {
  return over_slabs(solid(upper), solid(lower));
}

}  // namespace intercusp
