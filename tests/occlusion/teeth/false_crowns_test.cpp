#include "occlusion/teeth/crowns.h"

#include <gtest/gtest.h>

#include <vector>

namespace intercusp {
namespace {

TEST(FalseCrowns, are_much_higher_than_the_others_let_expect) {
  const ArchReading reading{.jaw = Jaw::lower,
                            .teeth = {{.place = 0}, {.place = 1}, {.place = 3, .milk = true}},
                            .height_share = 0.7};  // 38, 37 and 75: 4.9, 4.9 and 5.5 mm
  EXPECT_EQ(too_high_crowns(reading, std::vector{8.0, 6.5, 6.5}), (std::vector<char>{1, 0, 0}));
}

}  // namespace
}  // namespace intercusp
