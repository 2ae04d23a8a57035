// The value at a rank, for medians and percentiles. Each caller states its rank, because definitions differ.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <vector>

namespace intercusp {

//! The value at `rank`, counted from 0, among the sorted values. Reorders them: those before this place are
//! not larger, those after it not smaller.
//! \pre rank < values.size()
template <class Value>
[[nodiscard]] Value nth_smallest(std::vector<Value>& values, std::size_t rank) {
  assert(rank < values.size());
  const auto place = values.begin() + static_cast<std::ptrdiff_t>(rank);
  std::nth_element(values.begin(), place, values.end());
  return *place;
}

}  // namespace intercusp
