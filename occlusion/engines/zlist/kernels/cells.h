// Number of pixel centres in the boxes of faces, from the cells of their corners: drops most faces smaller
// than a pixel for a few instructions each.
//
// Internal to draw_faces.cpp.
#pragma once

#include "occlusion/engines/zlist/kernels/isa.h"

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

inline std::int32_t corner_of(PackedFace face, int corner) {
  return static_cast<std::int32_t>(face >> (8 * corner) & 0xFFU);
}

//! The face's place in its cluster. Signed: the compiler gathers by signed numbers.
inline std::int32_t place_of(PackedFace face) { return static_cast<std::int32_t>(face >> 24); }

//! Boxes of small faces, in centres along the longer side: one, two, up to this.
constexpr int small_sizes = 6;
//! Most faces are of the first few sizes, or hold no centre at all.
constexpr int usual_sizes = 3;

//! The first centre at or after a vertex: column and row, 8 bits each, counted so that the cluster's vertex 0
//! is at `middle_cell` both ways.
using Cell = std::uint16_t;
constexpr std::int32_t middle_cell = 128;
constexpr std::int32_t most_cells = 255;

//! What lies in the window: from its first column and row to before its last, in cells of a cluster.
struct CellWindow {
  std::int32_t column, row, end_column, end_row;
};
inline Cell cell_of(std::int32_t column, std::int32_t row) { return static_cast<Cell>(column | row << 8); }

constexpr int sieved_faces = 32;  // at a time
constexpr int table_vertices = 128;

#ifdef __AVX512BW__
//! Looks cells up in registers: of 32 faces a corner at once, where a gather fetches one after the other.
class CellTable {
 public:
  //! \pre `cells` holds `table_vertices`, of which `count` are used
  CellTable(const Cell* cells, int count) : large_(count > table_vertices / 2) {
    for (int i = 0; i < 4; ++i) part_[i] = _mm512_loadu_si512(cells + 32 * i);
  }
  //! \param vertices in the low bits of 16 each
  [[nodiscard]] __m512i at(__m512i vertices) const {
    const __m512i low = _mm512_permutex2var_epi16(part_[0], vertices, part_[1]);
    if (!large_) return low;
    const __m512i high = _mm512_permutex2var_epi16(part_[2], vertices, part_[3]);
    return _mm512_mask_blend_epi16(_mm512_test_epi16_mask(vertices, _mm512_set1_epi16(table_vertices / 2)),
                                   low, high);
  }

 private:
  __m512i part_[4];
  bool large_;
};

//! As find_sizes, of a whole cluster.
inline void find_sizes_by_table(const ClusterView& cluster, const Cell* cells, const CellWindow& window,
                                std::int32_t* __restrict sizes) {
  const CellTable table(cells, cluster.vertex_count);
  const __m512i begin = _mm512_set1_epi16(static_cast<short>(cell_of(window.column, window.row)));
  const __m512i end = _mm512_set1_epi16(static_cast<short>(cell_of(window.end_column, window.end_row)));
  constexpr __mmask32 odd = 0xAAAA'AAAAU;
  for (int base = 0; base < cluster.face_count; base += sieved_faces) {
    // Two faces to a lane of 32 bits; what stands above a corner's own bits is not looked at.
    const __m512i even_faces = _mm512_loadu_si512(cluster.corners + base);
    const __m512i odd_faces = base + padded_faces < cluster.face_count
                                  ? _mm512_loadu_si512(cluster.corners + base + padded_faces)
                                  : _mm512_setzero_si512();
    const __m512i a = table.at(_mm512_mask_blend_epi16(odd, even_faces, _mm512_slli_epi32(odd_faces, 16)));
    const __m512i b = table.at(
        _mm512_mask_blend_epi16(odd, _mm512_srli_epi32(even_faces, 8), _mm512_slli_epi32(odd_faces, 8)));
    const __m512i c = table.at(_mm512_mask_blend_epi16(odd, _mm512_srli_epi32(even_faces, 16), odd_faces));
    // Columns and rows at once.
    const __m512i low = _mm512_min_epu8(_mm512_min_epu8(a, b), c);
    const __m512i high = _mm512_max_epu8(_mm512_max_epu8(a, b), c);
    const __m512i span = _mm512_sub_epi8(high, low);
    const __m512i seen = _mm512_subs_epu8(_mm512_min_epu8(high, end), _mm512_max_epu8(low, begin));
    const __m512i seen_both_ways = _mm512_min_epu8(seen, _mm512_srli_epi16(seen, 8));
    const __m512i size =
        _mm512_and_si512(_mm512_max_epu8(span, _mm512_srli_epi16(span, 8)), _mm512_set1_epi16(most_cells));
    const __m512i seen_sizes =
        _mm512_maskz_mov_epi16(_mm512_test_epi16_mask(seen_both_ways, seen_both_ways), size);
    _mm512_storeu_si512(sizes + base, _mm512_and_si512(seen_sizes, _mm512_set1_epi32(0xFFFF)));
    _mm512_storeu_si512(sizes + base + padded_faces, _mm512_srli_epi32(seen_sizes, 16));
  }
}
#endif

//! Of a cluster's faces: how many centres the box spans along its longer side, those beyond the window too; 0
//! where it holds no centre of the window.
inline void find_sizes(const ClusterView& cluster, const Cell* __restrict cells, const CellWindow& window,
                       std::int32_t* __restrict sizes) {
#ifdef __AVX512BW__
  if (cluster.vertex_count <= table_vertices) return find_sizes_by_table(cluster, cells, window, sizes);
#endif
  const auto column_of = [](Cell cell) { return static_cast<std::int32_t>(cell & 0xFF); };
  const auto row_of = [](Cell cell) { return static_cast<std::int32_t>(cell >> 8); };
  for (int face = 0; face < cluster.face_count; ++face) {
    const Cell a = cells[corner_of(cluster.corners[face], 0)];
    const Cell b = cells[corner_of(cluster.corners[face], 1)];
    const Cell c = cells[corner_of(cluster.corners[face], 2)];
    const std::int32_t column = least(least(column_of(a), column_of(b)), column_of(c));
    const std::int32_t end_column = most(most(column_of(a), column_of(b)), column_of(c));
    const std::int32_t row = least(least(row_of(a), row_of(b)), row_of(c));
    const std::int32_t end_row = most(most(row_of(a), row_of(b)), row_of(c));
    const std::int32_t seen = (most(column, window.column) < least(end_column, window.end_column)) &
                              (most(row, window.row) < least(end_row, window.end_row));
    sizes[face] = seen != 0 ? most(end_column - column, end_row - row) : 0;
  }
}

inline bool any_above(const std::int32_t* sizes, std::int32_t limit) {
#ifdef __AVX512F__
  return _mm512_cmpgt_epi32_mask(_mm512_loadu_si512(sizes), _mm512_set1_epi32(limit)) != 0;
#else
  std::int32_t above = 0;
  for (int lane = 0; lane < padded_faces; ++lane) above |= sizes[lane] > limit ? 1 : 0;
  return above != 0;
#endif
}

}  // namespace
}  // namespace intercusp::zlist::INTERCUSP_ISA
