// The cheapest cut of a graph in two.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace intercusp {

struct CutEdge {
  std::uint32_t a, b;
  double cost;  //!< of having its ends on different sides, at least 0
};

//! \param pull per node: the cost of being outside where positive, of being inside where negative
//! \return 1 for nodes inside. Maximum flow after Boykov and Kolmogorov (2004).
[[nodiscard]] std::vector<char> minimum_cut(std::span<const double> pull, std::span<const CutEdge> edges);

}  // namespace intercusp
