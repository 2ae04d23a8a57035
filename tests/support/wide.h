// Wide sampling: a test runs on the first of its samples, and on all of them under CTest's label `wide` (`./run wide`).
#pragma once

#include <cstdlib>
#include <initializer_list>
#include <vector>

namespace intercusp::testing {

inline bool wide() { return std::getenv("INTERCUSP_WIDE") != nullptr; }

//! The first `few` of the samples, or all.
template <class T>
std::vector<T> samples(std::initializer_list<T> all, std::size_t few = 1) {
  return std::vector<T>(all.begin(), wide() ? all.end() : all.begin() + few);
}

//! How often to draw at random.
inline int rounds(int few, int many) { return wide() ? many : few; }

}  // namespace intercusp::testing
