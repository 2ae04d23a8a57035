#include "occlusion/registration/rigid_fit.h"

#include <gtest/gtest.h>

#include <numbers>

#include "datasets/seeded_random.h"
#include "occlusion/registration/compare_scans.h"
#include "occlusion/registration/tooth_starts.h"
#include "tests/occlusion/registration/scan_pairs.h"
#include "tests/support/scan_changes.h"

namespace intercusp {
namespace {

using testing::moved;

//! Pairs of a pose, each off by up to so much along every axis.
std::vector<PointPair> pairs_of(const Eigen::Isometry3d& fixed_from_moving, std::size_t count, double off_mm,
                                std::uint64_t seed) {
  SeededRandom random(seed);
  const auto point = [&](double most) {
    return Eigen::Vector3d(random.uniform(-most, most), random.uniform(-most, most),
                           random.uniform(-most, most));
  };
  std::vector<PointPair> pairs(count);
  for (PointPair& pair : pairs) {
    pair.moving = point(20);
    pair.fixed = fixed_from_moving * pair.moving + point(off_mm);
  }
  return pairs;
}

TEST(RigidFit, finds_the_pose_of_exact_pairs) {
  for (const std::uint64_t seed : {1, 2, 3, 4, 5}) {
    const Eigen::Isometry3d truth = random_pose(seed);
    const Eigen::Isometry3d found = rigid_fit(pairs_of(truth, 3, 0, seed));
    EXPECT_LT((found.matrix() - truth.matrix()).norm(), 1e-9) << seed;
  }
}

TEST(RigidFit, turns_and_never_mirrors_or_scales) {
  for (const std::uint64_t seed : {1, 2, 3, 4, 5}) {
    std::vector<PointPair> pairs = pairs_of(random_pose(seed), 5, 3, seed);
    for (PointPair& pair : pairs) pair.moving *= 2;
    const Eigen::Matrix3d turn = rigid_fit(pairs).linear();
    EXPECT_NEAR(turn.determinant(), 1, 1e-9);
    EXPECT_LT((turn * turn.transpose() - Eigen::Matrix3d::Identity()).norm(), 1e-9);
  }
}

TEST(RigidFit, three_pairs_off_a_line_determine_a_pose) {
  const std::vector<PointPair> three = pairs_of(random_pose(1), 3, 0, 1);
  EXPECT_TRUE(determine_a_pose(three));
  EXPECT_FALSE(determine_a_pose(std::span(three).first(2)));
  EXPECT_FALSE(determine_a_pose({}));
  std::vector<PointPair> line;
  for (const double mm : {0.0, 10.0, 25.0}) line.push_back({{mm, 0.5, 0}, {0, mm, 0}});
  EXPECT_FALSE(determine_a_pose(line));
}

std::shared_ptr<const JawScan> kept(LabelledMesh surface) {
  return std::make_shared<const JawScan>(scan_of(std::move(surface)));
}

//! A start of marked places leads to the same pose as the search does; another start is not searched for.
TEST(RigidFit, is_where_a_comparison_starts_from) {
  const LabelledMesh before = noisy(scanned_teeth(40000, 1, 1).upper, 0.01, 11);
  const Eigen::Isometry3d truth = random_pose(7);
  const LabelledMesh after = moved(noisy(scanned_teeth(40000, 1, 2).upper, 0.01, 12), truth.inverse());
  std::vector<PointPair> pairs;
  const auto middles = tooth_middles(scan_of(after));
  SeededRandom random(3);
  for (const int fdi : {16, 11, 26, 24}) {  // clicked up to a millimetre off along each axis
    const Eigen::Vector3d off(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1));
    pairs.push_back({truth * middles.at(fdi) + off, middles.at(fdi)});
  }
  const ScanComparison found = compare_scans(kept(before), kept(after), {.start = rigid_fit(pairs)});
  ASSERT_TRUE(found.determined());
  EXPECT_EQ(found.registration.start, StartMethod::given);
  EXPECT_LT(testing::greatest_error_mm(after.mesh, found.before_from_after(), truth), 0.01);

  // The arch turned back to front.
  const Eigen::Isometry3d turned(truth * Eigen::AngleAxisd(std::numbers::pi, Eigen::Vector3d::UnitZ()));
  EXPECT_FALSE(compare_scans(kept(before), kept(after), {.start = turned}).determined());
}

}  // namespace
}  // namespace intercusp
