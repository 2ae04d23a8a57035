// Sixteen floats or eight doubles, in as many of the processor's registers as they need. Compiled as
// closest_faces.cpp is.
#pragma once

#include <cstdint>

#if defined(__x86_64__) || defined(_M_X64)
#include <immintrin.h>
#endif

#ifndef INTERCUSP_ISA
#error "INTERCUSP_ISA names the instruction set that this file is compiled for"
#endif

namespace intercusp::surface::INTERCUSP_ISA {

#if defined(__AVX512F__)
constexpr int register_bytes = 64;
#elif defined(__AVX2__)
constexpr int register_bytes = 32;
#else
constexpr int register_bytes = 16;
#endif
constexpr int registers = 64 / register_bytes;

template <class T>
struct Vector {
  typedef T Register __attribute__((vector_size(register_bytes)));  // with `using` it would be ignored
  using Mask = decltype(Register{} < Register{});
  static constexpr int count = 64 / sizeof(T);

  Register part[registers];

  static Vector all(T value) {
    return each([&](int) { return value - Register{}; });
  }
  static Vector load(const T* values) {
    Vector loaded;
    __builtin_memcpy(&loaded, values, sizeof loaded);
    return loaded;
  }
  T operator[](int place) const {
    T value;
    __builtin_memcpy(&value, reinterpret_cast<const T*>(this) + place, sizeof value);
    return value;
  }
  void store(T* values) const { __builtin_memcpy(values, this, sizeof *this); }

  //! Combines the results of `work` for each register.
  template <class Work>
  static Vector each(const Work& work) {
    Vector made;
    for (int i = 0; i < registers; ++i) made.part[i] = work(i);
    return made;
  }

  friend Vector operator+(const Vector& a, const Vector& b) {
    return each([&](int i) { return a.part[i] + b.part[i]; });
  }
  friend Vector operator-(const Vector& a, const Vector& b) {
    return each([&](int i) { return a.part[i] - b.part[i]; });
  }
  friend Vector operator*(const Vector& a, const Vector& b) {
    return each([&](int i) { return a.part[i] * b.part[i]; });
  }
  friend Vector operator/(const Vector& a, const Vector& b) {
    return each([&](int i) { return a.part[i] / b.part[i]; });
  }
  friend Vector operator-(const Vector& a) {
    return each([&](int i) { return -a.part[i]; });
  }
};

//! Some elements of a vector.
template <class T>
struct Places {
  typename Vector<T>::Mask part[registers];

  template <class Work>
  static Places each(const Work& work) {
    Places made;
    for (int i = 0; i < registers; ++i) made.part[i] = work(i);
    return made;
  }
};

template <class T>
Places<T> operator<(const Vector<T>& a, const Vector<T>& b) {
  return Places<T>::each([&](int i) { return a.part[i] < b.part[i]; });
}
template <class T>
Places<T> operator<=(const Vector<T>& a, const Vector<T>& b) {
  return Places<T>::each([&](int i) { return a.part[i] <= b.part[i]; });
}
template <class T>
Places<T> operator==(const Vector<T>& a, const Vector<T>& b) {
  return Places<T>::each([&](int i) { return a.part[i] == b.part[i]; });
}

template <class T>
Vector<T> choose(const Places<T>& places, const Vector<T>& there, const Vector<T>& elsewhere) {
  return Vector<T>::each([&](int i) { return places.part[i] ? there.part[i] : elsewhere.part[i]; });
}

using Floats = Vector<float>;
using Doubles = Vector<double>;

static inline Floats lesser(const Floats& a, const Floats& b) {
  return Floats::each([&](int i) -> Floats::Register {
#if defined(__AVX512F__)
    return _mm512_min_ps(a.part[i], b.part[i]);
#else
    return a.part[i] < b.part[i] ? a.part[i] : b.part[i];
#endif
  });
}

static inline Floats greater(const Floats& a, const Floats& b) {
  return Floats::each([&](int i) -> Floats::Register {
#if defined(__AVX512F__)
    return _mm512_max_ps(a.part[i], b.part[i]);
#else
    return a.part[i] > b.part[i] ? a.part[i] : b.part[i];
#endif
  });
}

//! a·b + c, rounded once if the processor can do so.
static inline Floats fused(const Floats& a, const Floats& b, const Floats& c) {
  return Floats::each([&](int i) -> Floats::Register {
#if defined(__AVX512F__)
    return _mm512_fmadd_ps(a.part[i], b.part[i], c.part[i]);
#elif defined(__FMA__)
    return _mm256_fmadd_ps(a.part[i], b.part[i], c.part[i]);
#else
    return a.part[i] * b.part[i] + c.part[i];
#endif
  });
}

static inline Doubles root(const Doubles& squared) {
  double roots[Doubles::count];
  squared.store(roots);
  for (double& number : roots) number = __builtin_sqrt(number);
  return Doubles::load(roots);
}

//! One bit for each number of `a` that is at most that of `b`.
static inline std::uint32_t bits_within(const Floats& a, const Floats& b) {
  std::uint32_t bits = 0;
  for (int i = 0; i < registers; ++i) {
#if defined(__AVX512F__)
    bits = _mm512_cmp_ps_mask(a.part[i], b.part[i], _CMP_LE_OQ);
#elif defined(__AVX2__)
    bits |= static_cast<std::uint32_t>(_mm256_movemask_ps(_mm256_cmp_ps(a.part[i], b.part[i], _CMP_LE_OQ)))
            << (8 * i);
#elif defined(__SSE2__)
    bits |= static_cast<std::uint32_t>(_mm_movemask_ps(_mm_cmple_ps(a.part[i], b.part[i]))) << (4 * i);
#else
    const auto within = a.part[i] <= b.part[i];
    for (int k = 0; k < 4; ++k) bits |= within[k] != 0 ? 1U << (4 * i + k) : 0U;
#endif
  }
  return bits;
}

static inline float greatest(const Floats& a) {
#if defined(__AVX512F__)
  return _mm512_reduce_max_ps(a.part[0]);
#else
  Floats::Register most = a.part[0];
  for (int i = 1; i < registers; ++i) most = a.part[i] > most ? a.part[i] : most;
  float greatest = most[0];
  for (int i = 1; i < register_bytes / 4; ++i) greatest = most[i] > greatest ? most[i] : greatest;
  return greatest;
#endif
}

}  // namespace intercusp::surface::INTERCUSP_ISA
