// Two bodies, a view along z and a map, for all tests of the stencil engine.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "occlusion/engines/stencil/stencil_engine.h"
#include "occlusion/geometry/shapes.h"

namespace intercusp {

struct Scene {
  std::shared_ptr<const Solid> upper;
  std::shared_ptr<const Solid> lower;
  Eigen::Isometry3d pose = Eigen::Isometry3d::Identity();
  Eigen::Vector3d direction = Eigen::Vector3d::UnitZ();
  double pixel_mm = 0.1;

  [[nodiscard]] View view() const {
    return fit_view({upper, lower, pose}, orthographic(direction), pixel_mm);
  }
};

inline Scene scene_of(const TriangleMesh& upper, const TriangleMesh& lower) {
  return {.upper = std::make_shared<const Solid>(solid_of(upper)),
          .lower = std::make_shared<const Solid>(solid_of(lower))};
}

inline Eigen::Isometry3d shift(double x, double y, double z) {
  Eigen::Isometry3d pose = Eigen::Isometry3d::Identity();
  pose.translation() = Eigen::Vector3d(x, y, z);
  return pose;
}

//! Layers always, unless the options name a ray resolver; any message of OpenGL fails the test.
inline ClearanceMap map_of(const Scene& scene, const View& view, const StencilOptions& options = {}) {
  StencilEngine engine(scene.upper, scene.lower, options);
  ClearanceMap map = engine.compute(view, scene.pose);
  for (const std::string& message : engine.debug_messages()) ADD_FAILURE() << "OpenGL: " << message;
  return map;
}

inline ClearanceMap map_of(const Scene& scene, const StencilOptions& options = {}) {
  return map_of(scene, scene.view(), options);
}

//! The pixels that both jaws cover.
inline std::vector<std::size_t> common_pixels(const ClearanceMap& map) {
  std::vector<std::size_t> pixels;
  for (std::size_t i = 0; i < map.coverage.size(); ++i) {
    if (map.coverage[i] == Coverage::both) pixels.push_back(i);
  }
  return pixels;
}

//! The clearances are equal, NaN to NaN.
inline bool same_values(const std::vector<float>& a, const std::vector<float>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](float x, float y) { return x == y || (std::isnan(x) && std::isnan(y)); });
}

//! Tangent of a face's slope against the view.
inline double slope_of(const TriangleMesh& mesh, std::int32_t face, const Eigen::Vector3d& direction) {
  if (face == no_face) return 0;
  const Eigen::Vector3d normal = face_normal_twice_area(mesh, static_cast<std::size_t>(face)).normalized();
  const double cosine = std::abs(normal.dot(direction));
  return std::sqrt(1 - std::min(1.0, cosine * cosine)) / std::max(cosine, 1e-9);
}

//! Slabs [z, z + thickness] over the same square, one above the other.
inline TriangleMesh slabs(const std::vector<double>& bottoms, double thickness, double size = 1) {
  TriangleMesh stack;
  for (const double z : bottoms) append(stack, shapes::box({0, 0, z}, {size, size, z + thickness}));
  return stack;
}

//! A depth in these scenes: floats of coordinates below 32 mm and of depths below 64 mm.
constexpr double float_depth_mm = 2e-5;

//! Of a sphere of 5 mm with this many rings, whose middle is 6 mm from a plate, seen along z within 4 mm of its axis.
inline void expect_gap_of_sphere(const ClearanceMap& map, int rings) {
  // The mesh lies inside the sphere by at most this, radially; 4 mm off the axis the sphere's normal has a
  // cosine of 0.6 with z and a tangent of 4/3.
  const PixelGrid& grid = map.view.grid;
  const double sagitta_mm = 2 * 5 * (1 - std::cos(M_PI / (2 * rings)));
  const double bound_mm = sagitta_mm / 0.6 + grid.pixel_mm / 256 * 4 / 3 + float_depth_mm;
  int seen = 0;
  for (int row = 0; row < grid.height; ++row) {
    for (int column = 0; column < grid.width; ++column) {
      const Eigen::Vector2d centre = grid.centre(column, row);
      if (centre.norm() > 4) continue;
      ++seen;
      const double gap_mm = 6 - std::sqrt(25 - centre.squaredNorm());
      ASSERT_NEAR(map.clearance_mm[grid.index(column, row)], gap_mm, bound_mm);
    }
  }
  EXPECT_GT(seen, 4900);
}

}  // namespace intercusp
