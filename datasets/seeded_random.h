// Random numbers with equal bits on every machine: SplitMix64 (Steele, Lea & Flood 2014). Distributions of
// the standard library depend on the implementation, so scenes do not use them.
#pragma once

#include <cmath>
#include <cstdint>
#include <numbers>

namespace intercusp {

class SeededRandom {
 public:
  explicit SeededRandom(std::uint64_t seed) : state_(seed) {}

  [[nodiscard]] std::uint64_t bits() {
    state_ += 0x9e3779b97f4a7c15ULL;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
  }

  //! Uniform in [from, to).
  [[nodiscard]] double uniform(double from, double to) {
    return from + (to - from) * (static_cast<double>(bits() >> 11) * 0x1.0p-53);
  }

  //! Standard normal (Box & Muller 1958).
  [[nodiscard]] double normal() {
    const double radius = std::sqrt(-2 * std::log(1 - uniform(0, 1)));
    return radius * std::cos(2 * std::numbers::pi * uniform(0, 1));
  }

 private:
  std::uint64_t state_;
};

}  // namespace intercusp
