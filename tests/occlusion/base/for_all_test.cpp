#include "occlusion/base/for_all.h"

#include <gtest/gtest.h>

#include <vector>

namespace intercusp {
namespace {

TEST(ForAllEvenly, takes_every_number_once) {
  for (const int end : {3, 4, 5, 1000}) {
    std::vector<int> taken(1000);
    for_all_evenly(3, end, [&](int i) { ++taken[i]; });
    for (int i = 0; i < 1000; ++i) ASSERT_EQ(taken[i], i >= 3 && i < end ? 1 : 0);
  }
  for_all_evenly(3, 2, [](int) { FAIL(); });
}

TEST(ForAllEvenly, throws_what_the_body_throws) {
  EXPECT_THROW(for_all_evenly(0, 100,
                              [](int i) {
                                if (i == 70) throw i;
                              }),
               int);
}

}  // namespace
}  // namespace intercusp
