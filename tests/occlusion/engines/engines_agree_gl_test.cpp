// The three engines share no interference code; here they must give the same answers.

#include <gtest/gtest.h>

#include <random>
#include <string>

#include "occlusion/engines/compute_map.h"
#include "tests/support/bites.h"
#include "tests/support/compare_maps.h"
#include "tests/support/wide.h"

namespace intercusp {
namespace {

using testing::compare;
using testing::Comparison;

//! \return how many pixels were compared.
std::size_t expect_agreement(const Bite& bite, double pixel_mm, const std::string& name) {
  const View view = testing::view_of(bite, pixel_mm);
  if (view.grid.size() == 0) return 0;
  std::size_t compared = 0;
  const ClearanceMap reference = compute_map(bite, view, {.kind = EngineKind::zlist});
  for (const EngineKind kind : {EngineKind::ray, EngineKind::stencil}) {
    const Comparison result = compare(bite, reference, compute_map(bite, view, {.kind = kind}));
    compared += result.compared;
    const std::string what = name + ", zlist against " + name_of(kind);
    EXPECT_EQ(result.other_state, 0U) << what << " of " << result.compared;
    EXPECT_EQ(result.other_intervals, 0U) << what << " of " << result.compared;
    EXPECT_EQ(result.other_clearance, 0U)
        << what << " of " << result.compared << ", worst " << result.worst_mm;
  }
  return compared;
}

TriangleMesh random_body(std::mt19937& random) {
  switch (std::uniform_int_distribution<int>(0, 4)(random)) {
    case 0:
      return shapes::sphere({0, 0, 0}, 5, 14);
    case 1:
      return shapes::torus({0, 0, 0}, {0, 0, 1}, 5, 1.8, 36, 18);
    case 2:
      return shapes::fine_box({-4, -3, -2}, {4, 3, 2}, 1.5);
    case 3:
      return testing::hook(-3, 3);
    default:
      return together({shapes::sphere({-2, 0, 0}, 3.5, 12), shapes::sphere({2, 0.5, 0}, 3.5, 12)});
  }
}

TEST(Engines, agree_on_random_bodies_in_random_poses) {
  std::size_t compared = 0;
  const auto seeds = static_cast<unsigned>(testing::rounds(8, 40));
  for (unsigned seed = 1; seed <= seeds; ++seed) {
    std::mt19937 random(seed);
    const TriangleMesh upper = shapes::moved(random_body(random), testing::random_pose(random, 3));
    const Bite bite = testing::bite_of(upper, random_body(random), testing::random_pose(random, 4));
    compared += expect_agreement(bite, 0.08, "seed " + std::to_string(seed));
  }
  EXPECT_GT(compared, seeds * 2U * 1000U);
}

TEST(Engines, agree_where_parts_of_one_jaw_overlap) {
  using testing::slab;
  EXPECT_GT(expect_agreement(testing::bite_of(together({slab(0, 10), slab(1, 9)}), slab(4, 5)), 0.1,
                             "nested slabs"),
            2U * 9000U);
}

ClearanceMap zlist_map(const Bite& bite, const View& view) {
  return compute_map(bite, view, {.kind = EngineKind::zlist});
}

TEST(Engines, turning_the_whole_case_changes_nothing) {
  for (unsigned seed = 1; seed <= 10; ++seed) {
    std::mt19937 random(seed);
    const Bite bite = testing::bite_of(shapes::moved(random_body(random), testing::random_pose(random, 2)),
                                       random_body(random), testing::random_pose(random, 3));
    const View view = testing::view_of(bite, 0.1);
    if (view.grid.size() == 0) continue;
    const Eigen::Isometry3d turn = testing::random_pose(random, 30);
    Bite turned = bite;
    turned.upper = std::make_shared<const Solid>(solid_of(shapes::moved(bite.upper->mesh, turn)));
    turned.upper_from_lower = turn * bite.upper_from_lower;
    const Eigen::Isometry3d view_from_case =
        orthographic(turn.linear() * Eigen::Vector3d::UnitZ(), turn.linear() * Eigen::Vector3d::UnitY());
    View turned_view{view_from_case, view.grid};
    const Eigen::Vector3d shift = view_from_case * (turn * Eigen::Vector3d::Zero());
    turned_view.grid.u0_mm += shift.x();
    turned_view.grid.v0_mm += shift.y();
    const Comparison result = compare(bite, zlist_map(bite, view), zlist_map(turned, turned_view));
    EXPECT_EQ(result.other_state + result.other_intervals + result.other_clearance, 0U) << "seed " << seed;
    EXPECT_GT(result.compared, 0U) << "seed " << seed;
  }
}

TEST(Engines, swapping_the_jaws_and_looking_the_other_way_keeps_depth_and_volume) {
  for (unsigned seed = 1; seed <= 10; ++seed) {
    std::mt19937 random(seed);
    const Bite bite = testing::bite_of(shapes::moved(random_body(random), testing::random_pose(random, 1)),
                                       random_body(random), testing::random_pose(random, 1));
    Bite swapped{bite.lower, bite.upper, bite.upper_from_lower.inverse(Eigen::Isometry)};
    const View view = testing::view_of(bite, 0.1);
    const Eigen::Matrix3d turn = swapped.upper_from_lower.linear();
    const Eigen::Isometry3d back =
        orthographic(-(turn * Eigen::Vector3d::UnitZ()), turn * Eigen::Vector3d::UnitY());
    const ClearanceMap one = zlist_map(bite, view);
    const ClearanceMap other = zlist_map(swapped, fit_view(swapped, back, 0.1));
    double volume_one = 0;
    double volume_other = 0;
    for (const float overlap : one.overlap_mm) volume_one += overlap * 0.01;
    for (const float overlap : other.overlap_mm) volume_other += overlap * 0.01;
    // The pixels are shifted by a fraction of a pixel: volumes agree to the pixels of the rim.
    EXPECT_NEAR(volume_one, volume_other, 0.02 * volume_one + 0.05) << "seed " << seed;
    EXPECT_EQ(count_pixels(one).interfering > 0, count_pixels(other).interfering > 0) << "seed " << seed;
  }
}

TEST(Engines, subdividing_the_faces_changes_nothing) {
  for (unsigned seed = 1; seed <= 10; ++seed) {
    std::mt19937 random(seed);
    const TriangleMesh upper = shapes::moved(random_body(random), testing::random_pose(random, 2));
    const TriangleMesh lower = random_body(random);
    const Eigen::Isometry3d pose = testing::random_pose(random, 3);
    const Bite coarse = testing::bite_of(upper, lower, pose);
    const Bite fine = testing::bite_of(shapes::subdivided(upper), shapes::subdivided(lower), pose);
    const View view = testing::view_of(coarse, 0.1);
    if (view.grid.size() == 0) continue;
    for (const EngineKind kind : {EngineKind::zlist, EngineKind::ray, EngineKind::stencil}) {
      const Comparison result =
          compare(coarse, compute_map(coarse, view, {.kind = kind}), compute_map(fine, view, {.kind = kind}));
      EXPECT_EQ(result.other_state + result.other_intervals + result.other_clearance, 0U)
          << name_of(kind) << ", seed " << seed << ", worst " << result.worst_mm;
    }
  }
}

}  // namespace
}  // namespace intercusp
