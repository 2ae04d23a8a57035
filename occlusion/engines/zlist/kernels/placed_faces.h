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

//! In snapped coordinates.
struct Place {
  std::int32_t x, y;
};

//! Of the size that a register fetches at once.
struct PlacedVertex {
  Place place;
  float depth, again;  // the same
};

struct alignas(64) PlacedVertices {
  PlacedVertex vertex[cluster_vertices];
  Cells cells;
  CellWindow window;  // in cells
  bool few_cells;     // else `cells` are not to be used
};

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
  PackedFace faces[small_sizes + 1][cluster_faces + padded_faces];  // more are written than kept
};

//! The nearest whole number, ties to even, in the low 32 bits. Right for |value| < 2^31.
inline std::int64_t rounded_bits(double value) {
  constexpr double magic = 6755399441055744.0;  // 1.5 · 2^52: the last bits of doubles about it count ones
  const double moved = value + magic;
  std::int64_t bits;
  __builtin_memcpy(&bits, &moved, sizeof bits);
  return bits;
}

//! What first_centre adds before it drops what lies below a pixel.
inline std::int32_t up_to_centre(int shift) { return (1 << shift) - 1 - (1 << shift) / 2; }

//! First pixel whose centre is at or after a snapped coordinate, or after each of several.
template <class T>
inline T first_centre(const T& snapped, int shift) {
  return (snapped + up_to_centre(shift)) >> shift;
}

//! \return where cells are counted from, less what leads up to the next centre
inline Place find_window(const ClusterView& cluster, const BandView& band, CellWindow& window) {
  const double x = cluster.x[0], y = cluster.y[0], z = cluster.z[0];
  const auto first_cell = [&](const double(&row)[4]) {
    const std::int64_t snapped = rounded_bits(row[0] * x + row[1] * y + row[2] * z + row[3]);
    return first_centre(static_cast<std::int32_t>(snapped), band.shift) - middle_cell;
  };
  const std::int32_t first_column = first_cell(band.x), first_row = first_cell(band.y);
  const auto within = [](std::int32_t cell) { return clamp(cell, 0, most_cells); };
  window = {.column = within(-first_column),
            .row = within(band.first_row - first_row),
            .end_column = within(band.width - first_column),
            .end_row = within(band.end_row - first_row)};
  const std::int32_t round_up = up_to_centre(band.shift);
  return {(first_column << band.shift) - round_up, (first_row << band.shift) - round_up};
}

