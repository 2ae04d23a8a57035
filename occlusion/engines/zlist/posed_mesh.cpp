#include "occlusion/engines/zlist/posed_mesh.h"

#include <cmath>
#include <limits>
#include <stdexcept>

#include "occlusion/base/for_all.h"

namespace intercusp::zlist {
namespace {

constexpr std::size_t chunk_clusters = 256;

struct ValueRange {
  double low, high;
};

//! The range of a linear function over a box.
ValueRange range_over(const Eigen::AlignedBox3f& box, const double (&row)[4]) {
  ValueRange range{row[3], row[3]};
  for (int axis = 0; axis < 3; ++axis) {
    const double at_min = row[axis] * static_cast<double>(box.min()[axis]);
    const double at_max = row[axis] * static_cast<double>(box.max()[axis]);
    range.low += std::min(at_min, at_max);
    range.high += std::max(at_min, at_max);
  }
  return range;
}

//! Vertices are snapped to 2^-bits pixel: coarsely enough that the usual face fits 32-bit integers and
//! the mesh stays within exact numbers, but always to at least 0.0001 mm, a hundredth of the best
//! scanner's resolution.
int snap_bits(double largest_px, double usual_edge_mm, double pixel_mm) {
  constexpr double coarsest_mm = 1e-4;
  int bits = 12;
  const double usual_px = usual_edge_mm / pixel_mm + 1;
  while (std::ldexp(usual_px, bits) > small_extent && std::ldexp(pixel_mm, 1 - bits) <= coarsest_mm) --bits;
  while (bits > 1 && std::ldexp(largest_px, bits) > largest_coordinate) --bits;
  if (std::ldexp(largest_px, bits) > largest_coordinate) {
    throw std::length_error("a jaw spans more pixels than the z-list engine can draw: take larger pixels");
  }
  return bits;
}

double largest_coordinate_px(const Eigen::AlignedBox3f& box, const BandView& px_view, const PixelGrid& grid) {
  const ValueRange x = range_over(box, px_view.x);
  const ValueRange y = range_over(box, px_view.y);
  return std::max({static_cast<double>(grid.width), static_cast<double>(grid.height), std::abs(x.low),
                   std::abs(x.high), std::abs(y.low), std::abs(y.high)}) +
         1;
}

//! Transform of vertices to pixels and mm.
BandView pixel_view(const Eigen::Isometry3d& view_from_mesh, const PixelGrid& grid, double depth_origin) {
  BandView view{};
  for (int i = 0; i < 3; ++i) {
    view.x[i] = view_from_mesh.linear()(0, i) / grid.pixel_mm;
    view.y[i] = view_from_mesh.linear()(1, i) / grid.pixel_mm;
    view.depth[i] = view_from_mesh.linear()(2, i);
  }
  view.x[3] = (view_from_mesh.translation().x() - grid.u0_mm) / grid.pixel_mm;
  view.y[3] = (view_from_mesh.translation().y() - grid.v0_mm) / grid.pixel_mm;
  view.depth[3] = view_from_mesh.translation().z() - depth_origin;
  view.width = grid.width;
  view.first_row = 0;
  view.end_row = grid.height;
  return view;
}

BandView snapped_view(BandView view, int bits) {
  for (int i = 0; i < 4; ++i) {
    view.x[i] = std::ldexp(view.x[i], bits);
    view.y[i] = std::ldexp(view.y[i], bits);
  }
  view.shift = bits;
  return view;
}

//! The pixels, out of `count`, whose centres may lie in a range of snapped coordinates.
PixelExtent pixels_of(const ValueRange& snapped, int bits, int count) {
  const double px = 1.0 / (1 << bits);
  // One more step on both sides, for rounding.
  const double first = (snapped.low - 1) * px + 0.5;
  const double end = (snapped.high + 1) * px + 0.5;
  return {static_cast<std::int32_t>(std::clamp<double>(first, 0, count)),
          static_cast<std::int32_t>(std::clamp<double>(end, 0, count))};
}

//! Whether a cluster may have, after snapping, a face through which lines leave or enter.
//!
//! Moving the corners of a triangle of perimeter P by up to d changes twice its projected area by at most P·d
//! + 4·d². So the sign of this area is that of the cosine between normal and direction if the cosine is
//! farther from zero than (P·d + 4·d²)/(2A) ≤ t·d + (t·d)², with thinness t = P/(2A) and 1/(2A) ≤ t²/10.
struct Looks {
  bool leaving, entering;
};
Looks looks_of(const ClusterBounds& bounds, const double (&depth_row)[4], double snap_error_mm) {
  const double direction[4] = {depth_row[0], depth_row[1], depth_row[2], 0};
  const ValueRange cosine = range_over(bounds.normals, direction);
  const double turned = bounds.thinness * std::sqrt(2.0) * snap_error_mm;
  const double margin = turned + turned * turned + 1e-6;  // the last term is for normals in single precision
  if (!(margin < 1)) return {true, true};
  return {cosine.high > -margin, cosine.low < margin};
}

}  // namespace

void PosedMesh::place(const Eigen::Isometry3d& case_from_mesh, const View& view, double depth_origin) {
  grid_ = view.grid;
  const Eigen::Isometry3d view_from_mesh =
      view.view_from_case * case_from_mesh * Eigen::Translation3d(mesh_->centre());
  const BandView px_view = pixel_view(view_from_mesh, grid_, depth_origin);
  const int bits =
      snap_bits(largest_coordinate_px(mesh_->box(), px_view, grid_), mesh_->usual_edge_mm(), grid_.pixel_mm);
  view_ = snapped_view(px_view, bits);
  snap_mm_ = std::ldexp(grid_.pixel_mm, -bits);
  snap_error_mm_ = 0.51 * snap_mm_;  // half a step plus rounding
  placed_.resize(mesh_->cluster_count());
  chunks_.resize((mesh_->cluster_count() + chunk_clusters - 1) / chunk_clusters);
  for_all(std::size_t{0}, chunks_.size(), [this](std::size_t chunk) { place_chunk(chunk); });
}

double PosedMesh::greatest_depth_mm() const {
  const ValueRange depths = range_over(mesh_->box(), view_.depth);
  return std::max(std::abs(depths.low), std::abs(depths.high));
}

PosedMesh::PlacedCluster PosedMesh::place_cluster(std::size_t index) const {
  const ClusterBounds& bounds = mesh_->bounds()[index];
  const Looks looks = looks_of(bounds, view_.depth, snap_error_mm_);
  return {.columns = pixels_of(range_over(bounds.box, view_.x), view_.shift, grid_.width),
          .rows = pixels_of(range_over(bounds.box, view_.y), view_.shift, grid_.height),
          // Depths of fragments are rounded to single precision.
          .highest = static_cast<float>(range_over(bounds.box, view_.depth).high + 1e-5),
          .may_leave = looks.leaving,
          .may_enter = looks.entering};
}

void PosedMesh::place_chunk(std::size_t index) {
  Chunk& chunk = chunks_[index];
  chunk.bands.resize(static_cast<std::size_t>(band_count()));
  for (Chunk::Band& band : chunk.bands) {
    band.leaving.clear();
    band.entering.clear();
  }
  const std::size_t end = std::min(mesh_->cluster_count(), (index + 1) * chunk_clusters);
  for (std::size_t cluster = index * chunk_clusters; cluster < end; ++cluster) {
    const PlacedCluster placed = place_cluster(cluster);
    placed_[cluster] = placed;
    if (placed.columns.begin >= placed.columns.end || placed.rows.begin >= placed.rows.end) continue;
    for (int band = placed.rows.begin / band_rows; band <= (placed.rows.end - 1) / band_rows; ++band) {
      Chunk::Band& clusters = chunk.bands[static_cast<std::size_t>(band)];
      (placed.may_leave ? clusters.leaving : clusters.entering)
          .push_back(static_cast<std::uint32_t>(cluster));
    }
  }
}

void PosedMesh::find_entering_limits(int band, std::vector<float>& limits) const {
  const int first = first_row(band);
  limits.assign(tiles_across() * (band_rows / tile_rows), -std::numeric_limits<float>::infinity());
  for_each_cluster(band, [&](std::uint32_t cluster) {
    const PlacedCluster& placed = placed_[cluster];
    if (!placed.may_enter) return;
    const int begin_row = std::max(placed.rows.begin - first, 0) / tile_rows;
    const int last_row = (std::min(placed.rows.end - first, band_rows) - 1) / tile_rows;
    for (int row = begin_row; row <= last_row; ++row) {
      float* tiles = limits.data() + static_cast<std::size_t>(row) * tiles_across();
      for (int tile = placed.columns.begin / tile_columns; tile <= (placed.columns.end - 1) / tile_columns;
           ++tile) {
        tiles[tile] = std::max(tiles[tile], placed.highest);
      }
    }
  });
}

BandView PosedMesh::view_of(int band) const {
  BandView view = view_;
  view.first_row = first_row(band);
  view.end_row = end_row(band);
  return view;
}

}  // namespace intercusp::zlist
