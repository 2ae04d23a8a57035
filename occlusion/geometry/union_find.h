// Union-find (disjoint sets).
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

namespace intercusp {

class UnionFind {
 public:
  explicit UnionFind(std::size_t count) { reset(count); }

  //! Puts every element back into its own set; reuses the storage.
  void reset(std::size_t count) {
    parent_.resize(count);
    std::iota(parent_.begin(), parent_.end(), 0U);
  }

  [[nodiscard]] std::uint32_t root(std::uint32_t i) {
    while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
    return i;
  }
  //! The smaller index becomes the root. \return whether the sets were disjoint
  bool join(std::uint32_t a, std::uint32_t b) {
    a = root(a);
    b = root(b);
    parent_[std::max(a, b)] = std::min(a, b);
    return a != b;
  }

 private:
  std::vector<std::uint32_t> parent_;
};

}  // namespace intercusp
