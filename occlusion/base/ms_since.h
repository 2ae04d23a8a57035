// Time that work took, for the speeds that reports and benchmarks state.
#pragma once

#include <chrono>

namespace intercusp {

//! Time from `start` until now, ms.
[[nodiscard]] inline double ms_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace intercusp
