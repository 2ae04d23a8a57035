// Memory that long work needs, asked for before it begins: an error at once, with its figures, beats one after minutes or a
// system that kills the program.
#pragma once

#include <cstdint>
#include <filesystem>
#include <new>
#include <optional>

namespace intercusp {

//! Work was not begun, for want of memory.
struct NotEnoughMemory : std::bad_alloc {
  NotEnoughMemory(std::uint64_t needed, std::uint64_t available)
      : needed_bytes(needed), free_bytes(available) {}
  [[nodiscard]] const char* what() const noexcept override { return "not enough memory"; }

  std::uint64_t needed_bytes;
  std::uint64_t free_bytes;
};

//! How much more memory this process may take: the least of what the machine, the limit on its address space (ulimit -v) and
//! its container (cgroup v2) leave. Linux tells; nothing elsewhere.
//! \param root where /proc and /sys lie; tests put others in their place
[[nodiscard]] std::optional<std::uint64_t> free_memory_bytes(const std::filesystem::path& root = "/");

//! The most memory that this process has held so far. Linux tells; nothing elsewhere. \param root as above
[[nodiscard]] std::optional<std::uint64_t> most_memory_taken_bytes(const std::filesystem::path& root = "/");

//! \param bytes what the work takes at least, so that nothing is refused that would have gone well
//! \throw NotEnoughMemory where less is free
void need_memory(std::uint64_t bytes);

}  // namespace intercusp
