// A face of each jaw.
#pragma once

#include <compare>
#include <cstdint>

namespace intercusp {

//! By index into its mesh.
struct FacePair {
  std::uint32_t upper_face = 0;
  std::uint32_t lower_face = 0;
  auto operator<=>(const FacePair&) const = default;
};

}  // namespace intercusp
