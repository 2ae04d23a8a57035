#include "occlusion/distance/true_distance.h"

#include <tbb/blocked_range2d.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "occlusion/base/for_all.h"

namespace intercusp {
namespace {

//! Pixels are processed tile by tile, so that pixels searched together lie near each other.
constexpr int tile_pixels = 16;

int tiles_for(int pixels) { return (pixels + tile_pixels - 1) / tile_pixels; }

constexpr int tile_size = tile_pixels * tile_pixels;

//! Pixels of a tile in Z-order, as indices row by row.
constexpr std::array<std::uint8_t, tile_size> tile_order = [] {
  std::array<std::uint8_t, tile_size> order{};
  for (unsigned i = 0; i < tile_size; ++i) {
    unsigned column = 0, row = 0;
    for (unsigned bit = 0; bit < 4; ++bit) {
      column |= (i >> (2 * bit) & 1) << bit;
      row |= (i >> (2 * bit + 1) & 1) << bit;
    }
    order[i] = static_cast<std::uint8_t>(row * tile_pixels + column);
  }
  return order;
}();

Eigen::Vector3d point_of(const surface::PointGroup& group, int lane) {
  return {group.x[lane], group.y[lane], group.z[lane]};
}

//! Radius of a ball about the first point that contains every point's ball up to its closest face. The margin
//! ensures that rounding does not lose the rim, which the closure touches.
double reach_of(const surface::PointGroup& group) {
  constexpr double more_mm = 1e-6;
  double apart = 0, squared = 0;
  for (int i = 0; i < surface::lanes; ++i) {
    if (group.face[i] == surface::no_closest) continue;
    apart = std::max(apart, (point_of(group, i) - point_of(group, 0)).squaredNorm());
    squared = std::max(squared, group.squared[i]);
  }
  return std::sqrt(apart) + std::sqrt(squared) + more_mm;
}

//! The greatest float that is at most the number.
float float_at_most(double number) {
  const auto nearest = static_cast<float>(number);
  return nearest > number ? std::nextafter(nearest, -std::numeric_limits<float>::infinity()) : nearest;
}

void put_frame(const Eigen::Isometry3d& frame, double (&rows)[3][4]) {
  for (int row = 0; row < 3; ++row) {
    for (int column = 0; column < 4; ++column) rows[row][column] = frame(row, column);
  }
}

surface::SeenMesh seen_mesh(const TriangleMesh& mesh, const Eigen::Isometry3d& case_from_mesh,
                            const Eigen::Isometry3d& view_from_case) {
  surface::SeenMesh seen{.vertices = mesh.vertices.empty() ? nullptr : mesh.vertices.front().data(),
                         .corners = mesh.faces.empty() ? nullptr : mesh.faces.front().data()};
  put_frame(view_from_case * case_from_mesh, seen.view_from_mesh);
  put_frame(view_from_case.inverse(Eigen::Isometry), seen.case_from_view);
  return seen;
}

}  // namespace

struct TrueDistance::PixelPlace {
  int column, row;
};

//! The input of a search: a map and the lower's surface at its pixels.
struct TrueDistance::Asked {
  const ClearanceMap& map;
  std::span<const float> bound_mm;
  float radius_mm;
  surface::SeenMesh lower;

