#include "viewer/scene/scene_meshes.h"

#include <gtest/gtest.h>

#include "tests/viewer/case/cases.h"

namespace intercusp::viewer {
namespace {

TEST(SceneMeshes, can_be_cancelled_while_light_is_traced) {
  std::vector<double> told;
  const Progress until_a_third = [&](double done) {
    told.push_back(done);
    if (done > 1.0 / 3) throw Cancelled();
  };
  EXPECT_THROW((void)scene_meshes(small_dentition(), until_a_third), Cancelled);
  ASSERT_GT(told.size(), 5U) << "it is asked often";
  EXPECT_TRUE(std::ranges::is_sorted(told));
  EXPECT_LT(told.back(), 0.5);
}

TEST(SceneMeshes, tell_how_far_they_are_to_the_end) {
  double last = 0;
  const auto meshes = scene_meshes(small_dentition(), [&](double done) { last = done; });
  EXPECT_EQ(last, 1);
  EXPECT_EQ(meshes->upper.full.openness.size(), meshes->upper.full.points.size());
}

}  // namespace
}  // namespace intercusp::viewer
