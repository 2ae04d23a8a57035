#include "bench/growth.h"

#include <cmath>

namespace intercusp::bench {

std::optional<double> growth_exponent(const std::vector<std::pair<double, double>>& points) {
  double mean_x = 0;
  double mean_y = 0;
  for (const auto& [x, y] : points) {
    mean_x += std::log(x) / static_cast<double>(points.size());
    mean_y += std::log(y) / static_cast<double>(points.size());
  }
  double xx = 0;
  double xy = 0;
  for (const auto& [x, y] : points) {
    xx += (std::log(x) - mean_x) * (std::log(x) - mean_x);
    xy += (std::log(x) - mean_x) * (std::log(y) - mean_y);
  }
  if (points.size() < 2 || xx < 1e-12) return std::nullopt;
  return xy / xx;
}

}  // namespace intercusp::bench
