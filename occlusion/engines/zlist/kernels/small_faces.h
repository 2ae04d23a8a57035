// Rasterises sixteen small faces at a time, one centre of each.
//
// Internal to draw_faces.cpp.
#pragma once

#include "occlusion/engines/zlist/kernels/placed_faces.h"

namespace intercusp::zlist::INTERCUSP_ISA {
namespace {

//! Small faces made ready for testing centres. The corners run so that the inside of an edge is where its
//! function is positive.
struct alignas(64) SmallFaces {
  std::int32_t columns[small_lanes], rows[small_lanes];
  std::uint32_t first_pixel[small_lanes];
  //! An edge's function at the centre in hand, not negative where the face owns the centre, and how it
  //! changes from a column to the next and from a row to the next.
  std::int32_t edge[3][small_lanes], per_column[3][small_lanes], per_row[3][small_lanes];
  float depth[small_lanes];  // of the plane at the box's first centre
  float depth_per_column[small_lanes], depth_per_row[small_lanes], low[small_lanes], high[small_lanes];
  std::uint32_t exit_face[small_lanes];
};

inline void set_up_small(const ClusterView& cluster, const PackedFace* __restrict faces, const BandView& band,
                         const PlacedVertices& __restrict placed, SmallFaces& __restrict small) {
  const int shift = band.shift;
  const std::int32_t half = (1 << shift) / 2;
  const auto steps = static_cast<float>(1 << shift);
  for (int lane = 0; lane < small_lanes; ++lane) {
    const std::int32_t a = corner_of(faces[lane], 0);
    const std::int32_t b = corner_of(faces[lane], 1);
    const std::int32_t c = corner_of(faces[lane], 2);
    const std::int64_t pa = placed.place[a], pb = placed.place[b], pc = placed.place[c];
    const std::int32_t xa = x_of(pa), ya = y_of(pa);
    const std::int32_t bx = x_of(pb) - xa, by = y_of(pb) - ya;
    const std::int32_t cx = x_of(pc) - xa, cy = y_of(pc) - ya;
    const float da = placed.depth[a], db = placed.depth[b], dc = placed.depth[c];

    const std::int32_t area = bx * cy - by * cx;
    const bool leaves = area > 0;
    const Box box = clipped(box_of(pa, pb, pc, band), band);
    small.columns[lane] = box.end_column - box.column;
    small.rows[lane] = box.end_row - box.row;
    small.first_pixel[lane] = static_cast<std::uint32_t>(box.row * band.width + box.column);
    small.exit_face[lane] = cluster.faces[faces[lane] >> 24] | (leaves ? exit_bit : 0U);

    const std::int32_t sx = leaves ? bx : cx, sy = leaves ? by : cy;
    const std::int32_t tx = leaves ? cx : bx, ty = leaves ? cy : by;
    const std::int32_t ux = tx - sx, uy = ty - sy;
    // The first centre, from corner a.
    const std::int32_t x = (box.column << shift) + half - xa;
    const std::int32_t y = ((box.row + band.first_row) << shift) + half - ya;
    small.edge[0][lane] = sx * y - sy * x - edge_bias(sx, sy);
    small.edge[1][lane] = ux * (y - sy) - uy * (x - sx) - edge_bias(ux, uy);
    small.edge[2][lane] = ty * x - tx * y - edge_bias(-tx, -ty);
    small.per_column[0][lane] = -(sy << shift);
    small.per_column[1][lane] = -(uy << shift);
    small.per_column[2][lane] = ty << shift;
    small.per_row[0][lane] = sx << shift;
    small.per_row[1][lane] = ux << shift;
    small.per_row[2][lane] = -(tx << shift);

    // Snapped corners on purpose: the plane is then that of the face which is drawn, and layers meet in their
    // common edges.
    const float bd = db - da, cd = dc - da;
    const float per_area = 1 / static_cast<float>(area);
    const float per_x = (bd * static_cast<float>(cy) - cd * static_cast<float>(by)) * per_area;
    const float per_y = (cd * static_cast<float>(bx) - bd * static_cast<float>(cx)) * per_area;
    small.depth[lane] = da + (per_x * static_cast<float>(x) + per_y * static_cast<float>(y));
    small.depth_per_column[lane] = per_x * steps;
    small.depth_per_row[lane] = per_y * steps;
    small.low[lane] = least(least(da, db), dc);
    small.high[lane] = most(most(da, db), dc);
  }
}

//! What a step comes to: which faces cover their centres; pixels and depths of all.
struct alignas(64) SmallCentres {
  std::int32_t covered[small_lanes];
  std::uint32_t pixel[small_lanes];
  float depth[small_lanes];
};

//! Tests one centre of each face, `right` columns and `down` rows from its box's first, where the edges'
//! functions must stand, and moves those on by a column.
inline void test_small(SmallFaces& __restrict small, int right, int down, int width,
                       SmallCentres& __restrict centres) {
  const auto columns = static_cast<float>(right);
  const auto rows = static_cast<float>(down);
  const auto offset = static_cast<std::uint32_t>(down * width + right);
  for (int lane = 0; lane < small_lanes; ++lane) {
    const std::int32_t edges = small.edge[0][lane] | small.edge[1][lane] | small.edge[2][lane];
    const bool inside = (edges >= 0) & (right < small.columns[lane]) & (down < small.rows[lane]);
    centres.covered[lane] = inside ? 1 : 0;
    small.edge[0][lane] += small.per_column[0][lane];
    small.edge[1][lane] += small.per_column[1][lane];
    small.edge[2][lane] += small.per_column[2][lane];
    centres.pixel[lane] = small.first_pixel[lane] + offset;
    // Within the face's own range: beside a face seen almost edge-on its plane runs off, the face does not.
    const float plane =
        small.depth[lane] + (small.depth_per_column[lane] * columns + small.depth_per_row[lane] * rows);
    centres.depth[lane] = clamp(plane, small.low[lane], small.high[lane]);
  }
}

//! From the end of a row of `columns` centres to the start of the next.
void next_row(SmallFaces& small, int columns) {
  for (int lane = 0; lane < small_lanes; ++lane) {
    small.edge[0][lane] += small.per_row[0][lane] - columns * small.per_column[0][lane];
    small.edge[1][lane] += small.per_row[1][lane] - columns * small.per_column[1][lane];
    small.edge[2][lane] += small.per_row[2][lane] - columns * small.per_column[2][lane];
  }
}

template <class Output>
void draw_small(const ClusterView& cluster, const PackedFace* faces, int size, const BandView& band,
                const PlacedVertices& placed, Output& output) {
  SmallFaces small;
  SmallCentres centres;
  set_up_small(cluster, faces, band, placed, small);
  for (int down = 0; down < size; ++down) {
    for (int right = 0; right < size; ++right) {
      test_small(small, right, down, band.width, centres);
      output.add(bits_of(centres.covered), centres.pixel, centres.depth, small.exit_face);
    }
    if (down + 1 < size) next_row(small, size);
  }
}

}  // namespace
}  // namespace intercusp::zlist::INTERCUSP_ISA
