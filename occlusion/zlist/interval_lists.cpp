#include "occlusion/zlist/interval_lists.h"

#include <tbb/parallel_for.h>

#include <algorithm>

namespace intercusp::zlist {

void IntervalLists::make(const LayerLists& layers, const PixelGrid& grid) {
  // Rows apart, then joined in order.
  struct Row {
    std::vector<std::uint32_t> counts;
    std::vector<Interval> intervals;
  };
  std::vector<Row> rows(static_cast<std::size_t>(grid.height));
  tbb::parallel_for(0, grid.height, [&](int row) {
    auto& [counts, intervals] = rows[static_cast<std::size_t>(row)];
    std::vector<Interval> of_pixel;
    counts.reserve(static_cast<std::size_t>(grid.width));
    for (int column = 0; column < grid.width; ++column) {
      find_intervals(layers.at(column, row), of_pixel);
      counts.push_back(static_cast<std::uint32_t>(of_pixel.size()));
      intervals.insert(intervals.end(), of_pixel.begin(), of_pixel.end());
    }
  });
  first_.assign(1, 0);
  first_.reserve(grid.size() + 1);
  intervals_.clear();
  for (const Row& row : rows) {
    for (const std::uint32_t count : row.counts) first_.push_back(first_.back() + count);
    intervals_.insert(intervals_.end(), row.intervals.begin(), row.intervals.end());
  }
}

}  // namespace intercusp::zlist
