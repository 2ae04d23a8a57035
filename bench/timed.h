// Times separate work several times.
#pragma once

#include <algorithm>
#include <chrono>
#include <vector>

#include "occlusion/base/ms_since.h"

namespace intercusp::bench {

//! ms
struct Times {
  double median = 0, least = 0, most = 0;
};
template <typename Work>
Times timed(int repeats, const Work& work) {
  std::vector<double> ms;
  for (int i = 0; i < repeats; ++i) {
    const auto start = std::chrono::steady_clock::now();
    work();
    ms.push_back(ms_since(start));
  }
  std::ranges::sort(ms);
  return {ms[ms.size() / 2], ms.front(), ms.back()};
}

}  // namespace intercusp::bench
