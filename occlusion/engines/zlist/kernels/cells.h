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

//! Boxes of small faces, in centres along the longer side: one, two, up to this.
constexpr int small_sizes = 6;
//! Most faces are of the first few sizes, or hold no centre at all.
constexpr int usual_sizes = 3;

//! The first centre at or after a vertex: column and row of the band, 16 bits each. Kept within a margin
//! about the window and counted from there, so that neither is negative; a face that reaches from the window
//! beyond the margin is larger than a small one.
using Cell = std::uint32_t;
constexpr std::int32_t cell_margin = small_sizes + 2;
//! Maps wider than this have no cells: the columns would not fit.
constexpr std::int32_t widest_in_cells = 32'767 - 2 * cell_margin;

inline Cell cell_of(std::int32_t column, std::int32_t row) {
  return static_cast<Cell>(column + cell_margin) | static_cast<Cell>(row + cell_margin) << 16;
}

//! The window's first cell, and one past the last both ways.
struct CellWindow {
  Cell begin, end;
};

//! Of sixteen faces: how many centres the box spans along its longer side, those of the margin too; 0 where
//! it holds no centre of the window.
inline void find_sizes(const PackedFace* __restrict faces, const Cell* __restrict cells, CellWindow window,
                       std::int32_t* __restrict sizes) {
#ifdef __AVX512BW__
  const __m512i packed = _mm512_loadu_si512(faces);
  const __m512i byte = _mm512_set1_epi32(0xFF), half = _mm512_set1_epi32(0xFFFF);
  const auto cell_at = [&](__m512i corners) {
    return _mm512_i32gather_epi32(_mm512_and_si512(corners, byte), cells, sizeof(Cell));
  };
  const __m512i a = cell_at(packed), b = cell_at(_mm512_srli_epi32(packed, 8)),
                c = cell_at(_mm512_srli_epi32(packed, 16));
  // Columns and rows at once.
  const __m512i low = _mm512_min_epu16(_mm512_min_epu16(a, b), c);
  const __m512i high = _mm512_max_epu16(_mm512_max_epu16(a, b), c);
  const __m512i span = _mm512_sub_epi16(high, low);
  const __m512i seen =
      _mm512_subs_epu16(_mm512_min_epu16(high, _mm512_set1_epi32(static_cast<int>(window.end))),
                        _mm512_max_epu16(low, _mm512_set1_epi32(static_cast<int>(window.begin))));
  const __mmask16 seen_at_all =
      _mm512_mask_test_epi32_mask(_mm512_test_epi32_mask(seen, half), seen, _mm512_slli_epi32(half, 16));
  _mm512_storeu_si512(
      sizes, _mm512_maskz_max_epi32(seen_at_all, _mm512_and_si512(span, half), _mm512_srli_epi32(span, 16)));
#else
  const auto column_of = [](Cell cell) { return static_cast<std::int32_t>(cell & 0xFFFF); };
  const auto row_of = [](Cell cell) { return static_cast<std::int32_t>(cell >> 16); };
  for (int lane = 0; lane < padded_faces; ++lane) {
    const Cell a = cells[corner_of(faces[lane], 0)];
    const Cell b = cells[corner_of(faces[lane], 1)];
    const Cell c = cells[corner_of(faces[lane], 2)];
    const std::int32_t column = least(least(column_of(a), column_of(b)), column_of(c));
    const std::int32_t end_column = most(most(column_of(a), column_of(b)), column_of(c));
    const std::int32_t row = least(least(row_of(a), row_of(b)), row_of(c));
    const std::int32_t end_row = most(most(row_of(a), row_of(b)), row_of(c));
    const std::int32_t seen =
        (most(column, column_of(window.begin)) < least(end_column, column_of(window.end))) &
        (most(row, row_of(window.begin)) < least(end_row, row_of(window.end)));
    sizes[lane] = seen != 0 ? most(end_column - column, end_row - row) : 0;
  }
#endif
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
