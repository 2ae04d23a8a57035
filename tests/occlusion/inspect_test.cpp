#include "occlusion/inspect.h"

#include <gtest/gtest.h>

#include "tests/support/dentitions.h"

namespace intercusp {
namespace {

void expect_same(const std::optional<Interval>& a, const std::optional<Interval>& b) {
  ASSERT_EQ(a.has_value(), b.has_value());
  if (!a) return;
  EXPECT_EQ(a->low, b->low);
  EXPECT_EQ(a->high, b->high);
}

void expect_same(const std::optional<Intervals>& a, const std::optional<Intervals>& b) {
  ASSERT_TRUE(a && b);
  expect_same(a->least_mm, b->least_mm);
  ASSERT_EQ(a->areas.size(), b->areas.size());
  for (std::size_t i = 0; i < a->areas.size(); ++i) {
    expect_same(a->areas[i].surface_mm2, b->areas[i].surface_mm2);
    expect_same(a->areas[i].left_share, b->areas[i].left_share);
  }
  ASSERT_EQ(a->contacts.size(), b->contacts.size());
  for (std::size_t i = 0; i < a->contacts.size(); ++i) {
    EXPECT_EQ(a->contacts[i].id, b->contacts[i].id);
    EXPECT_EQ(a->contacts[i].presence, b->contacts[i].presence);
  }
}

TEST(InspectPose, intervals_found_later_are_those_of_inspect) {
  const auto bite_case = prepare_case(testing::dentition_bite());
  const InspectionOptions options{
      .engine = EngineKind::zlist, .pixel_mm = 0.1, .bite_error = {.poses = 40}, .thresholds_mm = {0.1, 0.2}};
  const Inspection whole = inspect(bite_case, options);
  ASSERT_TRUE(whole.clearance_intervals && whole.distance_intervals);
  EXPECT_LT(whole.distance_intervals->areas[0].surface_mm2.low,
            whole.distance_intervals->areas[0].surface_mm2.high);
  UnfinishedInspection pose = inspect_pose(bite_case, options);
  EXPECT_FALSE(pose.clearance_intervals || pose.distance_intervals);
  EXPECT_EQ(pose.min_clearance_mm, whole.min_clearance_mm);
  const auto find_intervals = std::move(pose.find_intervals);
  pose = {};  // what the intervals need is kept with them
  EXPECT_THROW((void)find_intervals([](double) { throw Cancelled(); }), Cancelled);
  for (int again = 0; again < 2; ++again) {
    const InspectionIntervals found = find_intervals({});
    expect_same(found.by_clearance, whole.clearance_intervals);
    expect_same(found.by_distance, whole.distance_intervals);
  }
}

}  // namespace
}  // namespace intercusp
