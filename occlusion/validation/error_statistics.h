// Statistics of a set of errors.
#pragma once

#include <array>
#include <cstddef>
#include <limits>
#include <vector>

namespace intercusp {

//! Bin edges of every histogram, µm: 1, 2, 5 in each decade.
constexpr std::array<double, 16> histogram_edges_um = {0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1,   2,
                                                       5,    10,   20,   50,  100, 200, 500, 1000};

//! Sizes are unsigned; NaN without errors.
struct ErrorStatistics {
  std::size_t pixels = 0;
  double rms_mm = std::numeric_limits<double>::quiet_NaN();
  double max_mm = std::numeric_limits<double>::quiet_NaN();
  double p99_mm = std::numeric_limits<double>::quiet_NaN();   //!< at least 99 % are at most this
  double p999_mm = std::numeric_limits<double>::quiet_NaN();  //!< at least 99.9 %
  double bias_mm = std::numeric_limits<double>::quiet_NaN();  //!< mean of the errors with their sign
  //! Bin i holds sizes in [edge i−1, edge i); the first starts at 0, the last is open.
  std::array<std::size_t, histogram_edges_um.size() + 1> histogram{};
};

//! \param errors_mm finite.
[[nodiscard]] ErrorStatistics statistics_of(std::vector<float> errors_mm);

}  // namespace intercusp
