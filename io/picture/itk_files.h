// NRRD files through ITK. ITK's own copy of Eigen conflicts with ours within one source file, so this
// interface has only plain numbers.
#pragma once

#include <array>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace intercusp {

constexpr unsigned impact_components = 4;

//! A float image of one or more slices.
struct ItkSlices {
  int width = 0, height = 0, count = 1;
  unsigned components = 1;        //!< numbers per pixel: 1 or impact_components
  std::span<const float> values;  //!< slice by slice and row by row, with the components of a pixel together
  std::array<double, 3> origin_mm;  //!< centre of the first pixel
  double spacing_mm = 1;            //!< distance between pixels
  double apart_mm = 1;              //!< distance between slices, above 0
  std::array<double, 9> direction;  //!< row-major; its columns are the axes of columns, rows and slices
  std::vector<std::pair<std::string, std::string>> notes;  //!< keys and values that the file stores
};

//! \throw std::runtime_error with ITK's reason
[[nodiscard]] std::string itk_nrrd(const ItkSlices& slices);

}  // namespace intercusp
