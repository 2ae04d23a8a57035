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

//! Faces at a time.
#ifdef __AVX512F__
constexpr int small_lanes = 16;
#else
constexpr int small_lanes = lanes;
#endif

struct alignas(64) PlacedVertices {
  std::int64_t place[cluster_vertices];  // snapped: x, and y << 32; fetched together
  float depth[cluster_vertices];
#if defined(__AVX512F__)
  std::uint32_t steps[cluster_vertices];  // the low 16 bits of x, and of y << 16: differences of small faces
#elif defined(__AVX2__)
  __m128i vertex[cluster_vertices];  // place, and the depth twice: all that a face needs, fetched at once
#endif
  Cells cells;
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
  PackedFace faces[small_sizes + 1][cluster_faces + padded_faces];  // append_equal writes sixteen
};

//! The nearest whole number, ties to even, in the low 32 bits. Right for |value| < 2^31.
inline std::int64_t rounded_bits(double value) {
  constexpr double magic = 6755399441055744.0;  // 1.5 · 2^52: the last bits of doubles about it count ones
  const double moved = value + magic;
  std::int64_t bits;
  __builtin_memcpy(&bits, &moved, sizeof bits);
  return bits;
}

//! First pixel whose centre is at or after a snapped coordinate, or after each of several.
template <class T>
inline T first_centre(const T& snapped, int shift) {
  return (snapped + ((1 << shift) - 1 - (1 << shift) / 2)) >> shift;
}

