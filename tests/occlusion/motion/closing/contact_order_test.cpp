#include "occlusion/motion/closing/closing.h"

#include <gtest/gtest.h>

#include "tests/occlusion/motion/closing/scenes.h"

namespace intercusp {
namespace {

using testing::degree;
using testing::turn_about_z;
using testing::wedge;

std::vector<int> teeth_of(const std::vector<TriangleMesh>& parts, const std::vector<int>& numbers) {
  std::vector<int> teeth;
  for (std::size_t part = 0; part < parts.size(); ++part)
    teeth.insert(teeth.end(), parts[part].faces.size(), numbers[part]);
  return teeth;
}

//! Three lower teeth side by side along the axis, under three upper ones, whose gaps are 10°, 4° and 7°. Tooth 33
//! reaches under both 23 and 24.
struct Arch {
  std::vector<TriangleMesh> upper = {wedge(30 * degree, 40 * degree, 40, 50, 0, 9),
                                     wedge(24 * degree, 40 * degree, 40, 50, 10, 19),
                                     wedge(27 * degree, 40 * degree, 40, 50, 20, 29)};
  std::vector<TriangleMesh> lower = {wedge(0, 20 * degree, 40, 50, 0, 9),
                                     wedge(0, 20 * degree, 40, 50, 10, 24),
                                     wedge(0, 10 * degree, 40, 50, 25, 29)};
  Bite bite = bite_of(together(upper), together(lower));
  std::vector<int> upper_teeth = teeth_of(upper, {22, 23, 24}), lower_teeth = teeth_of(lower, {32, 33, 34});

  [[nodiscard]] ContactOrder order(double limit_rad) const {
    const ClosingMapping mapping =
        closing_map(bite, turn_about_z(limit_rad), {.engine = EngineKind::ray, .pixel_mm = 0.2});
    return order_of_contacts(*mapping.map, bite, upper_teeth, lower_teeth);
  }
};

TEST(ContactOrder, teeth_meet_in_the_order_of_their_gaps) {
  const ContactOrder order = Arch().order(1);
  const auto expect = [](const FirstToothContact& contact, int upper, int lower, double degrees) {
    EXPECT_EQ(contact.upper_tooth, upper);
    EXPECT_EQ(contact.lower_tooth, lower);
    // The walls of a wedge are chords, so its corners at the walls come first, by the slope of a chord within
    // a pixel: none here, for a gap is between two planes through the axis.
    EXPECT_NEAR(contact.amount, degrees * degree, 1e-5);
    EXPECT_NEAR(contact.travel_mm, contact.amount * contact.case_point.head<2>().norm(), 1e-5);
  };
  ASSERT_EQ(order.pairs.size(), 4U);
  expect(order.pairs[0], 23, 33, 4);
  expect(order.pairs[1], 24, 33, 7);
  expect(order.pairs[2], 22, 32, 10);
  expect(order.pairs[3], 24, 34, 17);
  ASSERT_EQ(order.upper_teeth.size(), 3U);
  expect(order.upper_teeth[0], 23, 33, 4);
  expect(order.upper_teeth[1], 24, 33, 7);
  expect(order.upper_teeth[2], 22, 32, 10);
  ASSERT_EQ(order.lower_teeth.size(), 3U);
  expect(order.lower_teeth[0], 23, 33, 4);
  expect(order.lower_teeth[2], 24, 34, 17);
}

TEST(ContactOrder, teeth_that_are_not_met_within_the_motion_are_in_no_list) {
  const ContactOrder order = Arch().order(8 * degree);
  EXPECT_EQ(order.pairs.size(), 2U);
  EXPECT_EQ(order.upper_teeth.size(), 2U);
  EXPECT_EQ(order.lower_teeth.size(), 1U);
}

TEST(ContactOrder, is_empty_where_no_tooth_has_a_number) {
  Arch arch;
  arch.upper_teeth.assign(arch.upper_teeth.size(), 0);
  arch.lower_teeth.assign(arch.lower_teeth.size(), 0);
  const ContactOrder order = arch.order(1);
  EXPECT_TRUE(order.pairs.empty() && order.upper_teeth.empty() && order.lower_teeth.empty());
}

TEST(ContactOrder, a_tooth_that_runs_through_the_other_jaw_whole_is_left_to_its_other_pixels) {
  // The lower tooth lies inside the upper one: no face of the upper bounds the overlap.
  const Bite bite = bite_of(wedge(0, 30 * degree, 30, 60, -5, 15), wedge(10 * degree, 20 * degree));
  const ClosingMapping mapping =
      closing_map(bite, turn_about_z(1), {.engine = EngineKind::ray, .pixel_mm = 0.5});
  const std::vector<int> upper(bite.upper->mesh.faces.size(), 26), lower(bite.lower->mesh.faces.size(), 36);
  EXPECT_TRUE(order_of_contacts(*mapping.map, bite, upper, lower).pairs.empty());
}

}  // namespace
}  // namespace intercusp