//! Places the vertices and finds their cells.
#if defined(__AVX512F__)
void place_vertices(const ClusterView& cluster, const BandView& band, PlacedVertices& placed) {
  const auto row_of = [](const double(&row)[4], __m512d x, __m512d y, __m512d z) {
    const auto part = [&](int axis, __m512d value) {
      return _mm512_mul_pd(_mm512_set1_pd(row[axis]), value);
    };
    return _mm512_add_pd(_mm512_add_pd(_mm512_add_pd(part(0, x), part(1, y)), part(2, z)),
                         _mm512_set1_pd(row[3]));
  };
  const Place origin = find_window(cluster, band, placed.window);
  const __m128i by_shift = _mm_cvtsi32_si128(band.shift);
  const auto cells_of = [&](__m256i snapped, std::int32_t from) {
    return _mm256_sra_epi32(_mm256_sub_epi32(snapped, _mm256_set1_epi32(from)), by_shift);
  };
  const __m512i of_first = _mm512_setr_epi32(0, 1, 16, 16, 2, 3, 17, 17, 4, 5, 18, 18, 6, 7, 19, 19);
  const __m512i of_next = _mm512_setr_epi32(8, 9, 20, 20, 10, 11, 21, 21, 12, 13, 22, 22, 14, 15, 23, 23);
  const __m256i order = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
  __m256i any = _mm256_setzero_si256();
  for (int i = 0; i < cluster.vertex_count; i += 8) {
    const __m512d x = _mm512_cvtps_pd(_mm256_loadu_ps(cluster.x + i));
    const __m512d y = _mm512_cvtps_pd(_mm256_loadu_ps(cluster.y + i));
    const __m512d z = _mm512_cvtps_pd(_mm256_loadu_ps(cluster.z + i));
    const __m256i u = _mm512_cvtpd_epi32(row_of(band.x, x, y, z));
    const __m256i v = _mm512_cvtpd_epi32(row_of(band.y, x, y, z));
    const __m256 depth = _mm512_cvtpd_ps(row_of(band.depth, x, y, z));
    const __m512i places =
        _mm512_or_si512(_mm512_cvtepu32_epi64(u), _mm512_slli_epi64(_mm512_cvtepu32_epi64(v), 32));
    const __m512i depths = _mm512_castps_si512(_mm512_castps256_ps512(depth));
    _mm512_store_si512(placed.vertex + i, _mm512_permutex2var_epi32(places, of_first, depths));
    _mm512_store_si512(placed.vertex + i + 4, _mm512_permutex2var_epi32(places, of_next, depths));

    const __m256i columns = cells_of(u, origin.x), rows = cells_of(v, origin.y);
    const __mmask8 used = _mm256_cmpgt_epi32_mask(_mm256_set1_epi32(cluster.vertex_count - i), order);
    any = _mm256_mask_or_epi32(any, used, any, _mm256_or_si256(columns, rows));
    const __m256i cells = _mm256_or_si256(columns, _mm256_slli_epi32(rows, 8));
    _mm_store_si128(reinterpret_cast<__m128i*>(placed.cells.cells + i), _mm256_cvtepi32_epi16(cells));
  }
  placed.few_cells = _mm256_testz_si256(any, _mm256_set1_epi32(~most_cells)) != 0;
}
#elif defined(__AVX2__)
void place_vertices(const ClusterView& cluster, const BandView& band, PlacedVertices& placed) {
  const auto row_of = [](const double(&row)[4], __m256d x, __m256d y, __m256d z) {
    const auto part = [&](int axis, __m256d value) {
      return _mm256_mul_pd(_mm256_set1_pd(row[axis]), value);
    };
    return _mm256_add_pd(_mm256_add_pd(_mm256_add_pd(part(0, x), part(1, y)), part(2, z)),
                         _mm256_set1_pd(row[3]));
  };
  const Place origin = find_window(cluster, band, placed.window);
  const __m128i by_shift = _mm_cvtsi32_si128(band.shift);
  const auto cells_of = [&](__m128i snapped, std::int32_t from) {
    return _mm_sra_epi32(_mm_sub_epi32(snapped, _mm_set1_epi32(from)), by_shift);
  };
  const __m128i order = _mm_setr_epi32(0, 1, 2, 3);
  __m128i any = _mm_setzero_si128();
  for (int i = 0; i < cluster.vertex_count; i += 4) {
    const __m256d x = _mm256_cvtps_pd(_mm_loadu_ps(cluster.x + i));
    const __m256d y = _mm256_cvtps_pd(_mm_loadu_ps(cluster.y + i));
    const __m256d z = _mm256_cvtps_pd(_mm_loadu_ps(cluster.z + i));
    const __m128i u = _mm256_cvtpd_epi32(row_of(band.x, x, y, z));
    const __m128i v = _mm256_cvtpd_epi32(row_of(band.y, x, y, z));
    const __m128 depth = _mm256_cvtpd_ps(row_of(band.depth, x, y, z));
    const __m128i places[2] = {_mm_unpacklo_epi32(u, v), _mm_unpackhi_epi32(u, v)};
    const __m128i depths[2] = {_mm_castps_si128(_mm_unpacklo_ps(depth, depth)),
                               _mm_castps_si128(_mm_unpackhi_ps(depth, depth))};
    auto* const vertices = reinterpret_cast<__m128i*>(placed.vertex + i);
    for (int half = 0; half < 2; ++half) {
      _mm_store_si128(vertices + 2 * half, _mm_unpacklo_epi64(places[half], depths[half]));
      _mm_store_si128(vertices + 2 * half + 1, _mm_unpackhi_epi64(places[half], depths[half]));
    }

    const __m128i columns = cells_of(u, origin.x), rows = cells_of(v, origin.y);
    const __m128i used = _mm_cmpgt_epi32(_mm_set1_epi32(cluster.vertex_count - i), order);
    any = _mm_or_si128(any, _mm_and_si128(_mm_or_si128(columns, rows), used));
    const __m128i both = _mm_packus_epi32(columns, rows), bytes = _mm_packus_epi16(both, both);
    _mm_storeu_si32(placed.cells.columns + i, bytes);
    _mm_storeu_si32(placed.cells.rows + i, _mm_srli_si128(bytes, 4));
  }
  placed.few_cells = _mm_testz_si128(any, _mm_set1_epi32(~most_cells)) != 0;
}
#else
void place_vertices(const ClusterView& cluster, const BandView& band, PlacedVertices& placed) {
  const Place origin = find_window(cluster, band, placed.window);
  std::int32_t beyond = 0;
  for (int i = 0; i < cluster.vertex_count; ++i) {
    const double x = cluster.x[i], y = cluster.y[i], z = cluster.z[i];
    const auto of_row = [&](const double(&row)[4]) { return row[0] * x + row[1] * y + row[2] * z + row[3]; };
    const auto u = static_cast<std::int32_t>(rounded_bits(of_row(band.x)));
    const auto v = static_cast<std::int32_t>(rounded_bits(of_row(band.y)));
    const auto depth = static_cast<float>(of_row(band.depth));
    placed.vertex[i] = {{u, v}, depth, depth};
    const std::int32_t column = (u - origin.x) >> band.shift, row = (v - origin.y) >> band.shift;
    beyond |= column | row;
    placed.cells.columns[i] = static_cast<std::uint8_t>(column);
    placed.cells.rows[i] = static_cast<std::uint8_t>(row);
  }
  placed.few_cells = (beyond & ~most_cells) == 0;
}
#endif

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
  // Rather than gathers, which fetch number by number: whole vertices, four to a lane of 128 bits transposed.
  const auto at = [&](int lane) {
    return _mm_load_si128(reinterpret_cast<const __m128i*>(placed.vertex + vertices[4 * lane + corner]));
  };
