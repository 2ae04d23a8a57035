// How much memory this process holds.
#pragma once

#include <cstddef>

namespace intercusp::bench {

//! Resident set in bytes, after the allocator has handed free pages back; 0 where the platform does not say.
[[nodiscard]] std::size_t resident_bytes();

}  // namespace intercusp::bench
