// Checks before long work whether there is enough memory. An immediate error with figures is better than one
// after minutes, or than a system that kills the program.
#pragma once

#include <cstdint>
#include <filesystem>
#include <new>
#include <optional>

namespace intercusp {

//! Thrown if work was not begun because memory is short.
struct NotEnoughMemory : std::bad_alloc {
  NotEnoughMemory(std::uint64_t needed, std::uint64_t available)
      : needed_bytes(needed), free_bytes(available) {}
  [[nodiscard]] const char* what() const noexcept override { return "not enough memory"; }

  std::uint64_t needed_bytes;
  std::uint64_t free_bytes;
};

//! How much more memory this process may take: the least of what the machine, the limit on its address space
//! (ulimit -v) and its container (cgroup v2) leave. Known only on Linux; empty elsewhere.
//! \param root directory that contains /proc and /sys; tests pass another one
[[nodiscard]] std::optional<std::uint64_t> free_memory_bytes(const std::filesystem::path& root = "/");

//! The greatest memory that this process has held so far. Known only on Linux; empty elsewhere.
//! \param root as above
[[nodiscard]] std::optional<std::uint64_t> most_memory_taken_bytes(const std::filesystem::path& root = "/");

//! \param bytes a lower bound, so that no work is refused that would succeed
//! \throw NotEnoughMemory if less is free
void need_memory(std::uint64_t bytes);

}  // namespace intercusp
