// Free memory is the least of three limits, read from Linux's files; work that needs more does not begin.
#include "occlusion/base/free_memory.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <limits>
#include <string>

#include "tests/support/temporary_folder.h"

namespace intercusp {
namespace {

//! Files of /proc and /sys in a separate folder.
class FreeMemory : public ::testing::Test {
 protected:
  void write(const char* file, const std::string& text) {
    std::filesystem::create_directories((folder_ / file).parent_path());
    std::ofstream(folder_ / file) << text;
  }

  testing::TemporaryFolder folder_;
};

TEST_F(FreeMemory, is_unknown_where_the_system_does_not_tell) {
  EXPECT_EQ(free_memory_bytes(folder_ / ""), std::nullopt);
}

TEST_F(FreeMemory, is_the_least_that_machine_address_space_and_container_leave) {
  write("proc/meminfo", "MemTotal:  900 kB\nMemFree:  100 kB\nMemAvailable:  400 kB\nSwapFree:  200 kB\n");
  EXPECT_EQ(free_memory_bytes(folder_ / ""), 600U * 1024);
  write("proc/self/status", "Name:\tx\nVmSize:\t  100 kB\n");
  write("proc/self/limits", "Max address space         unlimited            unlimited            bytes\n");
  EXPECT_EQ(free_memory_bytes(folder_ / ""), 600U * 1024);
  write("proc/self/limits", "Max address space         409600               unlimited            bytes\n");
  EXPECT_EQ(free_memory_bytes(folder_ / ""), 300U * 1024);
  write("sys/fs/cgroup/memory.stat", "anon 102400\nfile 1024000\n");
  write("sys/fs/cgroup/memory.max", "max\n");
  EXPECT_EQ(free_memory_bytes(folder_ / ""), 300U * 1024);
  write("sys/fs/cgroup/memory.max", "204800\n");
  EXPECT_EQ(free_memory_bytes(folder_ / ""), 100U * 1024);
  write("sys/fs/cgroup/memory.max", "1000\n");
  EXPECT_EQ(free_memory_bytes(folder_ / ""), 0U);
}

TEST_F(FreeMemory, what_was_taken_is_the_most_that_the_system_counted) {
  EXPECT_EQ(most_memory_taken_bytes(folder_ / ""), std::nullopt);
  write("proc/self/status", "Name:\tx\nVmSize:\t  100 kB\nVmHWM:\t  70 kB\nVmRSS:\t  50 kB\n");
  EXPECT_EQ(most_memory_taken_bytes(folder_ / ""), 70U * 1024);
}

TEST_F(FreeMemory, work_that_needs_more_is_not_begun_and_told_the_figures) {
  EXPECT_NO_THROW(need_memory(1));
  const std::optional<std::uint64_t> free = free_memory_bytes();
  if (!free) GTEST_SKIP() << "this system does not tell how much memory is free";
  EXPECT_GT(*free, 1'000'000U);
  constexpr std::uint64_t too_much = std::numeric_limits<std::uint64_t>::max();
  try {
    need_memory(too_much);
    FAIL() << "no machine has that much memory";
  } catch (const NotEnoughMemory& error) {
    EXPECT_EQ(error.needed_bytes, too_much);
    EXPECT_LT(error.free_bytes, too_much);
  }
}

}  // namespace
}  // namespace intercusp
