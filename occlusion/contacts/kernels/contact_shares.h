// The inner loops of contact areas: which pixels of a row may be in contact, and how much of them is.
// Compiled for three generations of processors (cmake/kernels.cmake), so this file and its source include
// no header that defines functions.
#pragma once

#include <cstdint>

namespace intercusp::contacts {

constexpr int stretch_columns = 64;  // looked at together

//! Clearances of a stretch of a row and its neighbours, mm; NaN outside the map.
struct alignas(64) Stretch {
  static constexpr int columns = stretch_columns + 16;
  float rows[3][columns];  //!< the row before, the row itself and the next, from the column before the first
};

enum PixelShare : std::int32_t { none = 0, part = 1, whole = 2 };

//! How much of the pixels of a stretch is in contact.
struct alignas(64) Shares {
  std::int32_t kind[stretch_columns];  //!< PixelShare; `part` may turn out to be 0 or 1
  int whole_count, part_count;
  //! Columns, counted from the first of the stretch, of the pixels partly in contact, and the share of each, 0 to 1.
  //! With room for one more group of lanes.
  std::int32_t part_column[stretch_columns + 8];
  double part_share[stretch_columns + 8];
};

//! The threshold in mm, and the greatest float that is at most that.
struct Limit {
  double threshold;
  float as_float;
};

struct NamedKernels {
  const char* name;
  //! For each stretch of a row of `width` pixels: 1 if it or a neighbouring pixel is within the limit, else 0.
  void (*find_near)(const float* clearances, int width, float limit, std::uint8_t* near);
  //! As PixelField::clip, to the bit.
  void (*find_shares)(const Stretch& stretch, const Limit& limit, Shares& shares);
};
struct KernelList {
  const NamedKernels* first;
  int count;
};

//! Those that this processor can run, the fastest first.
[[nodiscard]] KernelList all_kernels();

}  // namespace intercusp::contacts
