#include "occlusion/case/anatomy.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

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

void expect_axes(const AnatomyFinding& finding, const Eigen::Matrix3d& turn) {
  ASSERT_TRUE(finding.axes) << finding.confidence;
  EXPECT_LT(degrees_between(finding.axes->superior, turn * Eigen::Vector3d(0, 0, 1)), 4);
  EXPECT_LT(degrees_between(finding.axes->anterior, turn * Eigen::Vector3d(0, -1, 0)), 5);
  EXPECT_LT(degrees_between(finding.axes->left, turn * Eigen::Vector3d(1, 0, 0)), 5);
  EXPECT_TRUE(finding.axes->superior.cross(finding.axes->anterior).isApprox(finding.axes->left, 1e-9));
}

TEST(FindAnatomy, closed_crowns_tell_by_their_principal_axes) {
  const AnatomyFinding finding = find_anatomy(closed_arches());
  EXPECT_EQ(finding.method, "principal axes");
  expect_axes(finding, Eigen::Matrix3d::Identity());
  EXPECT_TRUE(finding.remarks.empty());
}

TEST(FindAnatomy, open_scans_tell_by_their_normals) {
  const AnatomyFinding finding = find_anatomy(open_arches());
  EXPECT_EQ(finding.method, "normals of the open scans");
  expect_axes(finding, Eigen::Matrix3d::Identity());
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
  const AnatomyFinding finding = find_anatomy(bite);
  EXPECT_FALSE(finding.axes);
  EXPECT_LT(finding.confidence, AnatomyFinding::least_confidence);
}

TEST(FindAnatomy, refuses_to_guess_left_and_right_from_one_quadrant) {
  const Bite bite = testing::bite_of(arch_of_balls(28, 45, 4, 3, 7), arch_of_balls(26, 43, -4, 3, 7));
  EXPECT_FALSE(find_anatomy(bite).axes);
}

bool says(const AnatomyFinding& finding, const std::string& words) {
  for (const std::string& remark : finding.remarks) {
    if (remark.find(words) != std::string::npos) return true;
  }
  return false;
}

TEST(FindAnatomy, says_that_jaws_are_in_each_others_place) {
  Bite bite = closed_arches();
  std::swap(bite.upper, bite.lower);
  EXPECT_TRUE(says(find_anatomy(bite), "each other's place"));
}

TEST(FindAnatomy, says_that_labels_belong_to_the_other_jaw) {
  Bite bite = closed_arches();
  Solid upper = *bite.upper;
  upper.labels.assign(upper.mesh.vertices.size(), 36);
  bite.upper = std::make_shared<const Solid>(upper);
  EXPECT_TRUE(says(find_anatomy(bite), "swapped"));
}

TEST(FindAnatomy, says_that_the_frame_is_mirrored) {
  Bite bite = closed_arches();
  Solid upper = *bite.upper;
  for (const Eigen::Vector3d& vertex : upper.mesh.vertices) upper.labels.push_back(vertex.x() > 0 ? 16 : 26);
  bite.upper = std::make_shared<const Solid>(upper);
  EXPECT_TRUE(says(find_anatomy(bite), "mirrored"));
}

TEST(FindAnatomy, says_that_jaws_look_the_same_way_or_lie_far_apart) {
  Bite bite = open_arches();
  bite.lower = bite.upper;
  EXPECT_TRUE(says(find_anatomy(bite), "upside down"));
  bite = closed_arches();
  bite.upper_from_lower = Eigen::Translation3d(0, 0, -80);
  EXPECT_TRUE(says(find_anatomy(bite), "far apart"));
}

}  // namespace
}  // namespace intercusp
