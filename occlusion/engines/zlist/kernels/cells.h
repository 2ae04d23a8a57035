// Counts the pixel centres in the boxes of faces, from the cells of their corners. This drops most faces
// smaller than a pixel for a few instructions each.
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

//! Index of the face in its cluster. Signed, because the compiler gathers by signed numbers.
inline std::int32_t place_of(PackedFace face) { return static_cast<std::int32_t>(face >> 24); }

//! Small faces are sorted by the number of centres along the longer side of their boxes: 1, 2, … up to this.
constexpr int small_sizes = 6;

#ifdef __AVX512BW__
//! Column and row in one number.
inline std::uint16_t cell_of(std::int32_t column, std::int32_t row) {
  return static_cast<std::uint16_t>(column | row << 8);
}
#endif

//! For each vertex of a cluster, the column and row of the first centre at or after it, 8 bits each, counted
//! so that vertex 0 is at `middle_cell` in both.
struct alignas(64) Cells {
#ifdef __AVX512BW__
  std::uint16_t cells[cluster_vertices];
  void set(int first, const HalfInts& columns, const HalfInts& rows) {
    _mm_store_si128(reinterpret_cast<__m128i*>(cells + first),
                    _mm256_cvtepi32_epi16(reinterpret_cast<__m256i>(columns | rows << 8)));
  }
  [[nodiscard]] std::int32_t column(int vertex) const { return cells[vertex] & 0xFF; }
  [[nodiscard]] std::int32_t row(int vertex) const { return cells[vertex] >> 8; }
#else
  std::uint8_t columns[cluster_vertices], rows[cluster_vertices];
  void set(int first, const HalfInts& some_columns, const HalfInts& some_rows) {
#ifdef __AVX2__
    const __m128i both =
        _mm_packus_epi32(reinterpret_cast<__m128i>(some_columns), reinterpret_cast<__m128i>(some_rows));
    const __m128i bytes = _mm_packus_epi16(both, both);
    _mm_storeu_si32(columns + first, bytes);
    _mm_storeu_si32(rows + first, _mm_srli_si128(bytes, 4));
#else
    for (int lane = 0; lane < half_lanes; ++lane) {
      columns[first + lane] = static_cast<std::uint8_t>(some_columns[lane]);
      rows[first + lane] = static_cast<std::uint8_t>(some_rows[lane]);
    }
#endif
  }
  [[nodiscard]] std::int32_t column(int vertex) const { return columns[vertex]; }
  [[nodiscard]] std::int32_t row(int vertex) const { return rows[vertex]; }
#endif
};
constexpr std::int32_t middle_cell = 128;
constexpr std::int32_t most_cells = 255;

//! The window in the cells of a cluster, from its first column and row to one past its last.
struct CellWindow {
  std::int32_t column, row, end_column, end_row;
};

constexpr int table_vertices = 128;

#ifdef __AVX512BW__
//! Looks cells up in registers: one corner of 32 faces at once, while a gather fetches them one by one.
class CellTable {
 public:
  //! \pre `cells` has `table_vertices` entries, of which `count` are used
  CellTable(const Cells& cells, int count) : large_(count > table_vertices / 2) {
    for (int i = 0; i < 4; ++i) part_[i] = _mm512_loadu_si512(cells.cells + 32 * i);
  }
  //! \param vertices in the low bits of each 16-bit lane
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

//! As find_sizes, for a whole cluster.
inline void find_sizes_by_table(const ClusterView& cluster, const Cells& cells, const CellWindow& window,
                                std::uint8_t* __restrict sizes) {
  const CellTable table(cells, cluster.vertex_count);
  const __m512i begin = _mm512_set1_epi16(static_cast<short>(cell_of(window.column, window.row)));
  const __m512i end = _mm512_set1_epi16(static_cast<short>(cell_of(window.end_column, window.end_row)));
  constexpr __mmask32 odd = 0xAAAA'AAAAU;
  for (int base = 0; base < cluster.face_count; base += many) {
    // Two faces per 32-bit lane; bits above those of a corner are ignored.
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
    _mm_store_si128(reinterpret_cast<__m128i*>(sizes + base), _mm512_cvtepi32_epi8(seen_sizes));
    _mm_store_si128(reinterpret_cast<__m128i*>(sizes + base + padded_faces),
                    _mm512_cvtepi32_epi8(_mm512_srli_epi32(seen_sizes, 16)));
  }
}
#elif defined(__AVX2__)
//! Columns and rows of 32 vertices.
struct ManyCells {
  __m256i columns, rows;
};

//! Looks cells up in registers, because a gather fetches them one by one.
class CellTable {
 public:
  //! \pre `cells` has `table_vertices` entries, of which `count` are used
  CellTable(const Cells& cells, int count) : large_(count > table_vertices / 2) {
    const auto part = [](const std::uint8_t* bytes, int i) {
      const auto* const some = reinterpret_cast<const __m128i*>(bytes + part_vertices * i);
      return _mm256_broadcastsi128_si256(_mm_load_si128(some));
    };
    for (int i = 0; i < (large_ ? parts : parts / 2); ++i) {
      columns_[i] = part(cells.columns, i);
      rows_[i] = part(cells.rows, i);
    }
  }
  //! \param vertices one byte each
  [[nodiscard]] ManyCells at(__m256i vertices) const {
    // The top bit of a byte chooses between two tables.
    const __m256i odd = _mm256_slli_epi16(vertices, 3), second_pair = _mm256_slli_epi16(vertices, 2);
    const auto of_four = [&](const __m256i* table) {
      const auto looked_up = [&](int i) { return _mm256_shuffle_epi8(table[i], vertices); };
      return _mm256_blendv_epi8(_mm256_blendv_epi8(looked_up(0), looked_up(1), odd),
                                _mm256_blendv_epi8(looked_up(2), looked_up(3), odd), second_pair);
    };
    if (!large_) return {of_four(columns_), of_four(rows_)};
    const __m256i second_half = _mm256_slli_epi16(vertices, 1);
    return {_mm256_blendv_epi8(of_four(columns_), of_four(columns_ + 4), second_half),
            _mm256_blendv_epi8(of_four(rows_), of_four(rows_ + 4), second_half)};
  }

