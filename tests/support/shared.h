// Shared copies, as reports own them.
#pragma once

#include <memory>

namespace intercusp::testing {

//! A copy.
template <class Result>
[[nodiscard]] std::shared_ptr<const Result> shared(const Result& result) {
  return std::make_shared<const Result>(result);
}

}  // namespace intercusp::testing
