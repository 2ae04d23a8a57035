// Places the faces of a cluster over a band of the map: snapped vertices, and the faces that may cover a
// centre.
//
// Internal to draw_faces.cpp.
#pragma once

#include "occlusion/engines/zlist/kernels/cells.h"
#include "occlusion/engines/zlist/kernels/isa.h"

namespace intercusp::zlist::INTERCUSP_ISA {
namespace {

//! Which faces to draw.
enum Facings : unsigned { entering = 1, leaving = 2, both_facings = 3 };

constexpr int small_lanes = 16;  // faces at a time

struct alignas(64) PlacedVertices {
  std::int64_t place[cluster_vertices];  // snapped: x, and y << 32; fetched together
  float depth[cluster_vertices];
  Cell cell[cluster_vertices];
};

inline std::int32_t x_of(std::int64_t place) { return static_cast<std::int32_t>(place); }
inline std::int32_t y_of(std::int64_t place) { return static_cast<std::int32_t>(place >> 32); }

//! y grows downwards: a left edge runs up, a top edge to the right; those own the centres on them, the others
//! are moved inwards by one.
template <class T>
inline T edge_bias(T dx, T dy) {
  return ((dy < 0) | ((dy == 0) & (dx > 0))) ? T{0} : T{1};
}

//! Faces by size of box.
struct alignas(64) SortedFaces {
  static constexpr int large = small_sizes;
  int count[small_sizes + 1] = {};
  PackedFace faces[small_sizes + 1][cluster_faces + small_lanes];
};

//! The nearest whole number, ties to even, in the low 32 bits. Right for |value| < 2^31.
inline std::int64_t rounded_bits(double value) {
  constexpr double magic = 6755399441055744.0;  // 1.5 · 2^52: the last bits of doubles about it count ones
  const double moved = value + magic;
  std::int64_t bits;
  __builtin_memcpy(&bits, &moved, sizeof bits);
  return bits;
}

//! First pixel whose centre is at or after a snapped coordinate.
inline std::int32_t first_centre(std::int32_t snapped, int shift) {
  const std::int32_t half = (1 << shift) / 2;
  return (snapped - half + (1 << shift) - 1) >> shift;
}

void place_vertices(const ClusterView& cluster, const BandView& band, PlacedVertices& placed) {
  const std::int32_t last_column = band.width + cell_margin;
  const std::int32_t last_row = band.end_row - band.first_row + cell_margin;
  for (int base = 0; base < cluster.vertex_count; base += padded_vertices) {
    for (int i = base; i < base + padded_vertices; ++i) {
      const double x = cluster.x[i];
      const double y = cluster.y[i];
      const double z = cluster.z[i];
      const std::int64_t u = rounded_bits(band.x[0] * x + band.x[1] * y + band.x[2] * z + band.x[3]);
      const std::int64_t v = rounded_bits(band.y[0] * x + band.y[1] * y + band.y[2] * z + band.y[3]);
      placed.place[i] = v << 32 | (u & 0xFFFF'FFFF);
      placed.depth[i] =
          static_cast<float>(band.depth[0] * x + band.depth[1] * y + band.depth[2] * z + band.depth[3]);
    }
    for (int i = base; i < base + padded_vertices; ++i) {
      const std::int32_t column = first_centre(x_of(placed.place[i]), band.shift);
      const std::int32_t row = first_centre(y_of(placed.place[i]), band.shift) - band.first_row;
      placed.cell[i] = cell_of(clamp(column, -cell_margin, last_column), clamp(row, -cell_margin, last_row));
    }
  }
}

//! Centres that a face may cover: columns of the map, rows of the band.
struct Box {
  std::int32_t column, row, end_column, end_row;
};
//! A face owns no centre on its right or bottom side, so it covers none outside [least, greatest) of the
//! first centres at or after its corners.
inline Box box_of(std::int64_t a, std::int64_t b, std::int64_t c, const BandView& band) {
  return {first_centre(least(least(x_of(a), x_of(b)), x_of(c)), band.shift),
          first_centre(least(least(y_of(a), y_of(b)), y_of(c)), band.shift) - band.first_row,
          first_centre(most(most(x_of(a), x_of(b)), x_of(c)), band.shift),
          first_centre(most(most(y_of(a), y_of(b)), y_of(c)), band.shift) - band.first_row};
}
inline Box clipped(const Box& box, const BandView& band) {
  return {most(box.column, 0), most(box.row, 0), least(box.end_column, band.width),
          least(box.end_row, band.end_row - band.first_row)};
}

//! Twice the area of a small face as it is seen: positive where the outward normal has a positive depth
//! component, there the line leaves. Larger faces may be too large for 32 bits, which then wrap.
inline std::int32_t small_area(std::int64_t a, std::int64_t b, std::int64_t c) {
  const auto difference = [](std::int32_t to, std::int32_t from) {
    return static_cast<std::uint32_t>(to) - static_cast<std::uint32_t>(from);
  };
  return static_cast<std::int32_t>(difference(x_of(b), x_of(a)) * difference(y_of(c), y_of(a)) -
                                   difference(y_of(b), y_of(a)) * difference(x_of(c), x_of(a)));
}

//! Sets the sizes of small faces to 0 where they are not to be drawn.
void drop_facing_away(const PackedFace* __restrict faces, const PlacedVertices& __restrict placed,
                      std::int32_t largest_small, unsigned facings, std::int32_t* __restrict sizes) {
  const std::int32_t draw_leaving = (facings & leaving) != 0 ? 1 : 0;
  const std::int32_t draw_entering = (facings & entering) != 0 ? 1 : 0;
  for (int lane = 0; lane < padded_faces; ++lane) {
    const std::int64_t a = placed.place[corner_of(faces[lane], 0)];
    const std::int64_t b = placed.place[corner_of(faces[lane], 1)];
    const std::int64_t c = placed.place[corner_of(faces[lane], 2)];
    const std::int32_t area = small_area(a, b, c);
    const std::int32_t drawn = (static_cast<std::int32_t>(area > 0) & draw_leaving) |
                               (static_cast<std::int32_t>(area < 0) & draw_entering);
    const std::int32_t kept = drawn != 0 ? sizes[lane] : 0;
    sizes[lane] = sizes[lane] > largest_small ? sizes[lane] : kept;
  }
}

//! Drops the faces that cannot cover a centre of the band and, unless `all` face the right way, small ones
//! that do not.
void sort_by_size(const ClusterView& cluster, const BandView& band, const PlacedVertices& placed,
                  unsigned facings, bool all, SortedFaces& sorted) {
  if (band.width > widest_in_cells) {
    sorted.count[SortedFaces::large] = cluster.face_count;
    for (int i = 0; i < cluster.face_count; ++i) sorted.faces[SortedFaces::large][i] = cluster.corners[i];
    return;
  }
  // A box of n centres spans less than n + 1 pixels.
  const std::int32_t exact = small_extent >> band.shift;
  const std::int32_t largest_small = exact - 1 < small_sizes ? exact - 1 : small_sizes;
  const CellWindow window{cell_of(0, 0), cell_of(band.width, band.end_row - band.first_row)};
  for (int base = 0; base < cluster.face_count; base += padded_faces) {
    const PackedFace* faces = cluster.corners + base;
    alignas(64) std::int32_t sizes[padded_faces];
    find_sizes(faces, placed.cell, window, sizes);
    if (!all) drop_facing_away(faces, placed, largest_small, facings, sizes);
    for (int size = 1; size <= usual_sizes; ++size) {
      PackedFace* kept = sorted.faces[size - 1];
      sorted.count[size - 1] += append_equal(faces, sizes, size, kept + sorted.count[size - 1]);
    }
    if (!any_above(sizes, usual_sizes)) continue;
    for (int lane = 0; lane < padded_faces; ++lane) {
      sizes[lane] = sizes[lane] > largest_small ? SortedFaces::large + 1 : sizes[lane];
    }
    for (int size = usual_sizes + 1; size <= SortedFaces::large + 1; ++size) {
      PackedFace* kept = sorted.faces[size - 1];
      sorted.count[size - 1] += append_equal(faces, sizes, size, kept + sorted.count[size - 1]);
    }
  }
}

//! Where the last faces of a size and those of the next leave room for each other, they are drawn together.
void fill_lanes(SortedFaces& sorted) {
  for (int size = 0; size + 1 < small_sizes; ++size) {
    const int rest = sorted.count[size] % small_lanes, next = sorted.count[size + 1] % small_lanes;
    if (rest == 0 || next == 0 || rest + next > small_lanes) continue;
    sorted.count[size] -= rest;
    const PackedFace* from = sorted.faces[size] + sorted.count[size];
    PackedFace* to = sorted.faces[size + 1] + sorted.count[size + 1];
    for (int lane = 0; lane < small_lanes; ++lane) to[lane] = from[lane];  // more than the rest: one move
    sorted.count[size + 1] += rest;
  }
}

}  // namespace
}  // namespace intercusp::zlist::INTERCUSP_ISA
