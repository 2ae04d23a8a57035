#include "occlusion/contacts/map_contacts.h"

#include <gtest/gtest.h>

#include <string_view>

namespace intercusp {
namespace {

std::vector<int> labels_of(std::string_view picture, int width) {
  std::vector<std::uint8_t> mask;
  for (const char c : picture) mask.push_back(c == '#' ? 255 : 0);
  return label_components(mask, width, static_cast<int>(picture.size()) / width);
}

TEST(Patches, pixels_that_touch_at_a_corner_are_one_component) {
  const std::vector<int> expected = {0, 1, 0, 0, 0,  //
                                     1, 0, 0, 0, 2,  //
                                     0, 1, 0, 0, 2};
  EXPECT_EQ(labels_of(".#..."
                      "#...#"
                      ".#..#",
                      5),
            expected);
}

TEST(Patches, arms_that_meet_below_have_one_number_and_the_rest_no_gap) {
  const std::vector<int> expected = {1, 0, 1, 0, 2,  //
                                     1, 0, 1, 0, 0,  //
                                     1, 1, 1, 0, 3};
  EXPECT_EQ(labels_of("#.#.#"
                      "#.#.."
                      "###.#",
                      5),
            expected);
}

TEST(Patches, ends_of_neighbouring_rows_are_apart) {
  const std::vector<int> expected = {0, 0, 1, 2, 0, 0};
  EXPECT_EQ(labels_of("..#"
                      "#..",
                      3),
            expected);
}

TEST(Patches, nothing_has_no_components) {
  EXPECT_TRUE(label_components({}, 0, 0).empty());
  EXPECT_EQ(labels_of("....", 2), std::vector<int>(4, 0));
}

}  // namespace
}  // namespace intercusp
