#include "occlusion/several/near_pairs.h"

#include <gtest/gtest.h>

#include <random>
#include <set>
#include <utility>

namespace intercusp {
namespace {

TEST(NearPairs, are_those_that_comparing_all_with_all_finds) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> place(0, 20), size(0.1, 6);
  const auto any = [&](auto& from) { return Eigen::Vector3d(from(random), from(random), from(random)); };
  for (int round = 0; round < 20; ++round) {
    std::vector<Bounds> boxes;
    for (int i = 0; i < 40; ++i) {
      const Eigen::Vector3d min = any(place);
      boxes.push_back({min, min + any(size)});
    }
    std::vector<std::pair<std::uint32_t, std::uint32_t>> expected;
    for (std::uint32_t a = 0; a < boxes.size(); ++a) {
      for (std::uint32_t b = a + 1; b < boxes.size(); ++b) {
        const bool apart = (boxes[a].max.array() < boxes[b].min.array()).any() ||
                           (boxes[b].max.array() < boxes[a].min.array()).any();
        if (!apart) expected.emplace_back(a, b);
      }
    }
    ASSERT_GT(expected.size(), 5U);
    std::vector<std::pair<std::uint32_t, std::uint32_t>> found;
    for (const NearPair& pair : near_pairs(boxes)) found.emplace_back(pair.a, pair.b);
    EXPECT_EQ(found, expected);
  }
}

TEST(NearPairs, share_a_box) {
  const std::vector<Bounds> boxes = {{{0, 0, 0}, {4, 4, 4}}, {{3, -1, 1}, {9, 9, 2}}};
  const std::vector<NearPair> pairs = near_pairs(boxes);
  ASSERT_EQ(pairs.size(), 1U);
  EXPECT_EQ(pairs[0].common.min, Eigen::Vector3d(3, 0, 1));
  EXPECT_EQ(pairs[0].common.max, Eigen::Vector3d(4, 4, 2));
  EXPECT_TRUE(near_pairs({}).empty());
}

TEST(NearPairs, are_near_where_boxes_come_within_the_distance_along_any_axis) {
  const Bounds box{{0, 0, 0}, {4, 4, 4}};
  for (int axis = 0; axis < 3; ++axis) {
    for (const double gap : {0.0, 0.5, 0.75}) {
      Bounds other = box;
      other.min[axis] += 4 + gap;
      other.max[axis] += 4 + gap;
      EXPECT_EQ(near_pairs(std::vector{box, other}, 0.5).size(), gap <= 0.5 ? 1U : 0U);
      EXPECT_EQ(near_pairs(std::vector{other, box}, 0.5).size(), gap <= 0.5 ? 1U : 0U);
    }
  }
}

}  // namespace
}  // namespace intercusp
