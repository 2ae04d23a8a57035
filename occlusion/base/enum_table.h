// Data of each enumerator: its name in files, options and Python, or words for people. A table beside the
// enumeration states it once:
//
//     enum class Jaw { upper, lower };
//     constexpr auto names_of(Jaw) { return enum_table<Jaw>({{Jaw::upper, "upper"}, {Jaw::lower, "lower"}}); }
//
// A table that lacks an enumerator, or lists them in another order, does not compile.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace intercusp {

template <class E, class T>
struct EnumEntry {
  E enumerator;
  T value;
};

template <class E, class T, std::size_t count>
struct EnumTable {
  std::array<EnumEntry<E, T>, count> entries;
  [[nodiscard]] constexpr const T& operator[](E enumerator) const {
    return entries[static_cast<std::size_t>(enumerator)].value;
  }
};

//! Whether the enumeration has an enumerator of this value. Compilers print the enumerator's name or, without
//! one, a cast: (Jaw)2.
template <auto value>
[[nodiscard]] consteval bool is_enumerator() {
#ifdef __GNUC__
  const std::string_view signature = __PRETTY_FUNCTION__;
  return signature[signature.find_last_not_of("]-0123456789")] != ')';
#else
  return false;  // with other compilers; GCC or Clang find an incomplete table
#endif
}

template <class E, class T = const char*, std::size_t count>
[[nodiscard]] constexpr EnumTable<E, T, count> enum_table(const EnumEntry<E, T> (&entries)[count]) {
  static_assert(!is_enumerator<static_cast<E>(count)>(), "the table misses an enumerator");
  for (std::size_t i = 0; i < count; ++i) {
    if (static_cast<std::size_t>(entries[i].enumerator) != i) throw "enumerators are listed in their order";
  }
  return {std::to_array(entries)};
}

//! An enumeration with a function names_of, which returns its table.
template <class E>
concept Named = requires(E value) {
  names_of(value);
};

template <Named E>
inline constexpr auto enum_names = names_of(E());

template <Named E>
[[nodiscard]] constexpr const char* name_of(E value) {
  return enum_names<E>[value];
}

//! The enumerator with this name; empty if there is none.
template <Named E>
[[nodiscard]] constexpr std::optional<E> find_named(std::string_view name) {
  for (const auto& entry : enum_names<E>.entries) {
    if (entry.value == name) return entry.enumerator;
  }
  return std::nullopt;
}

//! The names, in the order of the enumerators.
template <Named E>
[[nodiscard]] std::vector<std::string> all_names() {
  std::vector<std::string> names;
  for (const auto& entry : enum_names<E>.entries) names.emplace_back(entry.value);
  return names;
}

}  // namespace intercusp
