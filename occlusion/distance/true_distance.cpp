#include "occlusion/distance/true_distance.h"

#include <tbb/blocked_range2d.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "occlusion/base/for_all.h"
#include "occlusion/view/viewed_mesh.h"

namespace intercusp {
namespace {

//! Pixels are taken tile by tile, so that those searched together lie near each other.
constexpr int tile_pixels = 16;

int tiles_for(int pixels) { return (pixels + tile_pixels - 1) / tile_pixels; }

struct PixelPlace {
  int column, row;
};

//! The pixels of a tile along a Z-curve.
constexpr std::array<PixelPlace, tile_pixels* tile_pixels> tile_order = [] {
  std::array<PixelPlace, tile_pixels * tile_pixels> order{};
  for (int i = 0; i < tile_pixels * tile_pixels; ++i) {
    for (int bit = 0; bit < 4; ++bit) {
      order[static_cast<std::size_t>(i)].column |= (i >> (2 * bit) & 1) << bit;
      order[static_cast<std::size_t>(i)].row |= (i >> (2 * bit + 1) & 1) << bit;
    }
  }
  return order;
}();

//! Of a ball about the first point that holds every point's ball up to its closest face, and somewhat more:
//! what the closure touches, like the rim, must not be lost to roundings.
double reach_of(const surface::PointGroup& group) {
  const auto point = [&](int i) { return Eigen::Vector3d(group.x[i], group.y[i], group.z[i]); };
  constexpr double more_mm = 1e-6;
  double reach_mm = 0;
  for (int i = 0; i < surface::lanes; ++i) {
    if (group.face[i] == surface::no_closest) continue;
    reach_mm = std::max(reach_mm, (point(i) - point(0)).norm() + std::sqrt(group.squared[i]) + more_mm);
  }
  return reach_mm;
}

}  // namespace

//! What a map asks: pixels, and where the lower's surface is there.
struct TrueDistance::Asked {
  const ClearanceMap& map;
  std::span<const float> bound_mm;
  double radius_mm;
  ViewedMesh lower;
  Eigen::Isometry3d case_from_view;

