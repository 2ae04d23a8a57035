// Small faces with AVX-512, sixteen at a time.
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

//! Vectors of 16 faces whose x and y, 16 bits each, are reckoned together. Small faces span less than
//! `small_extent`, so that differences of their corners fit, whatever is lost above the low 16 bits.
namespace pairs {

constexpr __mmask32 all_y = 0xAAAA'AAAAU;

inline __m512i x_of(__m512i pair) { return _mm512_srai_epi32(_mm512_slli_epi32(pair, 16), 16); }
inline __m512i y_of(__m512i pair) { return _mm512_srai_epi32(pair, 16); }
inline __m512i pair_of(__m512i x, __m512i y) {
  return _mm512_mask_blend_epi16(all_y, x, _mm512_slli_epi32(y, 16));
}
inline __m512i negated(__m512i pair) { return _mm512_sub_epi16(_mm512_setzero_si512(), pair); }

//! a.x b.y - a.y b.x
inline __m512i cross(__m512i a, __m512i b) {
  const __m512i a_turned = _mm512_mask_sub_epi16(a, all_y, _mm512_setzero_si512(), a);
  return _mm512_madd_epi16(a_turned, _mm512_rol_epi32(b, 16));
}

//! `value` less edge_bias: y << 16 outweighs x.
inline __m512i less_bias(__m512i value, __m512i edge) {
  const __m512i side = _mm512_sub_epi32(_mm512_slli_epi32(y_of(edge), 16), x_of(edge));
  const __mmask16 biased = _mm512_cmpge_epi32_mask(side, _mm512_setzero_si512());
  return _mm512_mask_sub_epi32(value, biased, value, _mm512_set1_epi32(1));
}

inline __m512i first_centres(__m512i snapped, int shift) {
  const __m512i moved = _mm512_add_epi32(snapped, _mm512_set1_epi32((1 << shift) - 1 - (1 << shift) / 2));
  return _mm512_sra_epi32(moved, _mm_cvtsi32_si128(shift));
}

}  // namespace pairs

//! Sixteen faces seen from their corner a, in pairs.
struct FacesFromA {
  __m512i b, c;           // corners
  __m512i first;          // the first centre of the box within the window
  __m512i columns, rows;  // of the box within the window
  __m512i first_pixel;
};

inline FacesFromA seen_from_a(__m512i a, __m512i b, __m512i c, const BandView& band,
                              const PlacedVertices& placed) {
  const int shift = band.shift;
  const __m128i by_shift = _mm_cvtsi32_si128(shift);
  const __m512i zero = _mm512_setzero_si512();
  const __m512i less_than_step = _mm512_set1_epi16(static_cast<short>((1 << shift) - 1));
  const __m512i half = _mm512_set1_epi16(static_cast<short>((1 << shift) / 2));
  const __m512i pa = _mm512_i32gather_epi32(a, placed.steps, 4);
  FacesFromA faces;
  faces.b = _mm512_sub_epi16(_mm512_i32gather_epi32(b, placed.steps, 4), pa);
  faces.c = _mm512_sub_epi16(_mm512_i32gather_epi32(c, placed.steps, 4), pa);
  const __m512i low = _mm512_min_epi16(_mm512_min_epi16(faces.b, faces.c), zero);
  const __m512i high = _mm512_max_epi16(_mm512_max_epi16(faces.b, faces.c), zero);
  // Centres lie a whole number of steps apart, and steps divide what is lost.
  const auto to_centre = [&](__m512i from) {
    return _mm512_and_si512(_mm512_sub_epi16(half, from), less_than_step);
  };
  const __m512i first = _mm512_add_epi16(low, to_centre(_mm512_add_epi16(pa, low)));
  const __m512i cells_from_a = _mm512_sra_epi16(_mm512_sub_epi16(first, to_centre(pa)), by_shift);
  const __m512i cells =
      _mm512_sra_epi16(_mm512_add_epi16(_mm512_sub_epi16(high, first), less_than_step), by_shift);

  const __m512i places_low = _mm512_i32gather_epi64(_mm512_castsi512_si256(a), placed.place, 8);
  const __m512i places_high = _mm512_i32gather_epi64(_mm512_extracti64x4_epi64(a, 1), placed.place, 8);
  const __m512i even = _mm512_set_epi32(30, 28, 26, 24, 22, 20, 18, 16, 14, 12, 10, 8, 6, 4, 2, 0);
  const __m512i odd = _mm512_add_epi32(even, _mm512_set1_epi32(1));
  const __m512i xa = _mm512_permutex2var_epi32(places_low, even, places_high);
  const __m512i ya = _mm512_permutex2var_epi32(places_low, odd, places_high);
  const __m512i column = _mm512_add_epi32(pairs::first_centres(xa, shift), pairs::x_of(cells_from_a));
  const __m512i row =
      _mm512_add_epi32(_mm512_sub_epi32(pairs::first_centres(ya, shift), _mm512_set1_epi32(band.first_row)),
                       pairs::y_of(cells_from_a));
  const __m512i seen_column = _mm512_max_epi32(column, zero), seen_row = _mm512_max_epi32(row, zero);
  const __m512i width = _mm512_set1_epi32(band.width);
  const __m512i height = _mm512_set1_epi32(band.end_row - band.first_row);
  faces.columns =
      _mm512_sub_epi32(_mm512_min_epi32(_mm512_add_epi32(column, pairs::x_of(cells)), width), seen_column);
  faces.rows =
      _mm512_sub_epi32(_mm512_min_epi32(_mm512_add_epi32(row, pairs::y_of(cells)), height), seen_row);
  const __m512i beyond =
      pairs::pair_of(_mm512_sub_epi32(seen_column, column), _mm512_sub_epi32(seen_row, row));
  faces.first = _mm512_add_epi16(first, _mm512_sll_epi16(beyond, by_shift));
  faces.first_pixel = _mm512_add_epi32(_mm512_mullo_epi32(seen_row, width), seen_column);
  return faces;
}

