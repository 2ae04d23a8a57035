// The inner loops of contact areas: which pixels of a row may be in contact, and what share of them is. They
// are compiled for three generations of processors (cmake/kernels.cmake), so this file and its source include
// no header that defines functions.
#pragma once

#include <cstdint>

namespace intercusp::contacts {

constexpr int stretch_columns = 64;  // columns processed together

//! Clearances of a stretch of a row and its neighbours, mm; NaN outside the map.
struct alignas(64) Stretch {
  static constexpr int columns = stretch_columns + 16;
  //! The row before, the row itself and the next row, starting one column before the first.
  float rows[3][columns];
};

enum PixelShare : std::int32_t { none = 0, part = 1, whole = 2 };

//! Shares of the pixels of a stretch that are in contact.
struct alignas(64) Shares {
  std::int32_t kind[stretch_columns];  //!< PixelShare; the share of a `part` may turn out to be 0 or 1
  int whole_count, part_count;
  //! Columns of the pixels that are partly in contact, counted from the first of the stretch, and their
  //! shares, 0 to 1. There is room for one more group of lanes.
  std::int32_t part_column[stretch_columns + 8];
  double part_share[stretch_columns + 8];
};

//! The threshold in mm, and the greatest float that is at most the threshold.
struct Limit {
  double threshold;
  float as_float;
};

struct NamedKernels {
  const char* name;
  //! For each stretch of a row of `width` pixels: 1 if one of its pixels or their neighbours is within
  //! the limit, else 0.
  void (*find_near)(const float* clearances, int width, float limit, std::uint8_t* near);
  //! Computes the shares of PixelField::clip, to the last bit.
  void (*find_shares)(const Stretch& stretch, const Limit& limit, Shares& shares);
};
struct KernelList {
  const NamedKernels* first;
  int count;
};

//! The kernels that this processor can run, the fastest first.
[[nodiscard]] KernelList all_kernels();

}  // namespace intercusp::contacts
