// How a time grows: the exponent of a power law.
#pragma once

#include <optional>
#include <utility>
#include <vector>

namespace intercusp::bench {

//! The slope of log y against log x, by least squares; empty with fewer than two different x.
//! \pre all positive.
[[nodiscard]] std::optional<double> growth_exponent(const std::vector<std::pair<double, double>>& points);

}  // namespace intercusp::bench
