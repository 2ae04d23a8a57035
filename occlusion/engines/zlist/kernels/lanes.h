// As many numbers at a time as a register holds of processors before AVX-512: eight with AVX2, else four.
#pragma once

#include <cstdint>

#if defined(__AVX2__) || defined(__SSE2__)
#include <immintrin.h>
#endif

namespace intercusp::zlist::INTERCUSP_ISA {

#ifdef __AVX2__
constexpr int lanes = 8;
#else
constexpr int lanes = 4;
#endif

typedef std::int32_t Ints __attribute__((vector_size(4 * lanes)));  // with `using` it would be ignored
typedef std::uint32_t Bits __attribute__((vector_size(4 * lanes)));
typedef float Floats __attribute__((vector_size(4 * lanes)));

static inline Ints load(const void* numbers) {
  Ints loaded;
  __builtin_memcpy(&loaded, numbers, sizeof loaded);
  return loaded;
}

static inline Floats to_floats(const Ints& numbers) { return __builtin_convertvector(numbers, Floats); }

static inline Ints lesser(const Ints& a, const Ints& b) { return a < b ? a : b; }
static inline Ints greater(const Ints& a, const Ints& b) { return a > b ? a : b; }
// Where one is no number, b.
static inline Floats lesser(const Floats& a, const Floats& b) { return a < b ? a : b; }
static inline Floats greater(const Floats& a, const Floats& b) { return a > b ? a : b; }

//! A bit for each that is negative.
static inline std::uint32_t top_bits(const Ints& numbers) {
#if defined(__AVX2__)
  return static_cast<std::uint32_t>(_mm256_movemask_ps(reinterpret_cast<Floats>(numbers)));
#elif defined(__SSE2__)
  return static_cast<std::uint32_t>(_mm_movemask_ps(reinterpret_cast<Floats>(numbers)));
#else
  std::uint32_t bits = 0;
  for (int lane = 0; lane < lanes; ++lane) bits |= numbers[lane] < 0 ? 1U << lane : 0U;
  return bits;
#endif
}

#ifdef __AVX2__
//! For each choice of eight numbers, which of them move to the front: a byte a number.
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

//! Writes those whose bit is set one after another. Writes `lanes` whatever it keeps.
static inline void write_chosen(std::uint32_t chosen, const Ints& numbers, void* out) {
#ifdef __AVX2__
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

}  // namespace intercusp::zlist::INTERCUSP_ISA
