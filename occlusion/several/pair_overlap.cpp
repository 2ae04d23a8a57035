#include "occlusion/several/pair_overlap.h"

#include <algorithm>
#include <cmath>
#include <memory>

#include "occlusion/engines/rays/ray_engine.h"
#include "occlusion/several/stretch_overlap.h"
#include "occlusion/view/viewed_mesh.h"

namespace intercusp {
namespace {

//! A window is at least this many pixels across, so that a small overlap is sampled as densely as a large one …
constexpr double least_pixels_across = 32;
//! … but a long and thin one has fewer, so that it has at most this many pixels.
constexpr double most_fine_pixels = 1 << 15;
//! Limit for a window.
constexpr double most_pixels = 1 << 20;
//! Limit for a body: corners are snapped to parts of a pixel in whole numbers (zlist/kernels/kernels.h).
constexpr double most_pixels_of_a_body = 1e6;

//! Extent of a drawn solid: the formula of a body needs no pixels.
double drawn_extent(const SightedSolid& solid) { return solid.body ? 0 : solid.box.size().maxCoeff(); }

//! The steepness of a face's plane against the lines of a view. Nearly parallel to the lines, it bounds nothing within
//! a pixel.
double slope_of(const Solid& solid, std::int32_t face, const Eigen::Vector3d& direction) {
  if (face == no_face) return 0;
  const Eigen::Vector3d normal =
      face_normal_twice_area(solid.mesh, static_cast<std::size_t>(face)).normalized();
  return normal.cross(direction).norm() / std::max(1e-9, std::abs(normal.dot(direction)));
}

//! The overlaps along one direction, window after window.
class PairView {
 public:
  PairView(const SightedSolid& a, const SightedSolid& b, const Eigen::Vector3d& direction,
           const OverlapOptions& options)
      : a_(a),
        b_(b),
        view_from_case_(orthographic(direction)),
        options_(options),
        extent_mm_(std::max(drawn_extent(a), drawn_extent(b))) {
    const double tolerance_mm = options.depth_tolerance_mm;
    if (a.layers && b.layers)
      engine_ = std::make_unique<ZListEngine>(*b.layers, *a.layers,
                                              ZListOptions{.depth_tolerance_mm = tolerance_mm});
    if (a.rays && b.rays)
      engine_ = std::make_unique<RayEngine>(b.rays, a.rays, RayOptions{.depth_tolerance_mm = tolerance_mm});
  }

  [[nodiscard]] Look look_at(const Bounds& where) {
    const Bounds seen = viewed_bounds(view_from_case_, where);
    const Eigen::Vector2d size = seen.size().head<2>();
    const double fine =
        std::max(size.minCoeff() / least_pixels_across, std::sqrt(size.prod() / most_fine_pixels));
    const double fitting = std::max(std::sqrt(size.prod() / most_pixels),
                                    std::max(size.maxCoeff(), extent_mm_) / most_pixels_of_a_body);
    return look_through(seen.min.head<2>(), seen.max.head<2>(),
                        std::max(std::min(options_.pixel_mm, fine), fitting));
  }

  //! A window of this many pixels around a place of the view.
  [[nodiscard]] Look look_around(const Eigen::Vector2d& centre, double pixel_mm) {
    constexpr double pixels_around = 16;
    const double pixel = std::max(pixel_mm, extent_mm_ / most_pixels_of_a_body);
    const Eigen::Vector2d reach = Eigen::Vector2d::Constant(pixels_around * pixel);
    return look_through(centre - reach, centre + reach, pixel);
  }

  [[nodiscard]] Eigen::Vector2d place_of(const Eigen::Vector3d& point) const {
    return (view_from_case_ * point).head<2>();
  }

 private:
  [[nodiscard]] Look look_through(const Eigen::Vector2d& from, const Eigen::Vector2d& to, double pixel_mm) {
    const View view = view_of_window(view_from_case_, from, to, pixel_mm);
    return engine_ ? look_at_map(view) : look_along_stretches(a_, b_, view, options_.depth_tolerance_mm);
  }

  [[nodiscard]] Look look_at_map(const View& view) {
    const ClearanceMap& map = engine_->compute(view, Eigen::Isometry3d::Identity());
    const Eigen::Vector3d direction = view.direction();
    Look look{view, std::vector<PixelOverlap>(map.overlap_mm.size())};
    for (std::size_t i = 0; i < look.pixels.size(); ++i) {
      if (!(map.overlap_mm[i] > 0)) continue;
      look.pixels[i] = {.longest_mm = -static_cast<double>(map.clearance_mm[i]),
                        .sum_mm = static_cast<double>(map.overlap_mm[i]),
                        .slope = slope_of(*b_.solid, map.upper_face[i], direction) +
                                 slope_of(*a_.solid, map.lower_face[i], direction)};
    }
    return look;
  }

