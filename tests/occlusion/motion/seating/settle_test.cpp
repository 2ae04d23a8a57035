#include "occlusion/motion/seating/settle.h"

#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include <algorithm>

#include "occlusion/engines/rays/closest_points.h"
#include "tests/occlusion/motion/seating/scenes.h"
#include "tests/support/winding_number.h"

namespace intercusp {
namespace {

const SettleOptions upwards{.direction = Eigen::Vector3d::UnitZ()};

bool refused_as(const Settlement& settlement, const std::string& code) {
  return std::any_of(settlement.refusals.begin(), settlement.refusals.end(),
                     [&](const Finding& refusal) { return refusal.code == code; });
}

std::string codes(const Settlement& settlement) {
  std::string text;
  for (const Finding& refusal : settlement.refusals) text += refusal.code + " ";
  return text;
}

//! Deepest vertex of either jaw in the other: by the closest of all faces and the solid angle, which are independent of
//! trees and inside tests.
double deepest_vertex_mm(const Bite& bite) {
  double deepest = 0;
  const auto look = [&](const TriangleMesh& from, const TriangleMesh& other, const Eigen::Isometry3d& pose) {
    for (const Eigen::Vector3d& vertex : from.vertices) {
      const Eigen::Vector3d point = pose * vertex;
      double closest = 1e9;
      for (const auto& [a, b, c] : other.faces) {
        closest = std::min(
            closest, distance_to_triangle(point, other.vertices[a], other.vertices[b], other.vertices[c]));
      }
      if (closest > deepest && closest < 1 && testing::winding_number(other, point) > 0.5) deepest = closest;
    }
  };
  look(bite.lower->mesh, bite.upper->mesh, bite.upper_from_lower);
  look(bite.upper->mesh, bite.lower->mesh, bite.upper_from_lower.inverse());
  return deepest;
}

TEST(Settle, a_tripod_of_balls_settles_level_on_a_plate_and_is_refused_as_it_may_stand_anywhere) {
  const TriangleMesh plate = shapes::box({-20, -20, 0}, {20, 20, 3});
  const TriangleMesh balls = testing::three_balls(10);
  std::mt19937 random(1);
  for (int i = 0; i < 3; ++i) {
    Bite bite = bite_of(plate, balls);
    bite.upper_from_lower = Eigen::Translation3d(0, 0, -2.1) * testing::small_pose(random, 0.3, 0.5);
    const Settlement settled = settle(prepare_case(bite), upwards);
    ASSERT_TRUE(settled.found.has_value()) << codes(settled);
    EXPECT_EQ(codes(settled), "ambiguous ") << codes(settled);
    EXPECT_NEAR(settled.agreement.spread_mm, 0.4, 0.1);  // the start's own 0.3 mm and 0.5°
    EXPECT_EQ(settled.supports.all.size(), 3U);
    // Three equal loads sink in equally; the poles of the meshes deviate from their balls by at most 2·(1 − cos 2.25°)
    // = 0.0015 mm.
    const Eigen::Vector3d up = settled.found->linear().col(2);
    EXPECT_LT(std::acos(std::min(1.0, up.z())), 2 * 0.0007 / 10.0);
    const double depth_mm = settled.found->translation().z() + 2;
    EXPECT_GT(depth_mm, 0.8 * 0.010 - 0.001);
    EXPECT_LT(depth_mm, 0.010 + 0.001);
    // The circle's middle lies half the radius inside the triangle of the balls.
    EXPECT_NEAR(settled.supports.margin_mm, 5, 0.3);
    // Nothing pushes it sideways or about the vertical.
    EXPECT_LT((settled.found->translation() - bite.upper_from_lower.translation()).head<2>().norm(), 0.03);
  }
}

TEST(Settle, three_balls_in_three_grooves_find_their_one_place_from_anywhere_near) {
  const double ridge_mm = 2 * std::numbers::sqrt2;  // the balls' centres then rest at z = 0
  const TriangleMesh grooves = testing::three_grooves(10, ridge_mm), balls = testing::three_balls(10);
  std::mt19937 random(2);
  for (int i = 0; i < 2; ++i) {
    Bite bite = bite_of(grooves, balls, testing::small_pose(random, 0.4, 1));
    const Settlement settled = settle(prepare_case(bite), upwards);
    ASSERT_TRUE(settled.settled()) << codes(settled);
    EXPECT_EQ(settled.supports.all.size(), 6U);
    // 0.008 to 0.010 mm deep in walls at 45° is √2 times as much upwards; the facets of the balls lie inside
    // them by up to 0.0007 mm.
    EXPECT_NEAR(settled.found->translation().z(), 0.009 * std::numbers::sqrt2, 0.0025);
    EXPECT_LT(settled.found->translation().head<2>().norm(), 0.005);
    EXPECT_LT(10 * Eigen::AngleAxisd(settled.found->linear()).angle(), 0.005);
    EXPECT_EQ(settled.agreement.same_place, 6);
    EXPECT_LT(settled.agreement.spread_mm, 0.005);
    const Bite after{bite.upper, bite.lower, *settled.found};
    EXPECT_LE(deepest_vertex_mm(after), 0.010 + 1e-6);
  }
}

TEST(Settle, a_deep_block_is_lowered_by_its_depth_and_an_open_one_raised) {
  const TriangleMesh plate = shapes::box({-20, -20, 0}, {20, 20, 3});
  const TriangleMesh block = shapes::fine_box({-2, -2, -3}, {2, 2, 0}, 0.5);
  for (const double height_mm : {0.25, -0.4}) {
    Bite bite = bite_of(plate, block, Eigen::Isometry3d(Eigen::Translation3d(0, 0, height_mm)));
    const Settlement settled = settle(prepare_case(bite), upwards);
    ASSERT_TRUE(settled.found.has_value()) << codes(settled);
    EXPECT_NEAR(settled.found->translation().z(), 0.009, 0.0011);
    EXPECT_NEAR(settled.change->centre_mm.z(), 0.009 - height_mm, 0.0011);
    EXPECT_LT(settled.change->centre_mm.head<2>().norm(), 1e-3);
    EXPECT_LT(settled.change->turn_rad.norm(), 1e-4);
    // One face on another is one contact, however large.
    EXPECT_TRUE(refused_as(settled, "too_few_contacts")) << codes(settled);
  }
}

TEST(Settle, the_tolerance_is_the_depth_that_is_left) {
  const TriangleMesh plate = shapes::box({-20, -20, 0}, {20, 20, 3});
  const Bite bite =
      bite_of(plate, testing::three_balls(10), Eigen::Isometry3d(Eigen::Translation3d(0, 0, -1.9)));
  for (const double tolerance_mm : {0.002, 0.03, 0.25}) {
    const Settlement settled =
        settle(prepare_case(bite), {.tolerance_mm = tolerance_mm, .direction = Eigen::Vector3d::UnitZ()});
    ASSERT_TRUE(settled.after.has_value()) << codes(settled);
    EXPECT_LE(-settled.after->least->distance_mm, tolerance_mm);
    EXPECT_GE(-settled.after->least->distance_mm, 0.75 * tolerance_mm);
    EXPECT_NEAR(settled.found->translation().z() + 2, 0.9 * tolerance_mm, 0.1 * tolerance_mm + 0.001);
  }
}

TEST(Settle, the_motion_is_told_along_the_axes_and_by_its_largest_displacement) {
  const TriangleMesh plate = shapes::box({-20, -20, 0}, {20, 20, 3});
  const Bite bite =
      bite_of(plate, testing::three_balls(10), Eigen::Isometry3d(Eigen::Translation3d(0, 0, -1.9)));
  const Settlement settled = settle(prepare_case(bite), upwards);
  ASSERT_TRUE(settled.after.has_value()) << codes(settled);
  EXPECT_NEAR(settled.change->centre_mm.z(), -0.091, 0.002);
  EXPECT_NEAR(settled.change->largest_mm, 0.091, 0.002);
  EXPECT_NEAR(settled.before->least->distance_mm, -0.1, 0.001);
  // Caps of a ball: 2·π·r·h of surface lie within the threshold, and π·h²·(r − h/3) of volume overlap.
  EXPECT_NEAR(settled.before->contact[0].surface_mm2, 3 * 2 * std::numbers::pi * 2 * 0.15, 0.06);
  EXPECT_NEAR(settled.before->overlap_mm3, 3 * std::numbers::pi * 0.01 * (2 - 0.1 / 3), 0.003);
  EXPECT_NEAR(settled.after->contact[0].surface_mm2, 3 * 2 * std::numbers::pi * 2 * 0.059, 0.05);
  EXPECT_EQ(settled.after->contact[0].contacts, 3U);
}

TEST(Settle, starts_further_away_than_the_limit_are_refused_before_any_work) {
  const TriangleMesh plate = shapes::box({-20, -20, 0}, {20, 20, 12});
  for (const double height_mm : {-6.0, 0.5}) {
    const Bite bite =
        bite_of(plate, testing::three_balls(10), Eigen::Isometry3d(Eigen::Translation3d(0, 0, height_mm)));
    const Settlement settled =
        settle(prepare_case(bite), {.max_motion_mm = 1.5, .direction = Eigen::Vector3d::UnitZ()});
    EXPECT_FALSE(settled.settled());
    EXPECT_TRUE(refused_as(settled, "not_in_bite")) << codes(settled);
    EXPECT_FALSE(settled.found.has_value());
  }
}

TEST(Settle, a_place_further_from_the_start_than_allowed_is_refused_and_named) {
  const TriangleMesh plate = shapes::box({-20, -20, 0}, {20, 20, 3});
  const Bite bite =
      bite_of(plate, testing::three_balls(10), Eigen::Isometry3d(Eigen::Translation3d(0, 0, -2.3)));
  EXPECT_FALSE(refused_as(
      settle(prepare_case(bite), {.max_motion_mm = 0.35, .direction = Eigen::Vector3d::UnitZ()}), "too_far"));
  const Settlement far =
      settle(prepare_case(bite), {.max_motion_mm = 0.305, .direction = Eigen::Vector3d::UnitZ()});
  EXPECT_TRUE(refused_as(far, "too_far")) << codes(far);
  EXPECT_TRUE(far.found.has_value());
}

TEST(Settle, two_contacts_are_no_stable_bite) {
  const TriangleMesh plate = shapes::box({-20, -20, 0}, {20, 20, 3});
  const TriangleMesh two =
      testing::together({shapes::sphere({-8, 0, 0}, 2, 40), shapes::sphere({8, 0, 0}, 2, 40)});
  const Settlement settled = settle(
      prepare_case(bite_of(plate, two, Eigen::Isometry3d(Eigen::Translation3d(0, 0, -2.05)))), upwards);
  EXPECT_FALSE(settled.settled());
  EXPECT_TRUE(refused_as(settled, "too_few_contacts")) << codes(settled);
  EXPECT_TRUE(refused_as(settled, "unbalanced")) << codes(settled);
}

TEST(Settle, a_ball_on_a_ball_has_no_rest_or_no_stand) {
  const Settlement settled =
      settle(prepare_case(bite_of(shapes::sphere({0, 0, 5}, 5, 60), shapes::sphere({0.3, 0, -5.1}, 5, 60))),
             upwards);
  EXPECT_FALSE(settled.settled());
}

TEST(Settle, between_two_places_the_bite_is_ambiguous) {
  // Two ridges across, 0.6 mm apart, over each of three balls that start below the crest between them.
  std::vector<TriangleMesh> upper;
  for (int i = 0; i < 3; ++i) {
    const double angle = 2 * std::numbers::pi * i / 3;
    const Eigen::Vector3d at(10 * std::cos(angle), 10 * std::sin(angle), 0);
    for (const double x : {-2.6, 0.0, 2.6})
      upper.push_back(
          shapes::cylinder(at + Eigen::Vector3d(x, -4, 3), at + Eigen::Vector3d(x, 4, 3), 1.2, 60));
  }
  const Bite bite = bite_of(testing::together(upper), testing::three_balls(10),
                            Eigen::Isometry3d(Eigen::Translation3d(0, 0, -0.25)));
  const Settlement settled = settle(prepare_case(bite), upwards);
  EXPECT_FALSE(settled.settled());
  EXPECT_TRUE(refused_as(settled, "ambiguous")) << codes(settled);
  EXPECT_TRUE(settled.agreement.other_place.has_value());
  EXPECT_LT(settled.agreement.same_place, settled.agreement.starts);
  EXPECT_GT(settled.agreement.spread_mm, 2);  // from one trough to the other: 2.6 mm
}

// Between walls that lie on each other the lower is free to slide, so no search finds a place.
TEST(Settle, flush_walls_that_leave_the_lower_free_are_given_up_in_bounded_time) {
  std::vector<TriangleMesh> plates;
  for (int i = -10; i < 10; ++i) plates.push_back(shapes::box({1.0 * i, -15, 0}, {i + 0.4, 15, 10}));
  const Bite bite = bite_of(testing::together(plates), testing::together(plates));
  EXPECT_THROW((void)settle(prepare_case(bite), upwards), std::runtime_error);
}

TEST(Settle, one_thread_gives_the_same_bits_as_many_and_so_does_the_next_run) {
  std::mt19937 random(3);
  const Bite bite = bite_of(testing::three_grooves(10, 2 * std::numbers::sqrt2), testing::three_balls(10),
                            testing::small_pose(random, 0.3, 0.5));
  const Settlement many = settle(prepare_case(bite), upwards), again = settle(prepare_case(bite), upwards);
  const tbb::global_control one(tbb::global_control::max_allowed_parallelism, 1);
  const Settlement single = settle(prepare_case(bite), upwards);
  ASSERT_TRUE(many.found && again.found && single.found);
  EXPECT_EQ(many.found->matrix(), again.found->matrix());
  EXPECT_EQ(many.found->matrix(), single.found->matrix());
  EXPECT_EQ(many.agreement.spread_mm, single.agreement.spread_mm);
  EXPECT_EQ(many.after->least->distance_mm, single.after->least->distance_mm);
}

TEST(Settle, its_progress_grows) {
  const Bite bite = bite_of(shapes::box({-20, -20, 0}, {20, 20, 3}), testing::three_balls(10),
                            Eigen::Isometry3d(Eigen::Translation3d(0, 0, -2.1)));
  double last = 0;
  (void)settle(prepare_case(bite), upwards, [&](double done) {
    EXPECT_GE(done, last);
    last = done;
  });
  EXPECT_GT(last, 0.1);
}

}  // namespace
}  // namespace intercusp
