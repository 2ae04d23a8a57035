// How long work took, for what reports and benchmarks say of speed.
#pragma once

#include <chrono>

namespace intercusp {

//! From `start` until now.
[[nodiscard]] inline double ms_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace intercusp