inline void set_up_edge(int edge, __m512i along, __m512i from_start, int shift, SmallFaces& small) {
  const __m128i by_shift = _mm_cvtsi32_si128(shift);
  _mm512_store_si512(small.edge[edge], pairs::less_bias(pairs::cross(along, from_start), along));
  _mm512_store_si512(small.per_row[edge], _mm512_sll_epi32(pairs::x_of(along), by_shift));
  _mm512_store_si512(
      small.per_column[edge],
      _mm512_sub_epi32(_mm512_setzero_si512(), _mm512_sll_epi32(pairs::y_of(along), by_shift)));
}

//! As written out for one face below.
inline void set_up_small(const ClusterView& cluster, const PackedFace* __restrict packed_faces,
                         const BandView& band, const PlacedVertices& __restrict placed,
                         SmallFaces& __restrict small) {
  const __m512i packed = _mm512_loadu_si512(packed_faces);
  const __m512i byte = _mm512_set1_epi32(0xFF);
  const __m512i a = _mm512_and_si512(packed, byte);
  const __m512i b = _mm512_and_si512(_mm512_srli_epi32(packed, 8), byte);
  const __m512i c = _mm512_and_si512(_mm512_srli_epi32(packed, 16), byte);
  const FacesFromA faces = seen_from_a(a, b, c, band, placed);
  _mm512_store_si512(small.columns, faces.columns);
  _mm512_store_si512(small.rows, faces.rows);
  _mm512_store_si512(small.first_pixel, faces.first_pixel);

  const __m512i area = pairs::cross(faces.b, faces.c);
  const __mmask16 leaves = _mm512_cmpgt_epi32_mask(area, _mm512_setzero_si512());
  const __m512i numbers = _mm512_i32gather_epi32(_mm512_srli_epi32(packed, 24), cluster.faces, 4);
  _mm512_store_si512(
      small.exit_face,
      _mm512_mask_or_epi32(numbers, leaves, numbers, _mm512_set1_epi32(static_cast<std::int32_t>(exit_bit))));
  const __m512i s = _mm512_mask_blend_epi32(leaves, faces.c, faces.b);
  const __m512i t = _mm512_mask_blend_epi32(leaves, faces.b, faces.c);
  set_up_edge(0, s, faces.first, band.shift, small);
  set_up_edge(1, _mm512_sub_epi16(t, s), _mm512_sub_epi16(faces.first, s), band.shift, small);
  set_up_edge(2, pairs::negated(t), faces.first, band.shift, small);

  const __m512 da = _mm512_i32gather_ps(a, placed.depth, 4);
  const __m512 db = _mm512_i32gather_ps(b, placed.depth, 4);
  const __m512 dc = _mm512_i32gather_ps(c, placed.depth, 4);
  const __m512 bd = _mm512_sub_ps(db, da), cd = _mm512_sub_ps(dc, da);
  const auto x_of = [](__m512i pair) { return _mm512_cvtepi32_ps(pairs::x_of(pair)); };
  const auto y_of = [](__m512i pair) { return _mm512_cvtepi32_ps(pairs::y_of(pair)); };
  const __m512 per_area = _mm512_div_ps(_mm512_set1_ps(1), _mm512_cvtepi32_ps(area));
  const __m512 per_x = _mm512_mul_ps(
      _mm512_sub_ps(_mm512_mul_ps(bd, y_of(faces.c)), _mm512_mul_ps(cd, y_of(faces.b))), per_area);
  const __m512 per_y = _mm512_mul_ps(
      _mm512_sub_ps(_mm512_mul_ps(cd, x_of(faces.b)), _mm512_mul_ps(bd, x_of(faces.c))), per_area);
  const __m512 from_a =
      _mm512_add_ps(_mm512_mul_ps(per_x, x_of(faces.first)), _mm512_mul_ps(per_y, y_of(faces.first)));
  const __m512 steps = _mm512_set1_ps(static_cast<float>(1 << band.shift));
  _mm512_store_ps(small.depth, _mm512_add_ps(da, from_a));
  _mm512_store_ps(small.depth_per_column, _mm512_mul_ps(per_x, steps));
  _mm512_store_ps(small.depth_per_row, _mm512_mul_ps(per_y, steps));
  _mm512_store_ps(small.low, _mm512_min_ps(_mm512_min_ps(da, db), dc));
  _mm512_store_ps(small.high, _mm512_max_ps(_mm512_max_ps(da, db), dc));
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
