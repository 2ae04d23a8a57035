// Image files through ITK. ITK's own copy of Eigen conflicts with ours within one source file, so only plain numbers pass
// here. Called by image_bytes.cpp only.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace intercusp {

//! A float image of one slice.
struct ItkSlice {
  int width = 0, height = 0;
  std::span<const float> values;    //!< row by row
  std::array<double, 3> origin_mm;  //!< centre of the first pixel
  double spacing_mm = 1;            //!< of pixels and of the slice
  std::array<double, 9> direction;  //!< row-major; its columns are the axes of columns, rows and slices
  std::vector<std::pair<std::string, std::string>> notes;  //!< key and value, kept in the file
};

//! \throw std::runtime_error with ITK's reason.
[[nodiscard]] std::string itk_nrrd(const ItkSlice& slice);

//! \param rgb three bytes a pixel, row by row from the top left.  \throw std::runtime_error with ITK's
//! reason.
[[nodiscard]] std::string itk_png(int width, int height, std::span<const std::uint8_t> rgb);

}  // namespace intercusp
