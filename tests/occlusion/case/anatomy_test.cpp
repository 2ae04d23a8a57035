#include "occlusion/case/anatomy.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "occlusion/case/case.h"
#include "occlusion/case/teeth.h"
#include "tests/support/arches.h"

namespace intercusp {
namespace {

using std::numbers::pi;
using testing::arch_of_balls;
using testing::closed_arches;
using testing::open_arches;

double degrees_between(const Eigen::Vector3d& a, const Eigen::Vector3d& b) {
  return std::acos(std::clamp(a.normalized().dot(b.normalized()), -1.0, 1.0)) * 180 / pi;
}

void expect_axes(const Anatomy& anatomy, const Eigen::Matrix3d& turn) {
  ASSERT_TRUE(anatomy.axes) << anatomy.confidence;
  EXPECT_LT(degrees_between(anatomy.axes->superior, turn * Eigen::Vector3d(0, 0, 1)), 4);
  EXPECT_LT(degrees_between(anatomy.axes->anterior, turn * Eigen::Vector3d(0, -1, 0)), 5);
  EXPECT_LT(degrees_between(anatomy.axes->left, turn * Eigen::Vector3d(1, 0, 0)), 5);
  EXPECT_TRUE(anatomy.axes->superior.cross(anatomy.axes->anterior).isApprox(anatomy.axes->left, 1e-9));
}

TEST(FindAnatomy, closed_crowns_tell_by_their_principal_axes) {
  const Anatomy anatomy = find_anatomy(closed_arches());
  EXPECT_EQ(anatomy.method, SuperiorMethod::principal_axes);
  expect_axes(anatomy, Eigen::Matrix3d::Identity());
  EXPECT_TRUE(anatomy.findings.empty());
}

TEST(FindAnatomy, open_scans_tell_by_their_normals) {
  const Anatomy anatomy = find_anatomy(open_arches());
  EXPECT_EQ(anatomy.method, SuperiorMethod::open_normals);
  expect_axes(anatomy, Eigen::Matrix3d::Identity());
}

TEST(FindAnatomy, turning_the_whole_case_turns_the_axes) {
  std::mt19937 random(3);
  for (int round = 0; round < 10; ++round) {
    const Eigen::Isometry3d pose = testing::random_pose(random, 40);
    Bite bite = closed_arches();
    bite.upper = std::make_shared<const Solid>(solid_of(shapes::moved(bite.upper->mesh, pose)));
    bite.upper_from_lower = pose;
    expect_axes(find_anatomy(bite), pose.linear());
  }
}

TEST(FindAnatomy, refuses_to_guess_where_there_is_no_arch) {
  const Bite bite =
      testing::bite_of(shapes::sphere({0, 0, 10}, 6, 16), shapes::box({-10, -10, -3}, {10, 10, 3}));
  const Anatomy anatomy = find_anatomy(bite);
  EXPECT_FALSE(anatomy.axes);
  EXPECT_LT(anatomy.confidence, Anatomy::least_confidence);
}

TEST(FindAnatomy, refuses_to_guess_left_and_right_from_one_quadrant) {
  const Bite bite = testing::bite_of(arch_of_balls(28, 45, 4, 3, 7), arch_of_balls(26, 43, -4, 3, 7));
  EXPECT_FALSE(find_anatomy(bite).axes);
}

bool has(const Anatomy& anatomy, const std::string& code) {
  return std::ranges::find(anatomy.findings, code, &Finding::code) != anatomy.findings.end();
}

TEST(FindAnatomy, says_that_jaws_are_in_each_others_place) {
  Bite bite = closed_arches();
  std::swap(bite.upper, bite.lower);
  EXPECT_TRUE(has(find_anatomy(bite), "jaws_swapped"));
}

TEST(FindAnatomy, believes_the_crowns_of_both_jaws_before_their_arches) {
  Bite bite = closed_arches();
  std::swap(bite.upper, bite.lower);
  const auto number = [](std::shared_ptr<const Solid>& jaw, int fdi, bool sure) {
    Solid numbered = *jaw;
    numbered.labels.assign(numbered.mesh.vertices.size(), 0);
    numbered.estimated_teeth = {{fdi, sure ? 0.95 : 0.5, sure}};
    jaw = std::make_shared<const Solid>(std::move(numbered));
  };
  number(bite.upper, 16, true);
  EXPECT_TRUE(has(find_anatomy(bite), "jaws_swapped"));
  number(bite.lower, 46, false);
  EXPECT_TRUE(has(find_anatomy(bite), "jaws_swapped"));
  number(bite.lower, 46, true);
  EXPECT_FALSE(has(find_anatomy(bite), "jaws_swapped"));
}

TEST(FindAnatomy, says_that_labels_belong_to_the_other_jaw) {
  Bite bite = closed_arches();
  Solid upper = *bite.upper;
  upper.labels.assign(upper.mesh.vertices.size(), 36);
  bite.upper = std::make_shared<const Solid>(upper);
  EXPECT_TRUE(has(find_anatomy(bite), "jaws_swapped"));
}

TEST(FindAnatomy, says_that_the_frame_is_mirrored) {
  Bite bite = closed_arches();
  Solid upper = *bite.upper;
  for (const Eigen::Vector3d& vertex : upper.mesh.vertices) upper.labels.push_back(vertex.x() > 0 ? 16 : 26);
  bite.upper = std::make_shared<const Solid>(upper);
  EXPECT_TRUE(has(find_anatomy(bite), "frame_mirrored"));
}

TEST(FindAnatomy, takes_estimated_numbers_for_no_evidence) {
  Bite bite = closed_arches();
  Solid upper = *bite.upper;
  upper.labels.assign(upper.mesh.vertices.size(), 36);
  upper.estimated_teeth = {{36, 0.95, true}};
  bite.upper = std::make_shared<const Solid>(upper);
  EXPECT_TRUE(find_anatomy(bite).findings.empty());
}

TEST(PrepareCase, counts_separate_teeth_whose_estimates_lie_on_the_wrong_side) {
  Bite bite = closed_arches();
  const auto number = [&](int right, int left) {
    Solid upper = *bite.upper;
    upper.labels.clear();
    for (const Eigen::Vector3d& vertex : upper.mesh.vertices)
      upper.labels.push_back(vertex.x() > 0 ? left : right);
    upper.estimated_teeth = {{right, 0.95, true}, {left, 0.95, true}};
    bite.upper = std::make_shared<const Solid>(upper);
    return prepare_case(bite);
  };
  const auto agreeing = number(16, 26);
  EXPECT_FALSE(has(agreeing->anatomy, "teeth_sides_contradict"));
  EXPECT_TRUE(has_estimated_teeth(agreeing->bite));
  EXPECT_TRUE(belief_in(agreeing->bite, 16).sure);
  const auto exchanged = number(26, 16);
  EXPECT_TRUE(has(exchanged->anatomy, "teeth_sides_contradict"));
  EXPECT_FALSE(has(exchanged->anatomy, "frame_mirrored"));
  EXPECT_EQ(exchanged->anatomy.findings.back().text("reason"), "counted");
  EXPECT_EQ(exchanged->bite.upper->estimated_teeth.size(), 14U);
  EXPECT_FALSE(belief_in(exchanged->bite, 16).sure);
  EXPECT_TRUE(belief_in(exchanged->bite, 36).sure) << "not estimated";
}

TEST(FindAnatomy, says_that_jaws_look_the_same_way_or_lie_far_apart) {
  Bite bite = open_arches();
  bite.lower = bite.upper;
  EXPECT_TRUE(has(find_anatomy(bite), "jaw_upside_down"));
  bite = closed_arches();
  bite.upper_from_lower = Eigen::Translation3d(0, 0, -80);
  EXPECT_TRUE(has(find_anatomy(bite), "jaws_far_apart"));
}

}  // namespace
}  // namespace intercusp
