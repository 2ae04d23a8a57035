// Slabs one above the other, and a view along z, for the tests of the ray engine.
#pragma once

#include <Eigen/Geometry>
#include <initializer_list>
#include <memory>
#include <utility>

#include "occlusion/engines/rays/ray_engine.h"
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
