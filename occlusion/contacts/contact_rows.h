// Shares of contact (areas.h) in the pixels of some rows, by SIMD kernels. This is the inner loop of a live
// map, which adds up shares without making samples for a tally.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "occlusion/contacts/kernels/contact_shares.h"
#include "occlusion/maps/clearance_map.h"

namespace intercusp {

//! Rows of a map, evaluated only near the threshold.
class ContactRows {
 public:
  //! \param gap_mm clearance or distance of every pixel of the grid. Grid and values must
  //! outlive this object.
  ContactRows(const PixelGrid& grid, std::span<const float> gap_mm, double threshold_mm, int first_row,
              int end_row);

  //! Calls `use(first_column, shares)` for each stretch of a row that may have a pixel in contact.
  template <class Use>
  void for_each_stretch(int row, const Use& use) const {
    contacts::Shares shares;
    for (int first = 0; first < grid_.width; first += contacts::stretch_columns) {
      if (!is_near(row, first / contacts::stretch_columns)) continue;
      find_shares(row, first, shares);
      use(first, shares);
    }
  }

  //! Calls `use(column, share)` for every pixel of a row that may be in contact, in order.
  template <class Use>
  void for_each_pixel(int row, const Use& use) const {
    for_each_stretch(row, [&](int first, const contacts::Shares& shares) {
      const double* part = shares.part_share;
      for (int i = 0; i < contacts::stretch_columns; ++i) {
        if (shares.kind[i] != contacts::none) use(first + i, shares.kind[i] == contacts::whole ? 1 : *part++);
      }
    });
  }

 private:
  //! Whether a stretch of a row, or the stretches around it, have a value within the threshold.
  [[nodiscard]] bool is_near(int row, int stretch) const {
    const std::size_t place = static_cast<std::size_t>(row - first_row_) * across_ + stretch;
    return (near_[place] | near_[place + across_] | near_[place + 2 * across_]) != 0;
  }
  void find_shares(int row, int first_column, contacts::Shares& shares) const;

  const PixelGrid& grid_;
  std::span<const float> gap_mm_;
  contacts::NamedKernels kernels_;
  contacts::Limit limit_;
  int first_row_;
  std::size_t across_;  //!< number of stretches in a row
  //! Per stretch, from the row before the first one to the row after the last.
  std::vector<std::uint8_t> near_;
};

}  // namespace intercusp
