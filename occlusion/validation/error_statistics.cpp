#include "occlusion/validation/error_statistics.h"

#include <algorithm>
#include <cmath>

#include "occlusion/base/nth_smallest.h"

namespace intercusp {
namespace {

//! The smallest entry that `per_mille` of all entries do not exceed.  \pre sizes is not empty.
double percentile(std::vector<float>& sizes, std::size_t per_mille) {
  const std::size_t rank = (sizes.size() * per_mille + 999) / 1000;  // rounded up, counted from 1
  return static_cast<double>(nth_smallest(sizes, rank - 1));
}

std::size_t bin_of(double size_mm) {
  const auto edge = std::upper_bound(histogram_edges_um.begin(), histogram_edges_um.end(), 1000 * size_mm);
  return static_cast<std::size_t>(edge - histogram_edges_um.begin());
}

}  // namespace

ErrorStatistics statistics_of(std::vector<float> errors_mm) {
  ErrorStatistics statistics{.pixels = errors_mm.size()};
  if (errors_mm.empty()) return statistics;
  double sum = 0, squares = 0;
  for (float& error : errors_mm) {
    const auto value = static_cast<double>(error);
    sum += value;
    squares += value * value;
    error = std::abs(error);
    ++statistics.histogram[bin_of(std::abs(value))];
  }
  const auto count = static_cast<double>(errors_mm.size());
  statistics.bias_mm = sum / count;
  statistics.rms_mm = std::sqrt(squares / count);
  statistics.max_mm = static_cast<double>(*std::max_element(errors_mm.begin(), errors_mm.end()));
  statistics.p99_mm = percentile(errors_mm, 990);
  statistics.p999_mm = percentile(errors_mm, 999);
  return statistics;
}

}  // namespace intercusp
