#include "occlusion/base/run_both.h"

#include <gtest/gtest.h>

#include <optional>

namespace intercusp {
namespace {

//! The number that run_both throws, or none.
template <class First, class Second>
std::optional<int> thrown_by(const First& first, const Second& second) {
  try {
    run_both(first, second);
  } catch (int number) {
    return number;
  }
  return std::nullopt;
}

TEST(RunBoth, an_exception_of_one_part_leaves_when_the_other_has_ended) {
  for (int repeat = 0; repeat < 100; ++repeat) {
    bool ended = false;
    const auto ends = [&] { ended = true; };
    const auto fails = [] { throw 1; };
    EXPECT_EQ(thrown_by(fails, ends), 1);
    EXPECT_TRUE(ended);
    ended = false;
    EXPECT_EQ(thrown_by(ends, fails), 1);
    EXPECT_TRUE(ended);
  }
}

TEST(RunBoth, the_exception_of_the_first_part_goes_first) {
  for (int repeat = 0; repeat < 100; ++repeat) EXPECT_EQ(thrown_by([] { throw 1; }, [] { throw 2; }), 1);
}

TEST(RunBoth, parts_within_parts) {
  int leaves = 0;
  const auto count = [&](int depth, const auto& self) -> int {
    if (depth == 0) return 1;
    int first = 0, second = 0;
    run_both([&] { first = self(depth - 1, self); }, [&] { second = self(depth - 1, self); });
    return first + second;
  };
  leaves = count(10, count);
  EXPECT_EQ(leaves, 1024);
}

}  // namespace
}  // namespace intercusp
