#include "bench/bench_case.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <memory>

#include "datasets/dentition.h"
#include "io/case/import_jaw.h"
#include "io/mesh/repair/make_solid.h"
#include "occlusion/case/anatomy.h"
#include "occlusion/directions/choose_projection.h"
#include "occlusion/engines/compute_map.h"
#include "occlusion/engines/zlist/zlist_engine.h"
#include "occlusion/maps/clearance_map.h"
#include "occlusion/view/measured_poses.h"

namespace intercusp::bench {
namespace {

std::shared_ptr<const Solid> closed(const LabelledMesh& jaw) {
  RawMesh raw;
  raw.vertices = jaw.mesh.vertices;
  raw.faces = jaw.mesh.faces;
  raw.labels = jaw.labels;
  return std::make_shared<const Solid>(make_solid(raw).solid);
}

//! The poses are relative to the registered bite, whose clearance comes from the map itself.
BenchCase with_poses(const Bite& bite, const Eigen::Isometry3d& view_from_case) {
  BenchCase result{
      .bite = bite, .view_from_case = view_from_case, .poses = {}, .far_apart = bite.upper_from_lower};
  const ClearanceMap map =
      compute_map(bite, window_of(result, 512), {.kind = EngineKind::zlist, .live = true});
  result.poses = measured_poses(bite, view_from_case, static_cast<double>(least_clearance(map.clearance_mm)));
  const Eigen::Vector3d pi = view_from_case.linear().row(2).transpose();
  result.far_apart = Eigen::Isometry3d(Eigen::Translation3d(-30 * pi) * result.poses.front());
  return result;
}

Bounds projected(const Solid& solid, const Eigen::Isometry3d& view_from_solid) {
  Bounds bounds;
  for (const Eigen::Vector3d& vertex : solid.mesh.vertices) bounds.add(view_from_solid * vertex);
  return bounds;
}

//! Width and height close to the rectangle's shape, with a number of pixels as close to side² as possible.
std::pair<int, int> pixels_of(const Eigen::Vector2d& size_mm, int side) {
  const double wanted = static_cast<double>(side) * side;
  const double width = side * std::sqrt(size_mm.x() / size_mm.y());
  std::pair<int, int> best{1, 1};
  double best_miss = std::numeric_limits<double>::infinity();
  for (int w = static_cast<int>(0.98 * width); w <= static_cast<int>(1.02 * width) + 1; ++w) {
    const int h = static_cast<int>(std::lround(wanted / std::max(w, 1)));
    const double miss = std::abs(static_cast<double>(w) * h - wanted);
    if (miss < best_miss) {
      best = {w, h};
      best_miss = miss;
    }
  }
  return best;
}

}  // namespace

double closed_to_mm(std::size_t pose_index) { return 3.0 - 0.4 * static_cast<double>(pose_index); }

BenchCase generated_case(std::size_t triangles) {
  const Dentition dentition = make_dentition({.triangles = triangles});
  Bite bite;
  bite.upper = closed(dentition.upper);
  bite.lower = closed(dentition.lower);
  return with_poses(bite, orthographic({0, 0, 1}));
}

BenchCase scanned_case(const std::string& upper_file, const std::string& lower_file) {
  Bite bite;
  bite.upper = import_jaw(upper_file, Jaw::upper).solid;
  bite.lower = import_jaw(lower_file, Jaw::lower).solid;
  ZListEngine items(bite.upper, bite.lower, {.facing_only = true});
  return with_poses(bite, choose_projection(bite, std::nullopt, find_anatomy(bite).axes, items));
}

View window_of(const BenchCase& bench_case, int side) {
  const Eigen::Isometry3d view = bench_case.view_from_case;
  const Bounds upper = projected(*bench_case.bite.upper, view);
  const Bounds lower = projected(*bench_case.bite.lower, view * bench_case.bite.upper_from_lower);
  const Eigen::Vector2d min = upper.min.cwiseMax(lower.min).head<2>();
  const Eigen::Vector2d max = upper.max.cwiseMin(lower.max).head<2>();
  const Eigen::Vector2d size = (max - min).cwiseMax(1e-6);
  const auto [width, height] = pixels_of(size, side);
  // One pixel of margin on each side, like fit_view.
  const double pixel_mm = std::max(size.x() / std::max(width - 2, 1), size.y() / std::max(height - 2, 1));
  const Eigen::Vector2d corner = 0.5 * (min + max) - 0.5 * pixel_mm * Eigen::Vector2d(width, height);
  return {bench_case.view_from_case,
          {.u0_mm = corner.x(), .v0_mm = corner.y(), .pixel_mm = pixel_mm, .width = width, .height = height}};
}

}  // namespace intercusp::bench
