// Reads numbers from binary data, whatever the byte order of the machine.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstring>
#include <string_view>

namespace intercusp {

//! \param bytes at least sizeof(T) bytes; they need not be aligned
template <class T>
[[nodiscard]] T load(const char* bytes, std::endian order) {
  std::array<char, sizeof(T)> copy;
  std::memcpy(copy.data(), bytes, sizeof(T));
  if (order != std::endian::native) std::reverse(copy.begin(), copy.end());
  return std::bit_cast<T>(copy);
}

template <class T>
[[nodiscard]] double load_as_double(const char* bytes, std::endian order) {
  return static_cast<double>(load<T>(bytes, order));
}

//! A type of numbers, with the name that a file format gives it.
struct NumberType {
  std::string_view name;
  std::size_t bytes;
  double (*load)(const char* bytes, std::endian order);
  bool is_whole;
};
template <class T>
[[nodiscard]] constexpr NumberType number_type(std::string_view name) {
  return {name, sizeof(T), load_as_double<T>, std::integral<T>};
}

}  // namespace intercusp
