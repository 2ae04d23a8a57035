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
  std::int64_t place[cluster_vertices];   // snapped: x, and y << 32; fetched together
  std::uint32_t steps[cluster_vertices];  // the low 16 bits of x, and of y << 16: differences of small faces
  float depth[cluster_vertices];
  Cell cell[cluster_vertices];
  CellWindow window;  // in cells
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
  for (int base = 0; base < cluster.vertex_count; base += padded_vertices) {
    for (int i = base; i < base + padded_vertices; ++i) {
      const double x = cluster.x[i];
      const double y = cluster.y[i];
      const double z = cluster.z[i];
      const std::int64_t u = rounded_bits(band.x[0] * x + band.x[1] * y + band.x[2] * z + band.x[3]);
      const std::int64_t v = rounded_bits(band.y[0] * x + band.y[1] * y + band.y[2] * z + band.y[3]);
      placed.place[i] = v << 32 | (u & 0xFFFF'FFFF);
      placed.steps[i] = static_cast<std::uint32_t>(v << 16 | (u & 0xFFFF));
      placed.depth[i] =
          static_cast<float>(band.depth[0] * x + band.depth[1] * y + band.depth[2] * z + band.depth[3]);
    }
  }
}

//! \return whether the cluster spans few enough cells; else those of `placed` are not set
bool find_cells(const ClusterView& cluster, const BandView& band, PlacedVertices& placed) {
  const std::int32_t first_column = first_centre(x_of(placed.place[0]), band.shift) - middle_cell;
  const std::int32_t first_row = first_centre(y_of(placed.place[0]), band.shift) - middle_cell;
  std::uint32_t beyond = 0;
  for (int base = 0; base < cluster.vertex_count; base += padded_vertices) {
    const std::int64_t* places = placed.place + base;
    Cell* cells = placed.cell + base;
    const std::int32_t count = cluster.vertex_count - base;
    alignas(64) std::int32_t columns[padded_vertices], rows[padded_vertices], outside[padded_vertices];
    for (int i = 0; i < padded_vertices; ++i) {
      columns[i] = first_centre(x_of(places[i]), band.shift) - first_column;
      rows[i] = first_centre(y_of(places[i]), band.shift) - first_row;
      outside[i] = i < count ? (columns[i] | rows[i]) & ~most_cells : 0;
    }
    for (int i = 0; i < padded_vertices; ++i) cells[i] = cell_of(columns[i], rows[i]);
    beyond |= bits_of(outside);
  }
  const auto within = [](std::int32_t cell) { return clamp(cell, 0, most_cells); };
  placed.window = {.column = within(-first_column),
                   .row = within(band.first_row - first_row),
                   .end_column = within(band.width - first_column),
                   .end_row = within(band.end_row - first_row)};
  return beyond == 0;
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

//! As find_sizes, for a cluster of more cells than that counts.
void find_sizes_of_boxes(const ClusterView& cluster, const BandView& band, const PlacedVertices& placed,
                         std::int32_t* sizes) {
  for (int face = 0; face < cluster.face_count; ++face) {
    const PackedFace packed = cluster.corners[face];
    const Box box = box_of(placed.place[corner_of(packed, 0)], placed.place[corner_of(packed, 1)],
                           placed.place[corner_of(packed, 2)], band);
    const Box seen = clipped(box, band);
    const bool any = (seen.column < seen.end_column) & (seen.row < seen.end_row);
    sizes[face] = any ? most(box.end_column - box.column, box.end_row - box.row) : 0;
  }
}

//! Drops the faces whose boxes hold no centre of the band.
void sort_by_size(const ClusterView& cluster, const BandView& band, PlacedVertices& placed,
                  SortedFaces& sorted) {
  // A box of n centres spans less than n + 1 pixels.
  const std::int32_t exact = small_extent >> band.shift;
  const std::int32_t largest_small = exact - 1 < small_sizes ? exact - 1 : small_sizes;
  alignas(64) std::int32_t all_sizes[cluster_faces + padded_faces] = {};
  if (find_cells(cluster, band, placed)) {
    find_sizes(cluster, placed.cell, placed.window, all_sizes);
  } else {
    find_sizes_of_boxes(cluster, band, placed, all_sizes);
  }
  for (int base = 0; base < cluster.face_count; base += padded_faces) {
    const PackedFace* faces = cluster.corners + base;
    std::int32_t* sizes = all_sizes + base;
    const auto keep = [&](int size) {
      PackedFace* kept = sorted.faces[size - 1];
      sorted.count[size - 1] += append_equal(faces, sizes, size, kept + sorted.count[size - 1]);
    };
    keep(1);
    if (!any_above(sizes, 1)) continue;
    for (int size = 2; size <= usual_sizes; ++size) keep(size);
    if (!any_above(sizes, usual_sizes)) continue;
    for (int lane = 0; lane < padded_faces; ++lane) {
      sizes[lane] = sizes[lane] > largest_small ? SortedFaces::large + 1 : sizes[lane];
    }
    for (int size = usual_sizes + 1; size <= SortedFaces::large + 1; ++size) keep(size);
  }
}

//! Drops the small faces that are not to be drawn.
void drop_facing_away(const PlacedVertices& __restrict placed, unsigned facings, SortedFaces& sorted) {
  const std::int32_t draw_leaving = (facings & leaving) != 0 ? 1 : 0;
  const std::int32_t draw_entering = (facings & entering) != 0 ? 1 : 0;
  for (int size = 0; size < small_sizes; ++size) {
    PackedFace* faces = sorted.faces[size];
    const int count = sorted.count[size];
    int kept = 0;
    for (int first = 0; first < count; first += small_lanes) {
      alignas(64) std::int32_t drawn[small_lanes];
      alignas(64) PackedFace some[small_lanes];
      for (int lane = 0; lane < small_lanes; ++lane) some[lane] = faces[first + lane];
      for (int lane = 0; lane < small_lanes; ++lane) {
        const std::int64_t a = placed.place[corner_of(some[lane], 0)];
        const std::int64_t b = placed.place[corner_of(some[lane], 1)];
        const std::int64_t c = placed.place[corner_of(some[lane], 2)];
        const std::int32_t area = small_area(a, b, c);
        drawn[lane] = ((static_cast<std::int32_t>(area > 0) & draw_leaving) |
                       (static_cast<std::int32_t>(area < 0) & draw_entering)) &
                      static_cast<std::int32_t>(first + lane < count);
      }
      const std::uint32_t chosen = bits_of(drawn);
      append_chosen(chosen, some, faces + kept);
      kept += bits_set(chosen);
    }
    sorted.count[size] = kept;
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