#endif
#if defined(__AVX512F__)
  const auto four_at = [&](int lane) {  // of this face and of each fourth after it
    __m512i four = _mm512_castsi128_si512(at(lane));
    four = _mm512_inserti32x4(four, at(lane + 4), 1);
    four = _mm512_inserti32x4(four, at(lane + 8), 2);
    return _mm512_inserti32x4(four, at(lane + 12), 3);
  };
  const __m512i v0 = four_at(0), v1 = four_at(1), v2 = four_at(2), v3 = four_at(3);
  const __m512i places = _mm512_unpacklo_epi32(v0, v1), next_places = _mm512_unpacklo_epi32(v2, v3);
  const __m512i depths = _mm512_unpackhi_epi32(v0, v1), next_depths = _mm512_unpackhi_epi32(v2, v3);
  return {reinterpret_cast<Ints>(_mm512_unpacklo_epi64(places, next_places)),
          reinterpret_cast<Ints>(_mm512_unpackhi_epi64(places, next_places)),
          reinterpret_cast<Floats>(_mm512_unpacklo_epi64(depths, next_depths))};
#elif defined(__AVX2__)
  const auto pair_at = [&](int lane) {  // of this face and the fourth after it
    return _mm256_inserti128_si256(_mm256_castsi128_si256(at(lane)), at(lane + 4), 1);
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
    const PlacedVertex& vertex = placed.vertex[vertices[4 * lane + corner]];
    corners.x[lane] = vertex.place.x;
    corners.y[lane] = vertex.place.y;
    corners.depth[lane] = vertex.depth;
  }
  return corners;
#endif
}

//! Centres that a face may cover: columns of the map, rows of the band.
struct Box {
  std::int32_t column, row, end_column, end_row;
};
//! A face owns no centre on its right or bottom side, so it covers none outside [least, greatest) of the
//! first centres at or after its corners.
inline Box box_of(Place a, Place b, Place c, const BandView& band) {
  return {first_centre(least(least(a.x, b.x), c.x), band.shift),
          first_centre(least(least(a.y, b.y), c.y), band.shift) - band.first_row,
          first_centre(most(most(a.x, b.x), c.x), band.shift),
          first_centre(most(most(a.y, b.y), c.y), band.shift) - band.first_row};
}
inline Box clipped(const Box& box, const BandView& band) {
  return {most(box.column, 0), most(box.row, 0), least(box.end_column, band.width),
          least(box.end_row, band.end_row - band.first_row)};
}

