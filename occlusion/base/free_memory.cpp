#include "occlusion/base/free_memory.h"

#include <algorithm>
#include <fstream>
#include <limits>
#include <sstream>
#include <string>
#include <string_view>

namespace intercusp {
namespace {

constexpr std::uint64_t without_limit = std::numeric_limits<std::uint64_t>::max();

std::uint64_t left(std::uint64_t limit, std::uint64_t taken) { return limit - std::min(limit, taken); }

//! The first number in the line with this beginning; empty if it has none ("unlimited") or if the
//! file is missing.
std::optional<std::uint64_t> number_after(const std::filesystem::path& file, std::string_view beginning) {
  std::ifstream stream(file);
  for (std::string line; std::getline(stream, line);) {
    if (!line.starts_with(beginning)) continue;
    std::istringstream rest(line.substr(beginning.size()));
    if (std::uint64_t number = 0; rest >> number) return number;
    return std::nullopt;
  }
  return std::nullopt;
}

std::optional<std::uint64_t> left_by_machine(const std::filesystem::path& root) {
  const std::filesystem::path file = root / "proc/meminfo";
  const std::optional<std::uint64_t> available_kb = number_after(file, "MemAvailable:");
  if (!available_kb) return std::nullopt;
  return 1024 * (*available_kb + number_after(file, "SwapFree:").value_or(0));
}

std::uint64_t left_by_address_space(const std::filesystem::path& root) {
  const auto limit = number_after(root / "proc/self/limits", "Max address space");
  const auto taken_kb = number_after(root / "proc/self/status", "VmSize:");
  return limit && taken_kb ? left(*limit, 1024 * *taken_kb) : without_limit;
}

std::uint64_t left_by_container(const std::filesystem::path& root) {
  const auto limit = number_after(root / "sys/fs/cgroup/memory.max", "");
  // All other memory can be released.
  const auto taken = number_after(root / "sys/fs/cgroup/memory.stat", "anon ");
  return limit && taken ? left(*limit, *taken) : without_limit;
}

}  // namespace

std::optional<std::uint64_t> free_memory_bytes(const std::filesystem::path& root) {
  const std::optional<std::uint64_t> machine = left_by_machine(root);
  if (!machine) return std::nullopt;
  return std::min({*machine, left_by_address_space(root), left_by_container(root)});
}

std::optional<std::uint64_t> most_memory_taken_bytes(const std::filesystem::path& root) {
  const std::optional<std::uint64_t> kb = number_after(root / "proc/self/status", "VmHWM:");
  if (!kb) return std::nullopt;
  return 1024 * *kb;
}

void need_memory(std::uint64_t bytes) {
  const std::optional<std::uint64_t> free = free_memory_bytes();
  if (free && *free < bytes) throw NotEnoughMemory(bytes, *free);
}

}  // namespace intercusp
