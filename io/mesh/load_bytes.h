// Reads numbers from binary data, independent of the machine's byte order.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

namespace intercusp {

//! \param bytes at least sizeof(T) bytes, not aligned.
template <class T>
[[nodiscard]] T load(const char* bytes, std::endian order) {
  std::array<char, sizeof(T)> copy;
  std::memcpy(copy.data(), bytes, sizeof(T));
  if (order != std::endian::native) std::reverse(copy.begin(), copy.end());
  return std::bit_cast<T>(copy);
}

}  // namespace intercusp
