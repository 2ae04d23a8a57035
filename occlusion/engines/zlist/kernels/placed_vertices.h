// Places the vertices of a cluster over a band of the map, and fetches the corners of several faces at once.
//
// Internal to draw_faces.cpp.
#pragma once

#include "occlusion/engines/zlist/kernels/cells.h"
#include "occlusion/engines/zlist/kernels/isa.h"

namespace intercusp::zlist::INTERCUSP_ISA {
namespace {

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

}  // namespace
}  // namespace intercusp::zlist::INTERCUSP_ISA
