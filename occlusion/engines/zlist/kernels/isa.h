// Building blocks of the kernels for one generation of processors; the build names it (cmake/kernels.cmake).
#pragma once

#include <cstdint>

#include "occlusion/engines/zlist/kernels/depth_key.h"
#include "occlusion/engines/zlist/kernels/kernels.h"

#if defined(__AVX2__) || defined(__SSE2__)
#include <immintrin.h>
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

void draw_faces(const ClusterView& cluster, const BandView& band, const FragmentSink& sink);
void keep_last(const ClusterView& cluster, const BandView& band, WantedFaces wanted, std::uint64_t* keys);
bool compare_row(const RowLayers& layers, const CompareLimits& limits, const RowOfMap& map);

// A register holds this many numbers: sixteen with AVX-512, eight with AVX2, else four.

#if defined(__AVX512F__)
constexpr int lanes = 16;
#elif defined(__AVX2__)
constexpr int lanes = 8;
#else
constexpr int lanes = 4;
#endif

//! One bit for each lane.
constexpr std::uint32_t lane_bits = (1U << lanes) - 1;

typedef std::int32_t Ints __attribute__((vector_size(4 * lanes)));  // with `using` it would be ignored
typedef std::uint32_t Bits __attribute__((vector_size(4 * lanes)));
typedef float Floats __attribute__((vector_size(4 * lanes)));

// Half as many numbers, which fill a register in double precision.
constexpr int half_lanes = lanes / 2;
typedef double Doubles __attribute__((vector_size(8 * half_lanes)));
typedef float HalfFloats __attribute__((vector_size(4 * half_lanes)));
typedef std::int32_t HalfInts __attribute__((vector_size(4 * half_lanes)));

static inline Ints load(const void* numbers) {
  Ints loaded;
  __builtin_memcpy(&loaded, numbers, sizeof loaded);
  return loaded;
}

static inline Floats to_floats(const Ints& numbers) { return __builtin_convertvector(numbers, Floats); }

static inline Doubles load_doubles(const float* numbers) {
  HalfFloats loaded;
  __builtin_memcpy(&loaded, numbers, sizeof loaded);
  // The compiler would convert them in two halves.
#if defined(__AVX512F__)
  return _mm512_cvtps_pd(loaded);
#elif defined(__AVX2__)
  return _mm256_cvtps_pd(loaded);
#else
  return __builtin_convertvector(loaded, Doubles);
#endif
}
static inline HalfFloats to_floats(const Doubles& numbers) {
#if defined(__AVX512F__)
  return _mm512_cvtpd_ps(numbers);
#elif defined(__AVX2__)
  return _mm256_cvtpd_ps(numbers);
#else
  return __builtin_convertvector(numbers, HalfFloats);
#endif
}

//! The nearest integer, ties to even, in the low 32 bits.
//! \pre |value| < 2^31
static inline std::int64_t rounded_bits(double value) {
  // 1.5 · 2^52, about which the last bit of a double counts ones.
  constexpr double magic = 6755399441055744.0;
  const double moved = value + magic;
  std::int64_t bits;
  __builtin_memcpy(&bits, &moved, sizeof bits);
  return bits;
}
static inline HalfInts rounded(const Doubles& values) {
#if defined(__AVX512F__)
  return reinterpret_cast<HalfInts>(_mm512_cvtpd_epi32(values));
#elif defined(__AVX2__)
  return reinterpret_cast<HalfInts>(_mm256_cvtpd_epi32(values));
#else
  HalfInts numbers;
  for (int lane = 0; lane < half_lanes; ++lane) {
    numbers[lane] = static_cast<std::int32_t>(rounded_bits(values[lane]));
  }
  return numbers;
#endif
}

// If one of two floats is NaN, the result is b.
#ifdef __AVX512F__
// The compiler would select by masks.
static inline Ints lesser(const Ints& a, const Ints& b) {
  return reinterpret_cast<Ints>(_mm512_min_epi32(reinterpret_cast<__m512i>(a), reinterpret_cast<__m512i>(b)));
}
static inline Ints greater(const Ints& a, const Ints& b) {
  return reinterpret_cast<Ints>(_mm512_max_epi32(reinterpret_cast<__m512i>(a), reinterpret_cast<__m512i>(b)));
}
static inline Floats lesser(const Floats& a, const Floats& b) { return _mm512_min_ps(a, b); }
static inline Floats greater(const Floats& a, const Floats& b) { return _mm512_max_ps(a, b); }
#else
static inline Ints lesser(const Ints& a, const Ints& b) { return a < b ? a : b; }
static inline Ints greater(const Ints& a, const Ints& b) { return a > b ? a : b; }
static inline Floats lesser(const Floats& a, const Floats& b) { return a < b ? a : b; }
static inline Floats greater(const Floats& a, const Floats& b) { return a > b ? a : b; }
#endif

