#include "occlusion/maps/clearance_map.h"

#include <gtest/gtest.h>

#include <limits>
#include <random>
#include <vector>

namespace intercusp {
namespace {

constexpr float nothing = std::numeric_limits<float>::quiet_NaN();

TEST(LeastClearance, of_no_clearance_is_unlimited) {
  EXPECT_EQ(least_clearance({}), unlimited_clearance);
  for (const std::size_t count : {1, 3, 4, 64}) {
    EXPECT_EQ(least_clearance(std::vector<float>(count, nothing)), unlimited_clearance) << count;
  }
}

// All lengths close to those of registers, with pixels without clearance at the beginning, at the end and between.
TEST(LeastClearance, is_that_of_the_pixels_that_have_one) {
  std::mt19937 random(31);
  std::uniform_real_distribution<float> mm(-1, 3);
  for (std::size_t count = 1; count < 70; ++count) {
    for (const unsigned one_of : {1U, 2U, 5U}) {
      std::vector<float> clearances(count);
      float least = unlimited_clearance;
      for (float& clearance : clearances) {
        clearance = random() % one_of == 0 ? mm(random) : nothing;
        if (clearance < least) least = clearance;
      }
      EXPECT_EQ(least_clearance(clearances), least) << count << " pixels, one of " << one_of;
    }
  }
}

}  // namespace
}  // namespace intercusp