 private:
  static constexpr int part_vertices = 16, parts = table_vertices / part_vertices;
  __m256i columns_[parts], rows_[parts];
  bool large_;
};

//! Corners of 32 faces, one byte each: faces 0 to 3, 8 to 11, 16 to 19, 24 to 27, then those between them.
struct ManyCorners {
  __m256i a, b, c;
};
inline ManyCorners corners_of(const PackedFace* faces, bool only_half) {
  const __m256i by_corner = _mm256_setr_epi8(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15, 0, 4, 8,
                                             12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15);
  const auto eight = [&](int i) {
    return _mm256_shuffle_epi8(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(faces + 8 * i)),
                               by_corner);
  };
  const __m256i none = _mm256_setzero_si256();
  const __m256i first = eight(0), second = eight(1);
  const __m256i third = only_half ? none : eight(2), fourth = only_half ? none : eight(3);
  const __m256i ab = _mm256_unpacklo_epi32(first, second), ab_next = _mm256_unpacklo_epi32(third, fourth);
  const __m256i c = _mm256_unpackhi_epi32(first, second), c_next = _mm256_unpackhi_epi32(third, fourth);
  return {_mm256_unpacklo_epi64(ab, ab_next), _mm256_unpackhi_epi64(ab, ab_next),
          _mm256_unpacklo_epi64(c, c_next)};
}

inline __m256i least_of(__m256i a, __m256i b, __m256i c) { return _mm256_min_epu8(_mm256_min_epu8(a, b), c); }
inline __m256i most_of(__m256i a, __m256i b, __m256i c) { return _mm256_max_epu8(_mm256_max_epu8(a, b), c); }

//! As find_sizes, for a whole cluster.
inline void find_sizes_by_table(const ClusterView& cluster, const Cells& cells, const CellWindow& window,
                                std::uint8_t* __restrict sizes) {
  const CellTable table(cells, cluster.vertex_count);
  const auto all = [](std::int32_t cell) { return _mm256_set1_epi8(static_cast<char>(cell)); };
  const __m256i column = all(window.column), end_column = all(window.end_column);
  const __m256i row = all(window.row), end_row = all(window.end_row);
  const __m256i in_order = _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7);
  for (int base = 0; base < cluster.face_count; base += many) {
    const ManyCorners corners = corners_of(cluster.corners + base, base + padded_faces >= cluster.face_count);
    const ManyCells a = table.at(corners.a), b = table.at(corners.b), c = table.at(corners.c);
    const __m256i left = least_of(a.columns, b.columns, c.columns);
    const __m256i right = most_of(a.columns, b.columns, c.columns);
    const __m256i top = least_of(a.rows, b.rows, c.rows), bottom = most_of(a.rows, b.rows, c.rows);
    const __m256i seen =
        _mm256_min_epu8(_mm256_subs_epu8(_mm256_min_epu8(right, end_column), _mm256_max_epu8(left, column)),
                        _mm256_subs_epu8(_mm256_min_epu8(bottom, end_row), _mm256_max_epu8(top, row)));
    const __m256i size = _mm256_max_epu8(_mm256_sub_epi8(right, left), _mm256_sub_epi8(bottom, top));
    const __m256i unseen = _mm256_cmpeq_epi8(seen, _mm256_setzero_si256());
    _mm256_store_si256(reinterpret_cast<__m256i*>(sizes + base),
                       _mm256_permutevar8x32_epi32(_mm256_andnot_si256(unseen, size), in_order));
  }
}
#endif

//! For each face of a cluster: how many centres its box spans along its longer side, including those beyond
//! the window; 0 if the box contains no centre of the window.
inline void find_sizes(const ClusterView& cluster, const Cells& cells, const CellWindow& window,
                       std::uint8_t* __restrict sizes) {
#ifdef __AVX2__
  if (cluster.vertex_count <= table_vertices) return find_sizes_by_table(cluster, cells, window, sizes);
#endif
  for (int face = 0; face < cluster.face_count; ++face) {
    const std::int32_t a = corner_of(cluster.corners[face], 0), b = corner_of(cluster.corners[face], 1),
                       c = corner_of(cluster.corners[face], 2);
    const std::int32_t column = least(least(cells.column(a), cells.column(b)), cells.column(c));
    const std::int32_t end_column = most(most(cells.column(a), cells.column(b)), cells.column(c));
    const std::int32_t row = least(least(cells.row(a), cells.row(b)), cells.row(c));
    const std::int32_t end_row = most(most(cells.row(a), cells.row(b)), cells.row(c));
    const bool is_seen = most(column, window.column) < least(end_column, window.end_column) &&
                         most(row, window.row) < least(end_row, window.end_row);
    const std::int32_t size = most(end_column - column, end_row - row);
    sizes[face] = static_cast<std::uint8_t>(is_seen ? size : 0);
  }
}

}  // namespace
}  // namespace intercusp::zlist::INTERCUSP_ISA
