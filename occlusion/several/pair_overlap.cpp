#include "occlusion/several/pair_overlap.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <ranges>
#include <span>
#include <utility>
#include <vector>

#include "occlusion/engines/rays/ray_engine.h"
#include "occlusion/several/stretch_overlap.h"
#include "occlusion/view/viewed_mesh.h"

namespace intercusp {
namespace {

//! A window is at least this many pixels across, so that a small overlap is sampled as densely as a large one …
constexpr double least_pixels_across = 32;
//! … but a long and thin one has fewer, so that it has at most this many pixels.
constexpr double most_fine_pixels = 1 << 15;
//! Of a window.
constexpr double most_pixels = 1 << 20;
//! Of a body: corners are snapped to parts of a pixel in whole numbers (zlist/kernels/kernels.h).
constexpr double most_pixels_of_a_body = 1e6;

//! Of drawn solids: the formula of a body needs no pixels.
double drawn_extent(const SightedSolid& solid) { return solid.body ? 0 : solid.box.size().maxCoeff(); }

Eigen::Vector2d rise_of(const Solid& solid, std::int32_t face, const View& view) {
  if (face == no_face) return Eigen::Vector2d::Zero();
  return rise_of(face_normal_twice_area(solid.mesh, static_cast<std::size_t>(face)).normalized(), view);
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

  //! One line, or a few beside each other.
  [[nodiscard]] Look look_along(const Eigen::Vector2d& place) {
    const double pixel = std::max(1e-6, extent_mm_ / most_pixels_of_a_body);
    const Eigen::Vector2d half = Eigen::Vector2d::Constant(0.5 * pixel);
    return look_through(place - half, place + half, pixel);
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
    Look look{view, std::vector<PixelOverlap>(map.overlap_mm.size())};
    for (std::size_t i = 0; i < look.pixels.size(); ++i) {
      if (!(map.overlap_mm[i] > 0)) continue;
      const Eigen::Vector2d start = rise_of(*b_.solid, map.upper_face[i], view),
                            end = rise_of(*a_.solid, map.lower_face[i], view);
      look.pixels[i] = {.longest_mm = -static_cast<double>(map.clearance_mm[i]),
                        .sum_mm = static_cast<double>(map.overlap_mm[i]),
                        .slope = start.norm() + end.norm(),
                        .growth = end - start};
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

//! Where the solids are convex, no overlap is longer than this plane says: plane · (u, v, 1), mm.
using LengthPlane = Eigen::Vector3d;

LengthPlane plane_at(const Look& look, std::size_t pixel) {
  const PixelOverlap& overlap = look.pixels[pixel];
  return {overlap.growth.x(), overlap.growth.y(),
          overlap.longest_mm - overlap.growth.dot(centre_of(look, pixel))};
}

struct Highest {
  Eigen::Vector2d place;
  double mm;
};

//! Where the least of the planes is greatest within a square: a linear programme of u, v and that value, by all corners.
Highest highest_below(std::span<const LengthPlane> planes, const Eigen::Vector2d& middle, double reach_mm) {
  using Row = Eigen::RowVector3d;  // of the shares of the reach along u and v, and of the value
  const auto at_middle = [&](const LengthPlane& plane) { return plane.dot(middle.homogeneous()); };
  std::vector<std::pair<Row, double>> limits = {
      {{1, 0, 0}, 1}, {{1, 0, 0}, -1}, {{0, 1, 0}, 1}, {{0, 1, 0}, -1}};
  for (const LengthPlane& plane : planes)
    limits.emplace_back(Row(-reach_mm * plane.x(), -reach_mm * plane.y(), 1), at_middle(plane));
  Highest highest{middle, std::ranges::min(planes | std::views::transform(at_middle))};
  const auto try_corner = [&](std::size_t i, std::size_t j, std::size_t k) {
    Eigen::Matrix3d rows;
    rows << limits[i].first, limits[j].first, limits[k].first;
    const Eigen::Vector3d corner =
        rows.inverse() * Eigen::Vector3d(limits[i].second, limits[j].second, limits[k].second);
    if (!corner.allFinite()) return;
    const Eigen::Vector2d place = middle + reach_mm * corner.head<2>().cwiseMax(-1).cwiseMin(1);
    double least = std::numeric_limits<double>::infinity();
    for (const LengthPlane& plane : planes) least = std::min(least, plane.dot(place.homogeneous()));
    if (least > highest.mm) highest = {place, least};
  };
  for (std::size_t k = 2; k < limits.size(); ++k)
    for (std::size_t j = 1; j < k; ++j)
      for (std::size_t i = 0; i < j; ++i) try_corner(i, j, k);
  return highest;
}

struct Extent {
  double mm, error_mm;
};

//! The longest overlap near that of the window, by cutting planes (Kelley 1960): each line is the one on which the
//! planes of those before leave room for the longest overlap. Exact where the solids are convex; elsewhere the window
//! says how much longer an overlap between its lines may be.
Extent longest_about(PairView& view, const Look& window) {
  constexpr int most_lines = 24;
  constexpr double enough_mm = 1e-7, rounding = 2e-6;  // lengths are single precision
  Eigen::Vector2d place = centre_of(window, longest(window));
  std::vector<LengthPlane> planes = {plane_at(window, longest(window))};
  double mm = window.pixels[longest(window)].longest_mm, doubt_mm = 0;
  double reach_mm = 4 * window.view.grid.pixel_mm;
  for (int line = 0; line < most_lines; ++line) {
    const Highest highest = highest_below(planes, place, reach_mm);
    doubt_mm = std::max(0.0, highest.mm - mm);
    if (doubt_mm <= enough_mm) break;
    const Look look = view.look_along(highest.place);
    const std::size_t there = longest(look);
    if (look.pixels[there].longest_mm == 0) {
      reach_mm /= 2;
      continue;
    }
    planes.push_back(plane_at(look, there));
    if (look.pixels[there].longest_mm <= mm) continue;
    mm = look.pixels[there].longest_mm;
    place = centre_of(look, there);
  }
  return {mm, std::max(doubt_mm, hidden_growth(window, mm)) + rounding * std::max(1.0, mm)};
}

}  // namespace

Overlap overlap_along(const Eigen::Vector3d& direction, const SightedSolid& a, const SightedSolid& b,
                      const Bounds& where, const Eigen::Vector3d& deepest, const OverlapOptions& options) {
  PairView view(a, b, direction, options);
  Look look = view.look_at(where);
  Overlap overlap{.pixel_mm = look.view.grid.pixel_mm, .seen = look.pixels[longest(look)].longest_mm > 0};
  constexpr int most_looks = 6;
  constexpr double times_finer = 8;
  for (int i = 0; i < most_looks && look.pixels[longest(look)].longest_mm == 0; ++i)
    look = view.look_around(view.place_of(deepest), look.view.grid.pixel_mm / times_finer);
  if (look.pixels[longest(look)].longest_mm == 0) return overlap;
  for (const PixelOverlap& pixel : look.pixels) overlap.volume_mm3 += pixel.sum_mm;
  overlap.volume_mm3 *= look.view.grid.pixel_area_mm2();
  overlap.volume_error_mm3 = volume_error(look);
  const Extent extent = longest_about(view, look);
  overlap.extent_mm = extent.mm;
  overlap.extent_error_mm = extent.error_mm;
  return overlap;
}

}  // namespace intercusp