  const SightedSolid& a_;
  const SightedSolid& b_;
  Eigen::Isometry3d view_from_case_;
  OverlapOptions options_;
  double extent_mm_;
  std::unique_ptr<MapEngine> engine_;  //!< of two meshes
};

//! Place in the list.
std::size_t longest(const Look& look) {
  const auto found = std::ranges::max_element(look.pixels, {}, &PixelOverlap::longest_mm);
  return static_cast<std::size_t>(found - look.pixels.begin());
}

Eigen::Vector2d centre_of(const Look& look, std::size_t pixel) {
  const auto width = static_cast<std::size_t>(look.view.grid.width);
  return look.view.grid.centre(static_cast<int>(pixel % width), static_cast<int>(pixel / width));
}

//! Calls use(i, j) for each pixel and the next ones in its row and its column.
template <class Use>
void for_each_neighbours(const PixelGrid& grid, const Use& use) {
  for (int row = 0; row < grid.height; ++row) {
    for (int column = 0; column < grid.width; ++column) {
      const std::size_t pixel = grid.index(column, row);
      if (column + 1 < grid.width) use(pixel, pixel + 1);
      if (row + 1 < grid.height) use(pixel, grid.index(column, row + 1));
    }
  }
}

//! A line represents half a pixel on either side, where overlaps lie between its own and those of the next line.
double volume_error(const Look& look) {
  double changes = 0;
  for_each_neighbours(look.view.grid, [&](std::size_t i, std::size_t j) {
    changes += std::abs(look.pixels[i].sum_mm - look.pixels[j].sum_mm);
  });
  return 0.5 * changes * look.view.grid.pixel_area_mm2();
}

//! How much longer an overlap within a pixel may be than at its centre: the slope of the surfaces over half a diagonal,
//! limited by the change to the next pixel.
double hidden_growth(const Look& look, double known_mm) {
  std::vector<double> changes(look.pixels.size(), 0);
  for_each_neighbours(look.view.grid, [&](std::size_t i, std::size_t j) {
    const double change = std::abs(look.pixels[i].longest_mm - look.pixels[j].longest_mm);
    changes[i] = std::max(changes[i], change);
    changes[j] = std::max(changes[j], change);
  });
  const double half_diagonal_mm = std::sqrt(0.5) * look.view.grid.pixel_mm;
  double most = 0;
  for (std::size_t i = 0; i < look.pixels.size(); ++i) {
    const PixelOverlap& pixel = look.pixels[i];
    if (pixel.longest_mm > 0)
      most =
          std::max(most, pixel.longest_mm + std::min(changes[i], pixel.slope * half_diagonal_mm) - known_mm);
  }
  return most;
}

constexpr double times_finer = 8;

//! A finer window around the longest overlap.
double look_closer(PairView& view, Look look) {
  constexpr int rounds = 3;
  double extent_mm = look.pixels[longest(look)].longest_mm;
  for (int round = 0; round < rounds; ++round) {
    look = view.look_around(centre_of(look, longest(look)), look.view.grid.pixel_mm / times_finer);
    extent_mm = std::max(extent_mm, look.pixels[longest(look)].longest_mm);
  }
  return extent_mm;
}

}  // namespace

Overlap overlap_along(const Eigen::Vector3d& direction, const SightedSolid& a, const SightedSolid& b,
                      const Bounds& where, const Eigen::Vector3d& deepest, const OverlapOptions& options) {
  PairView view(a, b, direction, options);
  Look look = view.look_at(where);
  Overlap overlap{.pixel_mm = look.view.grid.pixel_mm, .seen = look.pixels[longest(look)].longest_mm > 0};
  constexpr int most_looks = 6;
  for (int i = 0; i < most_looks && look.pixels[longest(look)].longest_mm == 0; ++i)
    look = view.look_around(view.place_of(deepest), look.view.grid.pixel_mm / times_finer);
  if (look.pixels[longest(look)].longest_mm == 0) return overlap;
  for (const PixelOverlap& pixel : look.pixels) overlap.volume_mm3 += pixel.sum_mm;
  overlap.volume_mm3 *= look.view.grid.pixel_area_mm2();
  overlap.volume_error_mm3 = volume_error(look);
  overlap.extent_mm = look_closer(view, look);
  overlap.extent_error_mm = hidden_growth(look, overlap.extent_mm);
  return overlap;
}

}  // namespace intercusp
