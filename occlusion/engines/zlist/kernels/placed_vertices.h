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

//! As large as a register fetches at once.
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

//! The offset that first_centre adds before it truncates to a pixel.
inline std::int32_t up_to_centre(int shift) { return (1 << shift) - 1 - (1 << shift) / 2; }

//! First pixel whose centre is at or after a snapped coordinate, or after each of several.
template <class T>
inline T first_centre(const T& snapped, int shift) {
  return (snapped + up_to_centre(shift)) >> shift;
}

//! \return the origin of the cells, less the offset to the next centre
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

inline void store_vertices(const HalfInts& x, const HalfInts& y, const HalfFloats& depth,
                           PlacedVertex* vertices) {
#if defined(__AVX512F__)
  const __m512i of_first = _mm512_setr_epi32(0, 1, 16, 16, 2, 3, 17, 17, 4, 5, 18, 18, 6, 7, 19, 19);
  const __m512i of_next = _mm512_setr_epi32(8, 9, 20, 20, 10, 11, 21, 21, 12, 13, 22, 22, 14, 15, 23, 23);
  const auto wide = [](const HalfInts& numbers) {
    return _mm512_cvtepu32_epi64(reinterpret_cast<__m256i>(numbers));
  };
  const __m512i places = _mm512_or_si512(wide(x), _mm512_slli_epi64(wide(y), 32));
  const __m512i depths = _mm512_castps_si512(_mm512_castps256_ps512(depth));
  _mm512_store_si512(vertices, _mm512_permutex2var_epi32(places, of_first, depths));
  _mm512_store_si512(vertices + 4, _mm512_permutex2var_epi32(places, of_next, depths));
#elif defined(__AVX2__)
  const __m128i u = reinterpret_cast<__m128i>(x), v = reinterpret_cast<__m128i>(y);
  const __m128i places[2] = {_mm_unpacklo_epi32(u, v), _mm_unpackhi_epi32(u, v)};
  const __m128i depths[2] = {_mm_castps_si128(_mm_unpacklo_ps(depth, depth)),
                             _mm_castps_si128(_mm_unpackhi_ps(depth, depth))};
  auto* const to = reinterpret_cast<__m128i*>(vertices);
  for (int pair = 0; pair < 2; ++pair) {
    _mm_store_si128(to + 2 * pair, _mm_unpacklo_epi64(places[pair], depths[pair]));
    _mm_store_si128(to + 2 * pair + 1, _mm_unpackhi_epi64(places[pair], depths[pair]));
  }
#else
  for (int lane = 0; lane < half_lanes; ++lane) {
    vertices[lane] = {{x[lane], y[lane]}, depth[lane], depth[lane]};
  }
#endif
}

//! Places the vertices and finds their cells.
void place_vertices(const ClusterView& cluster, const BandView& band, PlacedVertices& placed) {
  const Place origin = find_window(cluster, band, placed.window);
  HalfInts order;
  for (int lane = 0; lane < half_lanes; ++lane) order[lane] = lane;
  HalfInts any = {};
  for (int i = 0; i < cluster.vertex_count; i += half_lanes) {
    const Doubles x = load_doubles(cluster.x + i), y = load_doubles(cluster.y + i),
                  z = load_doubles(cluster.z + i);
    const auto of_row = [&](const double(&row)[4]) { return row[0] * x + row[1] * y + row[2] * z + row[3]; };
    const HalfInts u = rounded(of_row(band.x)), v = rounded(of_row(band.y));
    store_vertices(u, v, to_floats(of_row(band.depth)), placed.vertex + i);
    const HalfInts columns = (u - origin.x) >> band.shift, rows = (v - origin.y) >> band.shift;
    placed.cells.set(i, columns, rows);
    any |= (columns | rows) & (order < cluster.vertex_count - i);  // true is -1
  }
  std::int32_t beyond = 0;
  for (int lane = 0; lane < half_lanes; ++lane) beyond |= any[lane];
  placed.few_cells = (beyond & ~most_cells) == 0;
}

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
  // Instead of gathers, which fetch number by number: loads whole vertices and transposes four per lane of 128 bits.
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
