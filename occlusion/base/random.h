// Stateless random numbers: a draw's number is mapped to an unrelated number. Equal seeds give equal bits in
// any order, on any number of threads and with every standard library.
#pragma once

#include <cstdint>

namespace intercusp {

//! The mixing step of SplitMix64 (Steele, Lea & Flood 2014). It maps neighbouring numbers to unrelated ones.
[[nodiscard]] constexpr std::uint64_t mixed(std::uint64_t number) {
  number += 0x9e3779b97f4a7c15U;
  number = (number ^ (number >> 30)) * 0xbf58476d1ce4e5b9U;
  number = (number ^ (number >> 27)) * 0x94d049bb133111ebU;
  return number ^ (number >> 31);
}

//! A multiple of 2^-53 in [0, 1).
[[nodiscard]] constexpr double share_of(std::uint64_t random) {
  return static_cast<double>(random >> 11) * 0x1p-53;
}

}  // namespace intercusp