  [[nodiscard]] bool holds(std::size_t pixel) const {
    return bound_mm[pixel] <= radius_mm && map.lower_face[pixel] != no_face;
  }
  //! Where the pixel's line meets the plane of the face that the map names; case frame.
  [[nodiscard]] Eigen::Vector3d point(const PixelPlace& place) const {
    const PixelGrid& grid = map.view.grid;
    const std::int32_t face = map.lower_face[grid.index(place.column, place.row)];
    const Eigen::Vector2d uv = grid.centre(place.column, place.row);
    const double depth = plane_depth(lower.corners(static_cast<std::size_t>(face)), uv.x(), uv.y(), 0);
    return case_from_view * Eigen::Vector3d(uv.x(), uv.y(), depth);
  }
  //! A face of the upper that bounds the gap or overlap is no farther than along the line, up to rounding.
  [[nodiscard]] double farthest_mm(std::size_t pixel) const {
    if (map.upper_face[pixel] == no_face) return std::numeric_limits<double>::max();
    return std::abs(static_cast<double>(bound_mm[pixel])) + 1e-3;
  }
};

//! Up to sixteen pixels near each other, searched together.
struct TrueDistance::Pixels {
  int count = 0;
  std::array<PixelPlace, surface::lanes> places;
};

TrueDistance::Closure::Closure(const Solid& upper) : added(upper), inside(upper.mesh), rim(upper) {}

TrueDistance::TrueDistance(std::shared_ptr<const Solid> upper, std::shared_ptr<const Solid> lower)
    : upper_(std::move(upper)),
      lower_(std::move(lower)),
      upper_faces_(upper_->mesh, upper_->anatomy_faces),
      closure_(upper_->anatomy_faces < upper_->mesh.faces.size() ? std::make_unique<const Closure>(*upper_)
                                                                 : nullptr) {}

DistanceMark TrueDistance::mark_of(const Eigen::Vector3d& point, std::uint32_t face_number,
                                   double distance_mm, bool inside, bool closure_is_near) const {
  if (!closure_is_near) return DistanceMark::certain;
  const Face& face = upper_->mesh.faces[face_number];
  const auto& vertices = upper_->mesh.vertices;
  const ClosestOnTriangle there =
      closest_on_triangle(point, vertices[face[0]], vertices[face[1]], vertices[face[2]]);
  if (closure_->rim.holds(face, there.part)) return DistanceMark::at_rim;
  // No anatomy lies between the point and its closest: a side that changes on the way is the closure's, and
  // the closure can only be there if it is nearer.
  if (!closure_->added.is_within(point, distance_mm)) return DistanceMark::certain;
  constexpr double beside_mm = 1e-6;
  if (distance_mm <= 2 * beside_mm) return DistanceMark::certain;
  const Eigen::Vector3d beside = there.point + beside_mm / distance_mm * (point - there.point);
  return closure_->inside.inside(beside) == inside ? DistanceMark::certain : DistanceMark::undecided;
}

void TrueDistance::find(const Asked& asked, const Pixels& pixels) {
  const PixelGrid& grid = asked.map.view.grid;
  std::array<std::size_t, surface::lanes> index;
  std::array<Eigen::Vector3d, surface::lanes> points;
  surface::PointGroup group;
  for (std::size_t i = 0; i < surface::lanes; ++i) {
    // Lanes that are left over repeat the first pixel.
    const PixelPlace& place = pixels.places[static_cast<int>(i) < pixels.count ? i : 0];
    index[i] = grid.index(place.column, place.row);
    points[i] = asked.point(place);
    group.x[i] = points[i].x();
    group.y[i] = points[i].y();
    group.z[i] = points[i].z();
    group.squared[i] = std::pow(asked.farthest_mm(index[i]), 2);
  }
  upper_faces_.search(group);
  const bool closure_is_near = closure_ && closure_->added.is_within(points[0], reach_of(group));
  for (std::size_t i = 0; i < static_cast<std::size_t>(pixels.count); ++i) {
    if (group.face[i] == surface::no_closest) continue;
    const double distance_mm = std::sqrt(group.squared[i]);
    const bool inside = asked.bound_mm[index[i]] < 0;
    const DistanceMark mark =
        mark_of(points[i], static_cast<std::uint32_t>(group.face[i]), distance_mm, inside, closure_is_near);
    distances_.mark[index[i]] = mark;
    if (mark == DistanceMark::undecided) continue;
    distances_.distance_mm[index[i]] = static_cast<float>(inside ? -distance_mm : distance_mm);
  }
}

void TrueDistance::find_in_tile(const Asked& asked, int tile_column, int tile_row) {
  const PixelGrid& grid = asked.map.view.grid;
  const int first_column = tile_column * tile_pixels, first_row = tile_row * tile_pixels;
  const int columns = std::min(tile_pixels, grid.width - first_column);
  const int rows = std::min(tile_pixels, grid.height - first_row);
  const auto width = static_cast<std::size_t>(columns);
  bool any = false;
  for (int row = first_row; row < first_row + rows; ++row) {
    const std::size_t first = grid.index(first_column, row);
    for (const float bound : asked.bound_mm.subspan(first, width)) any |= bound <= asked.radius_mm;
  }
  // Most tiles of an open pose are far from contact, and were in the pose before: they cost no writing.
  std::uint8_t& is_blank =
      tile_is_blank_[static_cast<std::size_t>(tile_row * tiles_for(grid.width) + tile_column)];
  if (!any && is_blank != 0) return;
  is_blank = any ? 0 : 1;
  for (int row = first_row; row < first_row + rows; ++row) {
    const std::size_t first = grid.index(first_column, row);
    std::fill_n(distances_.distance_mm.data() + first, columns, no_clearance);
    std::fill_n(distances_.mark.data() + first, columns, DistanceMark::none);
  }
  if (!any) return;
  Pixels pixels;
  for (const PixelPlace& in_tile : tile_order) {
    if (in_tile.column >= columns || in_tile.row >= rows) continue;
    const PixelPlace place{first_column + in_tile.column, first_row + in_tile.row};
    if (!asked.holds(grid.index(place.column, place.row))) continue;
    pixels.places[static_cast<std::size_t>(pixels.count++)] = place;
    if (pixels.count < surface::lanes) continue;
    find(asked, pixels);
    pixels.count = 0;
  }
  if (pixels.count > 0) find(asked, pixels);
}

//! Room for the pixels of a view; what it held before lies elsewhere if the grid is another.
void TrueDistance::fit_tiles(const View& view) {
  const PixelGrid &before = distances_.view.grid, &grid = view.grid;
  const bool same_grid = before.width == grid.width && before.height == grid.height;
  distances_.view = view;
  if (same_grid && !tile_is_blank_.empty()) return;
  distances_.distance_mm.resize(grid.size());
  distances_.mark.resize(grid.size());
  tile_is_blank_.assign(
      static_cast<std::size_t>(tiles_for(grid.width)) * static_cast<std::size_t>(tiles_for(grid.height)), 0);
}

const DistanceMap& TrueDistance::compute(const ClearanceMap& map, std::span<const float> bound_mm,
                                         const Eigen::Isometry3d& upper_from_lower, double radius_mm) {
  const PixelGrid& grid = map.view.grid;
  const Asked asked{.map = map,
                    .bound_mm = bound_mm,
                    .radius_mm = radius_mm,
                    .lower = ViewedMesh(*lower_, upper_from_lower, map.view.view_from_case),
                    .case_from_view = map.view.view_from_case.inverse(Eigen::Isometry)};
  fit_tiles(map.view);
  for_all(tbb::blocked_range2d<int>(0, tiles_for(grid.height), 0, tiles_for(grid.width)),
          [&](const tbb::blocked_range2d<int>& range) {
            for (int row = range.rows().begin(); row < range.rows().end(); ++row) {
              for (int column = range.cols().begin(); column < range.cols().end(); ++column) {
                find_in_tile(asked, column, row);
              }
            }
          });
  return distances_;
}

}  // namespace intercusp
