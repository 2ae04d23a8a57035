// The articulator on real scans: after every step the jaws touch, and do not overlap.

#include <gtest/gtest.h>

#include <filesystem>

#include "io/case/import_jaw.h"
#include "occlusion/exact/exact_interference.h"
#include "occlusion/motion/articulator/sensitivity.h"
#include "tests/support/real_scans.h"
#include "tests/support/wide.h"

namespace intercusp {
namespace {

class ArticulatedScans : public ::testing::TestWithParam<const char*> {
 protected:
  static std::filesystem::path folder() { return testing::real_scans() / GetParam(); }
  static Bite read() {
    return {.upper = import_jaw((folder() / "upper.stl").string(), Jaw::upper, {}).solid,
            .lower = import_jaw((folder() / "lower.stl").string(), Jaw::lower, {}).solid};
  }
};

bool overlap(const Bite& bite, const ArticulatedPose& pose, double opening_rad) {
  Bite turned = bite;
  turned.upper_from_lower = opened_about(pose.condyles, opening_rad) * pose.upper_from_lower;
  return exact_interference(turned).interference;
}

TEST_P(ArticulatedScans, touch_after_every_step_and_do_not_overlap) {
  if (!std::filesystem::exists(folder() / "upper.stl")) GTEST_SKIP() << "no scans in " << folder();
  const ArticulatedCase mouth = articulated_case(prepare_case(read()));
  const ArticulatedBite result = articulate(mouth, {.path_step_mm = 0.5});
  EXPECT_TRUE(has_estimated_teeth(result.bite_case->bite));
  EXPECT_EQ(result.incisal_point_source, IncisalSource::incisors);
  for (const MovementReport& movement : result.movements) {
    ASSERT_EQ(movement.path.size(), 7U) << name_of(movement.excursion);
    ASSERT_EQ(movement.guidance.size(), 4U);
    for (const GuidanceStep& step : movement.guidance) {
      const ArticulatedPose& pose = step.step.pose;
      EXPECT_NEAR(pose.excursion_mm, step.step.asked_mm, 0.001) << name_of(movement.excursion);
      const auto touching = mouth.gaps.of_pair(pose.upper_from_lower, step.step.touching, 1);
      ASSERT_TRUE(touching);
      EXPECT_LT(touching->distance_mm, 1e-9) << "the pair that stops the closing";
      EXPECT_LT((touching->case_point - pose.contact.case_point).norm(), 1e-3);
      if (step.step.asked_mm != 1 && step.step.asked_mm != 3) continue;  // these take long
      EXPECT_FALSE(overlap(result.bite_case->bite, pose, 1e-6))
          << name_of(movement.excursion) << pose.excursion_mm;
      EXPECT_TRUE(overlap(result.bite_case->bite, pose, -1e-4))
          << name_of(movement.excursion) << pose.excursion_mm;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Cases, ArticulatedScans, ::testing::ValuesIn(testing::samples({"case-a", "case-b"})),
                         [](const auto& param) { return std::string(param.param).substr(5); });

}  // namespace
}  // namespace intercusp