//! One bit for each negative number.
static inline std::uint32_t top_bits(const Ints& numbers) {
#if defined(__AVX512F__)
  return _mm512_movepi32_mask(reinterpret_cast<__m512i>(numbers));
#elif defined(__AVX2__)
  return static_cast<std::uint32_t>(_mm256_movemask_ps(reinterpret_cast<Floats>(numbers)));
#elif defined(__SSE2__)
  return static_cast<std::uint32_t>(_mm_movemask_ps(reinterpret_cast<Floats>(numbers)));
#else
  std::uint32_t bits = 0;
  for (int lane = 0; lane < lanes; ++lane) bits |= numbers[lane] < 0 ? 1U << lane : 0U;
  return bits;
#endif
}

#if defined(__AVX2__) && !defined(__AVX512F__)
//! For each subset of eight numbers, the permutation that moves the subset to the front, one byte per number.
struct Choices {
  std::uint64_t front[256] = {};
  constexpr Choices() {
    for (unsigned chosen = 0; chosen < 256; ++chosen) {
      int kept = 0;
      for (unsigned lane = 0; lane < 8; ++lane) {
        if ((chosen >> lane & 1U) != 0) front[chosen] |= std::uint64_t{lane} << (8 * kept++);
      }
    }
  }
};
static constexpr Choices choices;
#endif

//! Packs the numbers whose bit is set. Always writes `lanes` numbers.
static inline void write_chosen(std::uint32_t chosen, const Ints& numbers, void* out) {
#if defined(__AVX512F__)
  const __m512i moved =
      _mm512_maskz_compress_epi32(static_cast<__mmask16>(chosen), reinterpret_cast<__m512i>(numbers));
  __builtin_memcpy(out, &moved, sizeof moved);
#elif defined(__AVX2__)
  const __m128i front = _mm_loadl_epi64(reinterpret_cast<const __m128i*>(choices.front + chosen));
  const __m256i moved =
      _mm256_permutevar8x32_epi32(reinterpret_cast<__m256i>(numbers), _mm256_cvtepu8_epi32(front));
  __builtin_memcpy(out, &moved, sizeof moved);
#else
  std::int32_t moved[2 * lanes];
  int kept = 0;
  for (int lane = 0; lane < lanes; ++lane) {
    moved[kept] = numbers[lane];
    kept += static_cast<int>(chosen >> lane & 1U);
  }
  __builtin_memcpy(out, moved, 4 * lanes);
#endif
}

//! Number of bytes compared together.
constexpr int many = 32;

//! One bit for each of `many` bytes that is above a value.
static inline std::uint32_t bits_above(const std::uint8_t* bytes, int value) {
#if defined(__AVX2__)
  const __m256i all = _mm256_load_si256(reinterpret_cast<const __m256i*>(bytes));
  const __m256i over = _mm256_subs_epu8(all, _mm256_set1_epi8(static_cast<char>(value)));
  return ~static_cast<std::uint32_t>(_mm256_movemask_epi8(_mm256_cmpeq_epi8(over, _mm256_setzero_si256())));
#elif defined(__SSE2__)
  std::uint32_t at_most = 0;
  for (int i = 0; i < many; i += 16) {
    const __m128i some = _mm_load_si128(reinterpret_cast<const __m128i*>(bytes + i));
    const __m128i over = _mm_subs_epu8(some, _mm_set1_epi8(static_cast<char>(value)));
    at_most |= static_cast<std::uint32_t>(_mm_movemask_epi8(_mm_cmpeq_epi8(over, _mm_setzero_si128()))) << i;
  }
  return ~at_most;
#else
  std::uint32_t bits = 0;
  for (int i = 0; i < many; ++i) bits |= bytes[i] > value ? 1U << i : 0U;
  return bits;
#endif
}

}  // namespace intercusp::zlist::INTERCUSP_ISA
