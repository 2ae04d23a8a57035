// The languages beside English, a file each.
#pragma once

#include <span>

namespace intercusp {

struct Translation {
  const char* english;
  const char* translated;
};

[[nodiscard]] std::span<const Translation> german_translations();

}  // namespace intercusp
