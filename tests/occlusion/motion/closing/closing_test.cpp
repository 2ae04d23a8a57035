#include "occlusion/motion/closing/closing.h"

#include <gtest/gtest.h>

#include "occlusion/exact/exact_interference.h"
#include "tests/occlusion/motion/closing/scenes.h"
#include "tests/support/shared.h"

namespace intercusp {
namespace {

using testing::degree;
using testing::turn_about_z;
using testing::wedge;

const ClosingOptions rays_at_0_2_mm{.engine = EngineKind::ray, .pixel_mm = 0.2};

TEST(Closing, has_the_exact_contact_its_travel_its_pose_and_the_map_beside_it) {
  const Bite bite = bite_of(wedge(50 * degree, 70 * degree), wedge(0, 20 * degree));
  const Closing closing = find_closing(prepare_case(bite), turn_about_z(2), rays_at_0_2_mm);
  ASSERT_TRUE(closing.answer.contact);
  EXPECT_NEAR(closing.answer.contact->amount, 30 * degree, 1e-9);
  const double radius = closing.answer.contact->case_point.head<2>().norm();
  EXPECT_NEAR(closing.travel_at_contact_mm(), 30 * degree * radius, 1e-9);
  const Eigen::Vector3d turned = closing.pose_at_contact() * Eigen::Vector3d(45, 0, 3);
  EXPECT_NEAR(std::atan2(turned.y(), turned.x()), 30 * degree, 1e-9);
  ASSERT_TRUE(closing.mapping.map);
  EXPECT_NEAR(closing.mapping.map->remaining[*closing.mapping.map->first], 30 * degree, 1e-6);
  EXPECT_TRUE(closing.order.pairs.empty()) << "no tooth is known";
  EXPECT_GT(closing.culling.lower.dropped, 0U);
}

TEST(Closing, gives_the_exact_answer_where_no_map_can_be) {
  const Bite bite = bite_of(shapes::torus({0, 0, 12}, {0, 0, 1}, 45, 3, 48, 12), wedge(0, 20 * degree));
  const Closing closing = find_closing(prepare_case(bite), turn_about_z(2), rays_at_0_2_mm);
  EXPECT_FALSE(closing.mapping.map);
  ASSERT_TRUE(closing.mapping.why_not);
  EXPECT_EQ(closing.mapping.why_not->text("reason"), "jaw_around_axis");
}

TEST(Closing, a_start_in_overlap_has_its_deepest_place_and_no_contact) {
  const Bite bite = bite_of(shapes::sphere({0, 0, 4.5}, 5, 40), shapes::box({-9, -9, -4}, {9, 9, 0}));
  const Closing closing = find_closing(prepare_case(bite), Motion::shift({0, 0, 1}, 5), rays_at_0_2_mm);
  EXPECT_TRUE(closing.answer.starts_overlapping);
  EXPECT_FALSE(closing.answer.contact);
  ASSERT_TRUE(closing.answer.deepest);
  EXPECT_NEAR(closing.answer.deepest->distance_mm, -0.5, 0.001);
}

}  // namespace
}  // namespace intercusp
