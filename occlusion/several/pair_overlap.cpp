#include "occlusion/several/pair_overlap.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <optional>

#include "occlusion/base/angles.h"
#include "occlusion/engines/rays/ray_engine.h"
#include "occlusion/maps/collision_zone.h"
#include "occlusion/maps/least_clearance.h"
#include "occlusion/several/stretch_overlap.h"
#include "occlusion/view/viewed_mesh.h"

namespace intercusp {
namespace {

//! What is looked at is this many pixels across where that is finer than the pixel asked for, so that the
//! place of a small overlap is looked at as closely as that of a large one …
constexpr double least_pixels_across = 32;
//! … but a long and thin one fewer, so that no more pixels are looked at than these.
constexpr double most_fine_pixels = 1 << 15;
//! Of a window …
constexpr double most_pixels = 1 << 20;
//! … and of one that only shall tell which axis is the best.
constexpr double most_coarse_pixels = 1 << 12;
//! Of a body: corners are snapped to parts of a pixel in whole numbers (zlist/kernels/kernels.h).
constexpr double most_pixels_of_a_body = 1e6;

//! Of what is drawn: the formula of a body has no pixels to fit in.
double drawn_extent(const SightedSolid& solid) { return solid.body ? 0 : solid.box.size().maxCoeff(); }

//! Along one direction after another over the same place.
class PairView {
 public:
  PairView(const SightedSolid& a, const SightedSolid& b, const Bounds& where, const OverlapOptions& options)
      : a_(a),
        b_(b),
        bite_{.upper = b.solid, .lower = a.solid},
        where_(where),
        options_(options),
        extent_mm_(std::max(drawn_extent(a), drawn_extent(b))) {
    const double tolerance_mm = options.depth_tolerance_mm;
    if (a.layers && b.layers)
      engine_ = std::make_unique<ZListEngine>(*b.layers, *a.layers,
                                              ZListOptions{.depth_tolerance_mm = tolerance_mm});
    if (a.rays && b.rays)
      engine_ = std::make_unique<RayEngine>(b.rays, a.rays, RayOptions{.depth_tolerance_mm = tolerance_mm});
  }

  //! Nothing where no overlap longer than the tolerance shows.
  std::optional<Look> look(const Eigen::Vector3d& direction, double most_window_pixels = most_pixels) {
    const View view = view_along(direction, most_window_pixels);
    return engine_ ? look_at_map(view, direction) : look_along_stretches(view);
  }

  //! The same place around its deepest point, where pixels are finer than what a body's curvature takes from a
  //! depth between them. For meshes one pixel is as good as the next.
  [[nodiscard]] Overlap look_closer(Overlap overlap) const {
    if (!a_.body && !b_.body) return overlap;
    constexpr double pixels_around = 2, times_finer = 8;
    const Eigen::Isometry3d view_from_case = orthographic(overlap.direction);
    const Eigen::Vector2d centre = (view_from_case * overlap.point).head<2>();
    const Eigen::Vector2d reach = Eigen::Vector2d::Constant(pixels_around * overlap.pixel_mm);
    const double pixel_mm = std::max(overlap.pixel_mm / times_finer, extent_mm_ / most_pixels_of_a_body);
    const std::optional<Look> closer =
        look_along_stretches(view_of_window(view_from_case, centre - reach, centre + reach, pixel_mm));
    if (!closer || closer->overlap.depth_mm <= overlap.depth_mm) return overlap;
    overlap.depth_mm = closer->overlap.depth_mm;
    overlap.point = closer->overlap.point;
    return overlap;
  }

 private:
  [[nodiscard]] std::optional<Look> look_along_stretches(const View& view) const {
    return intercusp::look_along_stretches(a_, b_, view, options_.depth_tolerance_mm);
  }

  std::optional<Look> look_at_map(const View& view, const Eigen::Vector3d& direction) {
    const ClearanceMap& map = engine_->compute(view, Eigen::Isometry3d::Identity());
    const auto deepest =
        std::find(map.clearance_mm.begin(), map.clearance_mm.end(), least_clearance(map.clearance_mm));
    if (deepest == map.clearance_mm.end() || !(-*deepest > options_.depth_tolerance_mm)) return std::nullopt;
    double length_sum = 0;
    for (const float overlap : map.overlap_mm) length_sum += static_cast<double>(overlap);
    const auto pixel = static_cast<std::size_t>(deepest - map.clearance_mm.begin());
    return Look{{.depth_mm = -static_cast<double>(*deepest),
                 .direction = direction,
                 .point = middle_of_overlap(map, pixel),
                 .volume_mm3 = length_sum * view.grid.pixel_area_mm2(),
                 .pixel_mm = view.grid.pixel_mm},
                collision_zone_normal(map, bite_, [&](std::size_t i) { return map.overlap_mm[i] > 0; })};
  }