  [[nodiscard]] bool holds(std::size_t pixel) const {
    return bound_mm[pixel] <= radius_mm && map.lower_face[pixel] != no_face;
  }
  //! Search radius of a pixel. A face of the upper that bounds the gap or overlap is at most as far as along
  //! the line, up to rounding.
  [[nodiscard]] double farthest_mm(std::size_t pixel) const {
    if (map.upper_face[pixel] == no_face) return std::numeric_limits<double>::max();
    return std::abs(static_cast<double>(bound_mm[pixel])) + 1e-3;
  }
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
  // No anatomy lies between the point and its closest point. If the side changes between them, the
  // closure is nearer.
  if (!closure_->added.is_within(point, distance_mm)) return DistanceMark::certain;
  constexpr double beside_mm = 1e-6;
  if (distance_mm <= 2 * beside_mm) return DistanceMark::certain;
  const Eigen::Vector3d beside = there.point + beside_mm / distance_mm * (point - there.point);
  return closure_->inside.inside(beside) == inside ? DistanceMark::certain : DistanceMark::undecided;
}

void TrueDistance::find(const Asked& asked, std::span<const PixelPlace> places) {
  const PixelGrid& grid = asked.map.view.grid;
  std::array<std::size_t, surface::lanes> index;
  surface::SeenPixels pixels;
  surface::PointGroup group;
  for (std::size_t i = 0; i < surface::lanes; ++i) {
    const PixelPlace& place = places[i < places.size() ? i : 0];  // unused lanes repeat the first pixel
    index[i] = grid.index(place.column, place.row);
    const Eigen::Vector2d centre = grid.centre(place.column, place.row);
    pixels.u[i] = centre.x();
    pixels.v[i] = centre.y();
    pixels.face[i] = asked.map.lower_face[index[i]];
    group.squared[i] = std::pow(asked.farthest_mm(index[i]), 2);
  }
  surface::all_kernels().first->seen_points(asked.lower, pixels, group);
  upper_faces_.search(group);
  const bool closure_is_near = closure_ && closure_->added.is_within(point_of(group, 0), reach_of(group));
  for (int i = 0; i < std::ssize(places); ++i) {
    if (group.face[i] == surface::no_closest) continue;
    const std::size_t pixel = index[static_cast<std::size_t>(i)];
    const double distance_mm = std::sqrt(group.squared[i]);
    const bool inside = asked.bound_mm[pixel] < 0;
    const DistanceMark mark = mark_of(point_of(group, i), static_cast<std::uint32_t>(group.face[i]),
                                      distance_mm, inside, closure_is_near);
    distances_.mark[pixel] = mark;
    if (mark == DistanceMark::undecided) continue;
    distances_.distance_mm[pixel] = static_cast<float>(inside ? -distance_mm : distance_mm);
  }
}

//! Finds the requested pixels of a tile, in Z-order.
void TrueDistance::find_asked(const Asked& asked, const PixelPlace& first, int columns, int rows) {
  const PixelGrid& grid = asked.map.view.grid;
  std::array<std::uint8_t, tile_size> is_asked{};
  for (int row = 0; row < rows; ++row) {
    const std::size_t pixel = grid.index(first.column, first.row + row);
    for (int column = 0; column < columns; ++column) {
      is_asked[static_cast<std::size_t>(row * tile_pixels + column)] =
          asked.holds(pixel + static_cast<std::size_t>(column)) ? 1 : 0;
    }
  }
  // Packs the requested pixels. Every pixel is written, and the next one overwrites it if it
  // was not requested.
  std::array<PixelPlace, tile_size + 1> places;
  std::size_t count = 0;
  for (const std::uint8_t in_tile : tile_order) {
    places[count] = {first.column + in_tile % tile_pixels, first.row + in_tile / tile_pixels};
    count += is_asked[in_tile];
  }
  for (std::size_t i = 0; i < count; i += surface::lanes) {
    find(asked, {places.data() + i, std::min<std::size_t>(surface::lanes, count - i)});
  }
}

void TrueDistance::find_in_tile(const Asked& asked, int tile_column, int tile_row) {
  const PixelGrid& grid = asked.map.view.grid;
  const int first_column = tile_column * tile_pixels, first_row = tile_row * tile_pixels;
  const int columns = std::min(tile_pixels, grid.width - first_column);
  const int rows = std::min(tile_pixels, grid.height - first_row);
  const auto width = static_cast<std::size_t>(columns);
  int any = 0;
  for (int row = first_row; row < first_row + rows; ++row) {
    const std::size_t first = grid.index(first_column, row);
    for (const float bound : asked.bound_mm.subspan(first, width)) any |= bound <= asked.radius_mm ? 1 : 0;
  }
  // In an open pose most tiles are far from contact, as in the previous pose, and need no writing.
  std::uint8_t& is_blank =
      tile_is_blank_[static_cast<std::size_t>(tile_row * tiles_for(grid.width) + tile_column)];
  if (any == 0 && is_blank != 0) return;
  is_blank = any != 0 ? 0 : 1;
  for (int row = first_row; row < first_row + rows; ++row) {
    const std::size_t first = grid.index(first_column, row);
    std::fill_n(distances_.distance_mm.data() + first, columns, no_clearance);
    std::fill_n(distances_.mark.data() + first, columns, DistanceMark::none);
  }
  if (any == 0) return;
  find_asked(asked, {first_column, first_row}, columns, rows);
}

//! Allocates the pixels of a view. If the grid changes, earlier values are lost.
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
                    .radius_mm = float_at_most(radius_mm),
                    .lower = seen_mesh(lower_->mesh, upper_from_lower, map.view.view_from_case)};
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