#if defined(__AVX2__) && !defined(__AVX512F__)
void place_vertices(const ClusterView& cluster, const BandView& band, PlacedVertices& placed) {
  const auto row_of = [](const double(&row)[4], __m256d x, __m256d y, __m256d z) {
    const auto part = [&](int axis, __m256d value) {
      return _mm256_mul_pd(_mm256_set1_pd(row[axis]), value);
    };
    return _mm256_add_pd(_mm256_add_pd(_mm256_add_pd(part(0, x), part(1, y)), part(2, z)),
                         _mm256_set1_pd(row[3]));
  };
  for (int i = 0; i < cluster.vertex_count; i += 4) {
    const __m256d x = _mm256_cvtps_pd(_mm_loadu_ps(cluster.x + i));
    const __m256d y = _mm256_cvtps_pd(_mm_loadu_ps(cluster.y + i));
    const __m256d z = _mm256_cvtps_pd(_mm_loadu_ps(cluster.z + i));
    const __m128i u = _mm256_cvtpd_epi32(row_of(band.x, x, y, z));
    const __m128i v = _mm256_cvtpd_epi32(row_of(band.y, x, y, z));
    const __m128 depth = _mm256_cvtpd_ps(row_of(band.depth, x, y, z));
    _mm_store_ps(placed.depth + i, depth);
    const __m128i places[2] = {_mm_unpacklo_epi32(u, v), _mm_unpackhi_epi32(u, v)};
    const __m128i depths[2] = {_mm_castps_si128(_mm_unpacklo_ps(depth, depth)),
                               _mm_castps_si128(_mm_unpackhi_ps(depth, depth))};
    for (int half = 0; half < 2; ++half) {
      const int first = i + 2 * half;
      _mm_store_si128(reinterpret_cast<__m128i*>(placed.place + first), places[half]);
      placed.vertex[first] = _mm_unpacklo_epi64(places[half], depths[half]);
      placed.vertex[first + 1] = _mm_unpackhi_epi64(places[half], depths[half]);
    }
  }
}
#else
void place_vertices(const ClusterView& cluster, const BandView& band, PlacedVertices& placed) {
  for (int base = 0; base < cluster.vertex_count; base += padded_vertices) {
    for (int i = base; i < base + padded_vertices; ++i) {
      const double x = cluster.x[i];
      const double y = cluster.y[i];
      const double z = cluster.z[i];
      const std::int64_t u = rounded_bits(band.x[0] * x + band.x[1] * y + band.x[2] * z + band.x[3]);
      const std::int64_t v = rounded_bits(band.y[0] * x + band.y[1] * y + band.y[2] * z + band.y[3]);
      placed.place[i] = v << 32 | (u & 0xFFFF'FFFF);
#ifdef __AVX512F__
      placed.steps[i] = static_cast<std::uint32_t>(v << 16 | (u & 0xFFFF));
#endif
      placed.depth[i] =
          static_cast<float>(band.depth[0] * x + band.depth[1] * y + band.depth[2] * z + band.depth[3]);
    }
  }
}
#endif

#ifndef __AVX512F__
//! A corner of each of some faces.
struct Corners {
  Ints x, y;
  Floats depth;
};

//! \param corner 0 to 2, of `lanes` faces
inline Corners fetch_corners(const PackedFace* faces, int corner, const PlacedVertices& placed) {
  std::uint8_t vertices[4 * lanes];
  __builtin_memcpy(vertices, faces, sizeof vertices);
#ifdef __AVX2__
  // Rather than gathers, which fetch number by number: whole vertices, four at a time transposed.
  const auto pair_at = [&](int lane) {  // of this face and the fourth after it
    return _mm256_inserti128_si256(_mm256_castsi128_si256(placed.vertex[vertices[4 * lane + corner]]),
                                   placed.vertex[vertices[4 * lane + 16 + corner]], 1);
  };
  const __m256i v0 = pair_at(0), v1 = pair_at(1), v2 = pair_at(2), v3 = pair_at(3);
  const __m256i places = _mm256_unpacklo_epi32(v0, v1), next_places = _mm256_unpacklo_epi32(v2, v3);
  const __m256i depths = _mm256_unpackhi_epi32(v0, v1), next_depths = _mm256_unpackhi_epi32(v2, v3);
  return {reinterpret_cast<Ints>(_mm256_unpacklo_epi64(places, next_places)),
          reinterpret_cast<Ints>(_mm256_unpackhi_epi64(places, next_places)),
          reinterpret_cast<Floats>(_mm256_unpacklo_epi64(depths, next_depths))};
#else
  Corners corners;
  for (int lane = 0; lane < lanes; ++lane) {
    const std::uint8_t vertex = vertices[4 * lane + corner];
    corners.x[lane] = x_of(placed.place[vertex]);
    corners.y[lane] = y_of(placed.place[vertex]);
    corners.depth[lane] = placed.depth[vertex];
  }
  return corners;
#endif
}
#endif

//! Sets the cells of a cluster's vertices, counted from a column and a row.
//! \return whether they span few enough; else they are not to be used
#if defined(__AVX2__) && !defined(__AVX512F__)
bool set_cells(const ClusterView& cluster, std::int32_t first_column, std::int32_t first_row, int shift,
               PlacedVertices& placed) {
  const __m256i order = _mm256_setr_epi32(0, 1, 4, 5, 2, 3, 6, 7);  // that shuffling within lanes makes
  __m256i any = _mm256_setzero_si256();
  for (int i = 0; i < cluster.vertex_count; i += 8) {
    const auto* const places = reinterpret_cast<const __m256i*>(placed.place + i);
    const __m256 some = _mm256_castsi256_ps(_mm256_load_si256(places));
    const __m256 next = _mm256_castsi256_ps(_mm256_load_si256(places + 1));
    const auto cells = [&](__m256 snapped, std::int32_t first) {
      return reinterpret_cast<__m256i>(first_centre(reinterpret_cast<Ints>(snapped), shift) - first);
    };
    const __m256i columns = cells(_mm256_shuffle_ps(some, next, 0b10'00'10'00), first_column);
    const __m256i rows = cells(_mm256_shuffle_ps(some, next, 0b11'01'11'01), first_row);
    const __m256i used = _mm256_cmpgt_epi32(_mm256_set1_epi32(cluster.vertex_count - i), order);
    any = _mm256_or_si256(any, _mm256_and_si256(_mm256_or_si256(columns, rows), used));
    const __m256i both = _mm256_packus_epi32(columns, rows), bytes = _mm256_packus_epi16(both, both);
    const __m128i in_order =
        _mm_unpacklo_epi16(_mm256_castsi256_si128(bytes), _mm256_extracti128_si256(bytes, 1));
    _mm_storel_epi64(reinterpret_cast<__m128i*>(placed.cells.columns + i), in_order);
    _mm_storeh_pd(reinterpret_cast<double*>(placed.cells.rows + i), _mm_castsi128_pd(in_order));
  }
  return _mm256_testz_si256(any, _mm256_set1_epi32(~most_cells)) != 0;
}
#else
bool set_cells(const ClusterView& cluster, std::int32_t first_column, std::int32_t first_row, int shift,
               PlacedVertices& placed) {
  std::uint32_t beyond = 0;
  for (int base = 0; base < cluster.vertex_count; base += padded_vertices) {
    const std::int64_t* places = placed.place + base;
    const std::int32_t count = cluster.vertex_count - base;
    alignas(64) std::int32_t columns[padded_vertices], rows[padded_vertices], outside[padded_vertices];
    for (int i = 0; i < padded_vertices; ++i) {
      columns[i] = first_centre(x_of(places[i]), shift) - first_column;
      rows[i] = first_centre(y_of(places[i]), shift) - first_row;
      outside[i] = i < count ? (columns[i] | rows[i]) & ~most_cells : 0;
    }
    for (int i = 0; i < padded_vertices; ++i) placed.cells.set(base + i, columns[i], rows[i]);
    beyond |= bits_of(outside);
  }
  return beyond == 0;
}
#endif

//! \return whether the cluster spans few enough cells; else those of `placed` are not set
bool find_cells(const ClusterView& cluster, const BandView& band, PlacedVertices& placed) {
  const std::int32_t first_column = first_centre(x_of(placed.place[0]), band.shift) - middle_cell;
  const std::int32_t first_row = first_centre(y_of(placed.place[0]), band.shift) - middle_cell;
  const auto within = [](std::int32_t cell) { return clamp(cell, 0, most_cells); };
  placed.window = {.column = within(-first_column),
                   .row = within(band.first_row - first_row),
                   .end_column = within(band.width - first_column),
                   .end_row = within(band.end_row - first_row)};
  return set_cells(cluster, first_column, first_row, band.shift, placed);
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
    find_sizes(cluster, placed.cells, placed.window, all_sizes);
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
    if (bits_above(sizes, 1) == 0) continue;
    for (int size = 2; size <= usual_sizes; ++size) keep(size);
    if (bits_above(sizes, usual_sizes) == 0) continue;
    for (int lane = 0; lane < padded_faces; ++lane) {
      sizes[lane] = sizes[lane] > largest_small ? SortedFaces::large + 1 : sizes[lane];
    }
    for (int size = usual_sizes + 1; size <= SortedFaces::large + 1; ++size) keep(size);
  }
}

//! A bit for each of `small_lanes` small faces that lines leave by, or enter by, where `facing` says so. Twice the area
//! of a face as it is seen is positive where the outward normal has a positive depth component, there the line
//! leaves. It may wrap where there is no small face.
#ifdef __AVX512F__
inline std::uint32_t bits_facing(const PackedFace* faces, const PlacedVertices& __restrict placed,
                                 Facings facing) {
  const auto difference = [](std::int32_t to, std::int32_t from) {
    return static_cast<std::uint32_t>(to) - static_cast<std::uint32_t>(from);
  };
  const std::int32_t draw_leaving = facing == leaving ? 1 : 0, draw_entering = 1 - draw_leaving;
  alignas(64) std::int32_t drawn[small_lanes];
  for (int lane = 0; lane < small_lanes; ++lane) {
    const std::int64_t a = placed.place[corner_of(faces[lane], 0)];
    const std::int64_t b = placed.place[corner_of(faces[lane], 1)];
    const std::int64_t c = placed.place[corner_of(faces[lane], 2)];
    const auto area = static_cast<std::int32_t>(difference(x_of(b), x_of(a)) * difference(y_of(c), y_of(a)) -
                                                difference(y_of(b), y_of(a)) * difference(x_of(c), x_of(a)));
    drawn[lane] = (static_cast<std::int32_t>(area > 0) & draw_leaving) |
                  (static_cast<std::int32_t>(area < 0) & draw_entering);
  }
  return bits_of(drawn);
}
#else
inline std::uint32_t bits_facing(const PackedFace* faces, const PlacedVertices& placed, Facings facing) {
  const Corners a = fetch_corners(faces, 0, placed), b = fetch_corners(faces, 1, placed),
                c = fetch_corners(faces, 2, placed);
  const auto difference = [](const Ints& to, const Ints& from) {
    return reinterpret_cast<Bits>(to) - reinterpret_cast<Bits>(from);
  };
  const Bits twice_area =
      difference(b.x, a.x) * difference(c.y, a.y) - difference(b.y, a.y) * difference(c.x, a.x);
  const Ints area = reinterpret_cast<Ints>(twice_area);
  return top_bits(facing == leaving ? area > 0 : area < 0);
}
#endif

//! Drops the small faces that are not to be drawn.
void drop_facing_away(const PlacedVertices& placed, Facings facing, SortedFaces& sorted) {
  for (int size = 0; size < small_sizes; ++size) {
    PackedFace* faces = sorted.faces[size];
    const int count = sorted.count[size];
    int kept = 0;
    for (int first = 0; first < count; first += small_lanes) {
      const std::uint32_t there = count - first < small_lanes ? (1U << (count - first)) - 1 : ~0U;
      const std::uint32_t chosen =
          bits_facing(faces + first, placed, facing) & there & ((1U << small_lanes) - 1);
#ifdef __AVX512F__
      append_chosen(chosen, faces + first, faces + kept);
#else
      write_chosen(chosen, load(faces + first), faces + kept);
#endif
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