  [[nodiscard]] View view_along(const Eigen::Vector3d& direction, double most_window_pixels) const {
    const Eigen::Isometry3d view_from_case = orthographic(direction);
    const Bounds seen = viewed_bounds(view_from_case, where_);
    const Eigen::Vector2d size = seen.size().head<2>();
    const double fine =
        std::max(size.minCoeff() / least_pixels_across, std::sqrt(size.prod() / most_fine_pixels));
    const double fitting = std::max(std::sqrt(size.prod() / most_window_pixels),
                                    std::max(size.maxCoeff(), extent_mm_) / most_pixels_of_a_body);
    const double pixel_mm = std::max(std::min(options_.pixel_mm, fine), fitting);
    return view_of_window(view_from_case, seen.min.head<2>(), seen.max.head<2>(), pixel_mm);
  }

  //! Halfway between the faces that bound it; from the one face where a solid holds the other at both ends.
  [[nodiscard]] Eigen::Vector3d middle_of_overlap(const ClearanceMap& map, std::size_t pixel) const {
    const PixelGrid& grid = map.view.grid;
    const int column = static_cast<int>(pixel % static_cast<std::size_t>(grid.width));
    const int row = static_cast<int>(pixel / static_cast<std::size_t>(grid.width));
    const Eigen::Vector2d centre = grid.centre(column, row);
    const auto depth_of = [&](const Solid& solid, std::int32_t face) {
      const ViewedMesh seen(solid, Eigen::Isometry3d::Identity(), map.view.view_from_case);
      return plane_depth(seen.corners(static_cast<std::size_t>(face)), centre.x(), centre.y(), 0);
    };
    const std::int32_t upper = map.upper_face[pixel], lower = map.lower_face[pixel];
    const double half_mm = -0.5 * static_cast<double>(map.clearance_mm[pixel]);
    // A solid that holds the other leaves this one's first face, or the lower's last (zlist/column.cpp).
    const double depth = lower == no_face ? depth_of(*bite_.upper, upper) + half_mm
                         : upper == no_face
                             ? depth_of(*bite_.lower, lower) - half_mm
                             : 0.5 * (depth_of(*bite_.upper, upper) + depth_of(*bite_.lower, lower));
    return map.view.case_point(column, row, depth);
  }

  const SightedSolid& a_;
  const SightedSolid& b_;
  Bite bite_;
  Bounds where_;
  OverlapOptions options_;
  double extent_mm_;
  std::unique_ptr<MapEngine> engine_;  //!< of two meshes
};

//! x, y and z, first the one along which the least is shared.
std::array<Eigen::Vector3d, 3> axes_by_thinness(const Bounds& where) {
  std::array<Eigen::Index, 3> axes = {0, 1, 2};
  const Eigen::Vector3d size = where.size();
  std::sort(axes.begin(), axes.end(), [&](Eigen::Index a, Eigen::Index b) { return size[a] < size[b]; });
  return {Eigen::Vector3d::Unit(axes[0]), Eigen::Vector3d::Unit(axes[1]), Eigen::Vector3d::Unit(axes[2])};
}

//! What the axes show.
struct AxisLooks {
  std::optional<Look> least;  //!< where the depth is least; nothing where the first axis shows none
  bool all_seen = true;
};

AxisLooks look_along(const std::array<Eigen::Vector3d, 3>& axes, PairView& view, double most_window_pixels) {
  AxisLooks looks;
  for (const Eigen::Vector3d& axis : axes) {
    const std::optional<Look> seen = view.look(axis, most_window_pixels);
    if (!seen) looks.all_seen = false;
    if (!seen && !looks.least) return looks;
    if (seen && (!looks.least || seen->overlap.depth_mm < looks.least->overlap.depth_mm)) looks.least = seen;
  }
  return looks;
}

//! Few pixels tell the axis where all three show an overlap.
std::optional<Look> look_along_axes(PairView& view, const Bounds& where) {
  const std::array<Eigen::Vector3d, 3> axes = axes_by_thinness(where);
  const AxisLooks coarse = look_along(axes, view, most_coarse_pixels);
  if (coarse.all_seen) return view.look(coarse.least->overlap.direction);
  return look_along(axes, view, most_pixels).least;
}

}  // namespace

std::optional<Overlap> find_overlap(const SightedSolid& a, const SightedSolid& b, const Bounds& where,
                                    const OverlapOptions& options) {
  PairView view(a, b, where, options);
  std::optional<Look> least = look_along_axes(view, where);
  if (!least) return std::nullopt;
  constexpr int rounds = 3;
  const double settled = std::cos(0.5 * rad_per_deg);
  for (int round = 0; round < rounds; ++round) {
    const Eigen::Vector3d normal = least->normal;
    if (normal.isZero() || std::abs(normal.dot(least->overlap.direction)) > settled) break;
    const std::optional<Look> seen = view.look(normal);
    if (!seen || seen->overlap.depth_mm >= least->overlap.depth_mm) break;
    least = seen;
  }
  return view.look_closer(least->overlap);
}

}  // namespace intercusp
