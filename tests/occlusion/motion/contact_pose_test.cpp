// First contact from poses in which the jaws are apart, touch and overlap, against closed forms.

#include <gtest/gtest.h>

#include "datasets/dentition.h"
#include "occlusion/exact/exact_interference.h"
#include "occlusion/geometry/shapes.h"
#include "occlusion/motion/first_contact.h"
#include "occlusion/motion/hinge.h"
#include "tests/support/dentitions.h"

namespace intercusp {
namespace {

const TriangleMesh upper_block = shapes::box({0, 0, 5}, {4, 4, 8});

std::optional<ContactPose> closed_along_z(double lower_top, double limit_mm) {
  const Bite bite = bite_of(upper_block, shapes::box({-1, -1, 0}, {6, 6, lower_top}));
  return contact_pose(ContactSearch(bite.upper, bite.lower), bite.upper_from_lower,
                      Motion::shift({0, 0, 1}, limit_mm), 0.05);
}

TEST(ContactPose, blocks_that_are_apart_close_by_their_gap) {
  const auto pose = closed_along_z(4.25, 10);
  ASSERT_TRUE(pose);
  EXPECT_DOUBLE_EQ(pose->closed, 0.75);
  EXPECT_DOUBLE_EQ(pose->contact.amount, pose->closed);
  EXPECT_NEAR(pose->upper_from_lower.translation().z(), 0.75, 1e-14);
}

TEST(ContactPose, blocks_that_overlap_open_by_their_depth) {
  const auto pose = closed_along_z(5.5, 10);
  ASSERT_TRUE(pose);
  EXPECT_NEAR(pose->closed, -0.5, 1e-14);
  EXPECT_NEAR(pose->upper_from_lower.translation().z(), -0.5, 1e-14);
  EXPECT_NEAR(pose->contact.case_point.z(), 5, 1e-14);
}

TEST(ContactPose, there_is_none_beyond_the_limit) {
  EXPECT_FALSE(closed_along_z(4, 0.9));
  EXPECT_FALSE(closed_along_z(7, 1));  // 2 mm deep
}

//! The bite with the lower turned about its hinge axis; positive opens.
Case opened(const Case& bite_case, double opening_rad) {
  const Condyles condyles =
      bonwill_condyles(bite_case.incisal_point->case_point, *bite_case.anatomy.axes, {});
  Case turned = bite_case;
  turned.bite.upper_from_lower = opened_about(condyles, opening_rad) * bite_case.bite.upper_from_lower;
  return turned;
}

TEST(HingeContact, a_dentition_overlaps_just_below_it_and_not_just_above) {
  const auto bite_case = prepare_case(testing::dentition_bite());
  const auto contact = hinge_contact(*bite_case);
  ASSERT_TRUE(contact);
  constexpr double step_rad = 1e-6;  // 0.1 µm at the incisors
  EXPECT_TRUE(exact_interference(opened(*bite_case, contact->opening_rad - step_rad).bite).interference);
  EXPECT_FALSE(exact_interference(opened(*bite_case, contact->opening_rad + step_rad).bite).interference);
  EXPECT_TRUE(contact->upper_from_lower.isApprox(
      opened(*bite_case, contact->opening_rad).bite.upper_from_lower, 1e-12));
}

TEST(HingeContact, the_opening_at_the_incisors_is_the_way_of_their_point) {
  const auto bite_case = prepare_case(testing::dentition_bite());
  const auto contact = hinge_contact(*bite_case);
  ASSERT_TRUE(contact);
  const Eigen::Vector3d incisal = bite_case->incisal_point->case_point;
  const Eigen::Vector3d there =
      contact->upper_from_lower * (bite_case->bite.upper_from_lower.inverse() * incisal);
  // A chord is shorter than its arc by less than a millionth here.
  EXPECT_NEAR((there - incisal).norm(), std::abs(contact->opening_mm),
              1e-6 * std::abs(contact->opening_mm) + 1e-12);
}

TEST(HingeContact, without_axes_there_is_none) {
  EXPECT_FALSE(hinge_contact(*prepare_case(bite_of(upper_block, shapes::box({0, 0, 0}, {4, 4, 4.9})))));
}

}  // namespace
}  // namespace intercusp