//! As find_sizes, for a cluster of more cells than that counts.
void find_sizes_of_boxes(const ClusterView& cluster, const BandView& band, const PlacedVertices& placed,
                         std::uint8_t* sizes) {
  for (int face = 0; face < cluster.face_count; ++face) {
    const PackedFace packed = cluster.corners[face];
    const auto place = [&](int corner) { return placed.vertex[corner_of(packed, corner)].place; };
    const Box box = box_of(place(0), place(1), place(2), band);
    const Box seen = clipped(box, band);
    const bool any = (seen.column < seen.end_column) & (seen.row < seen.end_row);
    const std::int32_t size = most(box.end_column - box.column, box.end_row - box.row);
    sizes[face] = static_cast<std::uint8_t>(any ? least(size, most_cells) : 0);
  }
}

//! Drops the faces whose boxes hold no centre of the band.
void sort_by_size(const ClusterView& cluster, const BandView& band, const PlacedVertices& placed,
                  SortedFaces& sorted) {
  // A box of n centres spans less than n + 1 pixels.
  const std::int32_t exact = small_extent >> band.shift;
  const std::int32_t largest_small = exact - 1 < small_sizes ? exact - 1 : small_sizes;
  alignas(64) std::uint8_t all_sizes[cluster_faces] = {};
  if (placed.few_cells) {
    find_sizes(cluster, placed.cells, placed.window, all_sizes);
  } else {
    find_sizes_of_boxes(cluster, band, placed, all_sizes);
  }
  for (int base = 0; base < cluster.face_count; base += many) {
    const std::uint8_t* sizes = all_sizes + base;
    const auto keep = [&](std::uint32_t chosen, int list) {
      PackedFace* kept = sorted.faces[list];
      int count = sorted.count[list];
      for (int first = base; first < base + many && first < cluster.face_count; first += lanes) {
        const std::uint32_t some = chosen & lane_bits;
        write_chosen(some, load(cluster.corners + first), kept + count);
        count += bits_set(some);
        chosen >>= lanes;
      }
      sorted.count[list] = count;
    };
    std::uint32_t left = bits_above(sizes, 0);
    for (int size = 1; left != 0; ++size) {
      const std::uint32_t larger = size > largest_small ? 0 : bits_above(sizes, size);
      keep(left & ~larger, size > largest_small ? SortedFaces::large : size - 1);
      left = larger;
    }
  }
}

//! A bit for each of `lanes` small faces that lines leave by, or enter by, where `facing` says so. Twice the area
//! of a face as it is seen is positive where the outward normal has a positive depth component, there the line
//! leaves. It may wrap where there is no small face.
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

//! Drops the small faces that are not to be drawn.
void drop_facing_away(const PlacedVertices& placed, Facings facing, SortedFaces& sorted) {
  for (int size = 0; size < small_sizes; ++size) {
    PackedFace* faces = sorted.faces[size];
    const int count = sorted.count[size];
    int kept = 0;
    for (int first = 0; first < count; first += lanes) {
      const std::uint32_t there = count - first < lanes ? (1U << (count - first)) - 1 : ~0U;
      const std::uint32_t chosen = bits_facing(faces + first, placed, facing) & there & lane_bits;
      write_chosen(chosen, load(faces + first), faces + kept);
      kept += bits_set(chosen);
    }
    sorted.count[size] = kept;
  }
}

//! Where the last faces of a size and those of the next leave room for each other, they are drawn together.
void fill_lanes(SortedFaces& sorted) {
  for (int size = 0; size + 1 < small_sizes; ++size) {
    const int rest = sorted.count[size] % lanes, next = sorted.count[size + 1] % lanes;
    if (rest == 0 || next == 0 || rest + next > lanes) continue;
    sorted.count[size] -= rest;
    const PackedFace* from = sorted.faces[size] + sorted.count[size];
    PackedFace* to = sorted.faces[size + 1] + sorted.count[size + 1];
    for (int lane = 0; lane < lanes; ++lane) to[lane] = from[lane];  // more than the rest: one move
    sorted.count[size + 1] += rest;
  }
}

}  // namespace
}  // namespace intercusp::zlist::INTERCUSP_ISA
