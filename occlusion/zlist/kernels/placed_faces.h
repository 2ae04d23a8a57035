// The faces of a cluster over a band of the map: vertices on the snapped grid, and which faces may cover a
// centre.
//
// Internal to draw_faces.cpp.
#pragma once

#include "occlusion/zlist/kernels/isa.h"

namespace intercusp::zlist::INTERCUSP_ISA {
namespace {

template <class T>
inline T least(T a, T b) {
  return a < b ? a : b;
}
template <class T>
inline T most(T a, T b) {
  return a > b ? a : b;
}
template <class T>
inline T clamp(T value, T low, T high) {
  return least(most(value, low), high);
}

//! Which faces to draw.
enum Facings : unsigned { entering = 1, leaving = 2, both_facings = 3 };

constexpr int small_lanes = 16;  // faces at a time

//! Boxes of small faces, in centres along the longer side: one, two, up to this.
constexpr int small_sizes = 6;
constexpr std::int32_t margin = small_sizes + 2;

struct alignas(64) PlacedVertices {
  std::int64_t place[cluster_vertices];  // snapped: x, and y << 32; fetched together
  float depth[cluster_vertices];
  //! The first centre at or after the vertex: column, and row << 16, both from `margin` before the band and
  //! no further than that beyond it. A face owns no centre on its right or bottom side, so it covers none
  //! outside [least, greatest) of these; and a box that was cut short here is still too long for a small
  //! face.
  std::int32_t cell[cluster_vertices];
};

inline std::int32_t x_of(std::int64_t place) { return static_cast<std::int32_t>(place); }
inline std::int32_t y_of(std::int64_t place) { return static_cast<std::int32_t>(place >> 32); }

inline std::int32_t corner_of(PackedFace face, int corner) {
  return static_cast<std::int32_t>(face >> (8 * corner) & 0xFFU);
}

//! y grows downwards: a left edge runs up, a top edge to the right; those own the centres on them, the others
//! are moved inwards by one.
template <class T>
inline T edge_bias(T dx, T dy) {
  return ((dy < 0) | ((dy == 0) & (dx > 0))) ? T{0} : T{1};
}

//! Faces by size of box.
struct alignas(64) SortedFaces {
  static constexpr int large = small_sizes, none = small_sizes + 1;
  int count[small_sizes + 1] = {};
  PackedFace faces[small_sizes + 1][cluster_faces + small_lanes];
};

//! To the nearest whole number; ties to even. Right for |value| < 2^51.
inline double round_to_whole(double value) {
  constexpr double magic = 6755399441055744.0;  // 1.5 · 2^52: doubles about it are whole numbers
  return (value + magic) - magic;
}

//! First pixel whose centre is at or after a snapped coordinate.
inline std::int32_t first_centre(std::int32_t snapped, int shift) {
  const std::int32_t half = (1 << shift) / 2;
  return (snapped - half + (1 << shift) - 1) >> shift;
}

void place_vertices(const ClusterView& cluster, const BandView& band, PlacedVertices& placed) {
  for (int i = 0; i < cluster.vertex_count; ++i) {
    const double x = cluster.x[i];
    const double y = cluster.y[i];
    const double z = cluster.z[i];
    const auto u =
        static_cast<std::int32_t>(round_to_whole(band.x[0] * x + band.x[1] * y + band.x[2] * z + band.x[3]));
    const auto v =
        static_cast<std::int32_t>(round_to_whole(band.y[0] * x + band.y[1] * y + band.y[2] * z + band.y[3]));
    placed.place[i] = static_cast<std::int64_t>(v) << 32 | (static_cast<std::int64_t>(u) & 0xFFFF'FFFF);
    placed.depth[i] =
        static_cast<float>(band.depth[0] * x + band.depth[1] * y + band.depth[2] * z + band.depth[3]);
    const std::int32_t columns = band.width + 2 * margin, rows = band.end_row - band.first_row + 2 * margin;
    placed.cell[i] = clamp(first_centre(u, band.shift) + margin, 0, columns) |
                     clamp(first_centre(v, band.shift) - band.first_row + margin, 0, rows) << 16;
  }
}

//! Centres: columns of the map, rows of the band.
struct Box {
  std::int32_t column, row, end_column, end_row;
};
inline Box box_of(std::int32_t a, std::int32_t b, std::int32_t c) {
  const std::int32_t column_a = a & 0xFFFF, column_b = b & 0xFFFF, column_c = c & 0xFFFF;
  const std::int32_t row_a = a >> 16, row_b = b >> 16, row_c = c >> 16;
  return {least(least(column_a, column_b), column_c) - margin, least(least(row_a, row_b), row_c) - margin,
          most(most(column_a, column_b), column_c) - margin, most(most(row_a, row_b), row_c) - margin};
}
inline Box clipped(const Box& box, const BandView& band) {
  return {most(box.column, 0), most(box.row, 0), least(box.end_column, band.width),
          least(box.end_row, band.end_row - band.first_row)};
}

void sort_by_size(const ClusterView& cluster, const BandView& band, const PlacedVertices& placed,
                  SortedFaces& sorted) {
  // A box of n centres spans less than n + 1 pixels.
  const std::int32_t exact = small_extent >> band.shift;
  const std::int32_t largest_small = exact - 1 < small_sizes ? exact - 1 : small_sizes;
  for (int base = 0; base < cluster.face_count; base += padded_faces) {
    alignas(64) std::int32_t size[padded_faces];
    for (int lane = 0; lane < padded_faces; ++lane) {
      const PackedFace face = cluster.corners[base + lane];
      const std::int32_t a = corner_of(face, 0), b = corner_of(face, 1), c = corner_of(face, 2);
      const Box box = box_of(placed.cell[a], placed.cell[b], placed.cell[c]);
      const std::int32_t longer = most(box.end_column - box.column, box.end_row - box.row);
      const std::int32_t kind = longer > largest_small ? SortedFaces::large : longer - 1;
      const Box seen = clipped(box, band);
      const std::int32_t empty = (seen.column >= seen.end_column) | (seen.row >= seen.end_row);
      size[lane] = empty != 0 ? SortedFaces::none : kind;
    }
    for (int kind = 0; kind <= SortedFaces::large; ++kind) {
      sorted.count[kind] +=
          append_equal(cluster.corners + base, size, kind, sorted.faces[kind] + sorted.count[kind]);
    }
  }
}

}  // namespace
}  // namespace intercusp::zlist::INTERCUSP_ISA
