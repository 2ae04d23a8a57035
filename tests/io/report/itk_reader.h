// Image files read back by ITK, as plain numbers.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace intercusp::testing {

struct ReadSlice {
  int width = 0, height = 0, slices = 0;
  std::vector<float> values;
  std::vector<std::array<double, 3>> points;  //!< physical point of every index of the slice
};
//! \throw std::runtime_error if ITK cannot read it.
[[nodiscard]] ReadSlice read_nrrd(const std::string& file);

struct ReadPicture {
  int width = 0, height = 0;
  std::vector<std::uint8_t> rgb;
};
[[nodiscard]] ReadPicture read_png(const std::string& file);

}  // namespace intercusp::testing
