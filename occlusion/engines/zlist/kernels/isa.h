// The kernels of one generation of processors; the build names it (cmake/kernels.cmake).
#pragma once

#include "occlusion/engines/zlist/kernels/depth_key.h"
#include "occlusion/engines/zlist/kernels/kernels.h"

#ifdef __AVX512F__
#include <immintrin.h>
#else
#include "occlusion/engines/zlist/kernels/lanes.h"
#endif
#ifdef _MSC_VER
#include <intrin.h>
#endif

#ifndef INTERCUSP_ISA
#error "INTERCUSP_ISA names the instruction set that this file is compiled for"
#endif

namespace intercusp::zlist::INTERCUSP_ISA {

static inline int bits_set(std::uint32_t bits) {
#ifdef _MSC_VER
  return static_cast<int>(__popcnt(bits));
#else
  return __builtin_popcount(bits);
#endif
}

#ifndef __AVX512F__
//! A bit for each of sixteen numbers that `test` gives -1 for rather than 0.
template <class Test>
static inline std::uint32_t bits_where(const std::int32_t* numbers, const Test& test) {
  std::uint32_t bits = 0;
  for (int first = 0; first < 16; first += lanes) bits |= top_bits(test(load(numbers + first))) << first;
  return bits;
}
#endif

//! A bit for each of sixteen numbers that is not 0.
static inline std::uint32_t bits_of(const std::int32_t* numbers) {
#ifdef __AVX512F__
  const __m512i all = _mm512_loadu_si512(numbers);
  return _mm512_test_epi32_mask(all, all);
#else
  return bits_where(numbers, [](const Ints& some) { return some != 0; });
#endif
}

//! A bit for each of sixteen numbers that is above `limit`.
static inline std::uint32_t bits_above(const std::int32_t* numbers, std::int32_t limit) {
#ifdef __AVX512F__
  return _mm512_cmpgt_epi32_mask(_mm512_loadu_si512(numbers), _mm512_set1_epi32(limit));
#else
  return bits_where(numbers, [limit](const Ints& some) { return some > limit; });
#endif
}

//! Writes those of sixteen 4-byte values whose bit is set, one after another. Writes sixteen whatever it
//! keeps.
template <class T>
static inline void append_chosen(std::uint32_t chosen, const T* values, T* out) {
  static_assert(sizeof(T) == 4);
#ifdef __AVX512F__
  const __m512i all = _mm512_loadu_si512(values);
  _mm512_storeu_si512(out, _mm512_maskz_compress_epi32(static_cast<__mmask16>(chosen), all));
#else
  for (int first = 0; first < 16; first += lanes) {
    const std::uint32_t some = chosen >> first & ((1U << lanes) - 1);
    write_chosen(some, load(values + first), out);
    out += bits_set(some);
  }
#endif
}

//! Appends those of sixteen values whose kind is `wanted`. Writes up to sixteen whatever it keeps.
//! \return how many were kept
static inline int append_equal(const std::uint32_t* values, const std::int32_t* kinds, std::int32_t wanted,
                               std::uint32_t* out) {
#ifdef __AVX512F__
  const __mmask16 kept = _mm512_cmpeq_epi32_mask(_mm512_loadu_si512(kinds), _mm512_set1_epi32(wanted));
  _mm512_storeu_si512(out, _mm512_maskz_compress_epi32(kept, _mm512_loadu_si512(values)));
  return __builtin_popcount(kept);
#else
  const std::uint32_t kept = bits_where(kinds, [wanted](const Ints& some) { return some == wanted; });
  append_chosen(kept, values, out);
  return bits_set(kept);
#endif
}

void draw_faces(const ClusterView& cluster, const BandView& band, const FragmentSink& sink);
void keep_last(const ClusterView& cluster, const BandView& band, WantedFaces wanted, std::uint64_t* keys);
bool compare_row(const RowLayers& layers, const CompareLimits& limits, const RowOfMap& map);

}  // namespace intercusp::zlist::INTERCUSP_ISA
