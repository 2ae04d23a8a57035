// Rasterises `lanes` small faces at a time, one centre of each. The edge functions stay in registers.
//
// Internal to draw_faces.cpp.
#pragma once

#include "occlusion/engines/zlist/kernels/placed_faces.h"

namespace intercusp::zlist::INTERCUSP_ISA {
namespace {

//! Small faces prepared for testing centres. Corners are ordered so that an edge's function is positive inside.
struct SmallFaces {
  Ints columns, rows;  //!< of the box within the window
  Ints first_pixel;
  //! An edge's function at the box's first centre, not negative if the face owns the centre, and its change from a
  //! column to the next and from a row to the next.
  Ints edge[3], per_column[3], per_row[3];
  Floats depth;  //!< of the plane at the box's first centre
  Floats depth_per_column, depth_per_row, low, high;
  Ints exit_face;
};

//! The numbers of `lanes` faces.
inline Ints numbers_of(const ClusterView& cluster, const PackedFace* faces) {
  Ints numbers;
  for (int lane = 0; lane < lanes; ++lane)
    numbers[lane] = static_cast<std::int32_t>(cluster.faces[place_of(faces[lane])]);
  return numbers;
}

//! `value` less edge_bias.
inline Ints less_bias(const Ints& value, const Ints& dx, const Ints& dy) {
  return value - 1 - ((dy < 0) | ((dy == 0) & (dx > 0)));  // true is -1
}

inline SmallFaces set_up_small(const ClusterView& cluster, const PackedFace* faces, const BandView& band,
                               const PlacedVertices& placed) {
  const int shift = band.shift;
  const Corners a = fetch_corners(faces, 0, placed), b = fetch_corners(faces, 1, placed),
                c = fetch_corners(faces, 2, placed);
  const Ints bx = b.x - a.x, by = b.y - a.y, cx = c.x - a.x, cy = c.y - a.y;
  const Ints area = bx * cy - by * cx;
  const Ints leaves = area > 0;

  SmallFaces small;
  const Ints none = {};
  const Ints column = greater(first_centre(lesser(lesser(a.x, b.x), c.x), shift), none);
  const Ints row = greater(first_centre(lesser(lesser(a.y, b.y), c.y), shift) - band.first_row, none);
  small.columns = lesser(first_centre(greater(greater(a.x, b.x), c.x), shift), none + band.width) - column;
  small.rows = lesser(first_centre(greater(greater(a.y, b.y), c.y), shift), none + band.end_row) -
               band.first_row - row;
  small.first_pixel = row * band.width + column;
  small.exit_face = numbers_of(cluster, faces) | (leaves & static_cast<std::int32_t>(exit_bit));

  const Ints sx = leaves ? bx : cx, sy = leaves ? by : cy;
  const Ints tx = leaves ? cx : bx, ty = leaves ? cy : by;
  const Ints ux = tx - sx, uy = ty - sy;
  // The first centre, from corner a.
  const std::int32_t half = (1 << shift) / 2;
  const Ints x = (column << shift) + half - a.x;
  const Ints y = ((row + band.first_row) << shift) + half - a.y;
  small.edge[0] = less_bias(sx * y - sy * x, sx, sy);
  small.edge[1] = less_bias(ux * (y - sy) - uy * (x - sx), ux, uy);
  small.edge[2] = less_bias(ty * x - tx * y, -tx, -ty);
  small.per_column[0] = -sy << shift;
  small.per_column[1] = -uy << shift;
  small.per_column[2] = ty << shift;
  small.per_row[0] = sx << shift;
  small.per_row[1] = ux << shift;
  small.per_row[2] = -tx << shift;

  // Uses snapped corners on purpose: the plane is that of the drawn face, and layers meet in their common edges.
  const auto steps = static_cast<float>(1 << shift);
  const Floats bd = b.depth - a.depth, cd = c.depth - a.depth;
  const Floats per_area = 1.0F / to_floats(area);
  const Floats per_x = (bd * to_floats(cy) - cd * to_floats(by)) * per_area;
  const Floats per_y = (cd * to_floats(bx) - bd * to_floats(cx)) * per_area;
  small.depth = a.depth + (per_x * to_floats(x) + per_y * to_floats(y));
  small.depth_per_column = per_x * steps;
  small.depth_per_row = per_y * steps;
  small.low = lesser(lesser(a.depth, b.depth), c.depth);
  small.high = greater(greater(a.depth, b.depth), c.depth);
  return small;
}

//! \param size of the boxes, at most
template <class Output>
void draw_small(const ClusterView& cluster, const PackedFace* faces, int size, const BandView& band,
                const PlacedVertices& placed, Output& output) {
  const SmallFaces small = set_up_small(cluster, faces, band, placed);
  std::uint32_t in_column[small_sizes];  // the faces whose boxes reach this column
  for (int right = 0; right < size; ++right) in_column[right] = top_bits(right - small.columns);
  Ints row_edge[3] = {small.edge[0], small.edge[1], small.edge[2]};
  Ints row_pixel = small.first_pixel;
  for (int down = 0; down < size; ++down) {
    const std::uint32_t in_row = top_bits(down - small.rows);
    const Floats row_depth = small.depth_per_row * static_cast<float>(down);
    Ints edge[3] = {row_edge[0], row_edge[1], row_edge[2]};
    for (int right = 0; right < size; ++right) {
      const std::uint32_t outside = top_bits(edge[0] | edge[1] | edge[2]);
      // Clamped to the face's own range: next to a face seen almost edge-on, its plane leaves this range.
      const Floats plane = small.depth + (small.depth_per_column * static_cast<float>(right) + row_depth);
      output.add(~outside & in_row & in_column[right], row_pixel + right,
                 lesser(greater(plane, small.low), small.high), small.exit_face);
      for (int i = 0; i < 3; ++i) edge[i] += small.per_column[i];
    }
    for (int i = 0; i < 3; ++i) row_edge[i] += small.per_row[i];
    row_pixel += band.width;
  }
}

}  // namespace
}  // namespace intercusp::zlist::INTERCUSP_ISA
