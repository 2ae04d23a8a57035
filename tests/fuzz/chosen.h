// One program has several targets; its environment selects one.
#pragma once

#include <cstdlib>
#include <string_view>

namespace intercusp::fuzz {

//! The target's name; fuzz.py sets it.
[[nodiscard]] inline std::string_view chosen() {
  const char* const name = std::getenv("INTERCUSP_FUZZ_TARGET");
  if (name == nullptr) std::abort();
  return name;
}

//! A property holds, or the input is kept as a finding.
inline void expect(bool so) {
  if (!so) std::abort();
}

}  // namespace intercusp::fuzz
