// Bodies whose clearance is known on paper.
#include <cmath>
#include <limits>

#include "scene.h"

namespace intercusp {
namespace {

const TriangleMesh upper_box = shapes::box({0, 0, 1}, {10, 8, 3});
const TriangleMesh lower_box = shapes::box({0, 0, -2}, {10, 8, 0});
// Faces of shapes::box: 0 and 1 look down, 2 and 3 up.
bool looks_down(std::int32_t face) { return face == 0 || face == 1; }
bool looks_up(std::int32_t face) { return face == 2 || face == 3; }

TEST(StencilEngine, boxes_apart_are_free_by_their_gap) {
  const ClearanceMap map = map_of(scene_of(upper_box, lower_box));
  const std::vector<std::size_t> pixels = common_pixels(map);
  EXPECT_EQ(pixels.size(), 100U * 80U);
  for (const std::size_t i : pixels) {
    ASSERT_EQ(map.state[i], PixelState::free);
    ASSERT_NEAR(map.clearance_mm[i], 1, float_depth_mm);
    ASSERT_TRUE(looks_down(map.upper_face[i]) && looks_up(map.lower_face[i]));
    ASSERT_EQ(map.overlap_mm[i], 0);
    ASSERT_EQ(map.resolved_by[i], Stage::pass1);
    ASSERT_EQ(map.valued_by[i], Stage::pass1);
    ASSERT_EQ(map.upper_intervals[i], 1);
    ASSERT_EQ(map.lower_intervals[i], 1);
  }
}

TEST(StencilEngine, boxes_in_each_other_interfere_by_their_overlap) {
  Scene scene = scene_of(upper_box, lower_box);
  scene.pose = shift(0, 0, 1.5);
  const ClearanceMap map = map_of(scene);
  const std::vector<std::size_t> pixels = common_pixels(map);
  EXPECT_EQ(pixels.size(), 100U * 80U);
  for (const std::size_t i : pixels) {
    ASSERT_EQ(map.state[i], PixelState::interfering);
    ASSERT_NEAR(map.clearance_mm[i], -0.5, float_depth_mm);
    ASSERT_NEAR(map.overlap_mm[i], 0.5, float_depth_mm);
    ASSERT_TRUE(looks_down(map.upper_face[i]) && looks_up(map.lower_face[i]));
    ASSERT_EQ(map.resolved_by[i], Stage::pass1);
  }
}

TEST(StencilEngine, touching_is_free_and_the_tolerance_is_where_interference_begins) {
  Scene scene = scene_of(upper_box, lower_box);
  for (const auto& [overlap_mm, interferes] :
       {std::pair(0.0, false), std::pair(0.5e-4, false), std::pair(2e-4, true)}) {
    scene.pose = shift(0, 0, 1 + overlap_mm);
    const ClearanceMap map = map_of(scene);
    for (const std::size_t i : common_pixels(map)) {
      ASSERT_EQ(map.state[i], interferes ? PixelState::interfering : PixelState::free) << overlap_mm;
      ASSERT_NEAR(map.clearance_mm[i], -overlap_mm, float_depth_mm);
    }
  }
}

TEST(StencilEngine, touching_from_the_far_side_is_free_too) {
  Scene scene = scene_of(upper_box, lower_box);
  scene.pose = shift(0, 0, 5 - 0.5e-4);
  const ClearanceMap map = map_of(scene);
  EXPECT_EQ(common_pixels(map).size(), 100U * 80U);
  for (const std::size_t i : common_pixels(map)) {
    ASSERT_EQ(map.state[i], PixelState::free);
    ASSERT_EQ(map.clearance_mm[i], unlimited_clearance);
  }
}

TEST(StencilEngine, a_lower_above_the_upper_is_free_without_limit) {
  Scene scene = scene_of(upper_box, lower_box);
  scene.pose = shift(0, 0, 7);
  const ClearanceMap map = map_of(scene);
  const std::vector<std::size_t> pixels = common_pixels(map);
  EXPECT_EQ(pixels.size(), 100U * 80U);
  for (const std::size_t i : pixels) {
    ASSERT_EQ(map.state[i], PixelState::free);
    ASSERT_EQ(map.clearance_mm[i], unlimited_clearance);
    ASSERT_EQ(map.upper_face[i], no_face);
    ASSERT_EQ(map.lower_face[i], no_face);
    ASSERT_EQ(map.resolved_by[i], Stage::pass2);
  }
}

TEST(StencilEngine, the_upper_within_the_lower_bounds_the_overlap_alone) {
  const ClearanceMap map = map_of(scene_of(shapes::box({2, 2, -1.5}, {5, 6, -0.5}), lower_box));
  const std::vector<std::size_t> pixels = common_pixels(map);
  EXPECT_EQ(pixels.size(), 30U * 40U);
  for (const std::size_t i : pixels) {
    ASSERT_EQ(map.state[i], PixelState::interfering);
    ASSERT_NEAR(map.clearance_mm[i], -1, float_depth_mm);
    ASSERT_TRUE(looks_down(map.upper_face[i]));
    ASSERT_EQ(map.lower_face[i], no_face);
  }
}

TEST(StencilEngine, the_lower_within_the_upper_is_found_by_the_second_pass) {
  const ClearanceMap map = map_of(scene_of(upper_box, shapes::box({2, 2, 1.5}, {5, 6, 2.25})));
  const std::vector<std::size_t> pixels = common_pixels(map);
  EXPECT_EQ(pixels.size(), 30U * 40U);
  for (const std::size_t i : pixels) {
    ASSERT_EQ(map.state[i], PixelState::interfering);
    ASSERT_NEAR(map.clearance_mm[i], -0.75, float_depth_mm);
    ASSERT_EQ(map.upper_face[i], no_face);
    ASSERT_TRUE(looks_up(map.lower_face[i]));
    ASSERT_EQ(map.resolved_by[i], Stage::pass2);
    ASSERT_EQ(map.valued_by[i], Stage::pass2);
  }
}

TEST(StencilEngine, the_lower_through_the_back_of_the_upper_interferes_by_the_second_pass) {
  Scene scene = scene_of(upper_box, lower_box);
  scene.pose = shift(0, 0, 4.5);  // 2.5 to 4.5 against 1 to 3
  const ClearanceMap map = map_of(scene);
  for (const std::size_t i : common_pixels(map)) {
    ASSERT_EQ(map.state[i], PixelState::interfering);
    ASSERT_NEAR(map.clearance_mm[i], -0.5, float_depth_mm);
    ASSERT_TRUE(looks_up(map.upper_face[i]));
    ASSERT_TRUE(looks_down(map.lower_face[i]));
    ASSERT_EQ(map.resolved_by[i], Stage::pass2);
  }
}

TEST(StencilEngine, one_jaw_alone_covers_its_pixels_and_row_0_is_the_top) {
  const Scene scene = scene_of(shapes::box({6, 5, 1}, {12, 9, 3}), shapes::box({0, 0, -2}, {10, 8, 0}));
  View view = scene.view();
  view.grid = {.u0_mm = -1, .v0_mm = -1, .pixel_mm = 0.1, .width = 140, .height = 110};
  const ClearanceMap map = map_of(scene, view);
  for (int row = 0; row < view.grid.height; ++row) {
    for (int column = 0; column < view.grid.width; ++column) {
      const Eigen::Vector3d point = view.case_point(column, row, 0);
      const bool upper = point.x() > 6 && point.x() < 12 && point.y() > 5 && point.y() < 9;
      const bool lower = point.x() > 0 && point.x() < 10 && point.y() > 0 && point.y() < 8;
      const Coverage expected = upper ? (lower ? Coverage::both : Coverage::upper_only)
                                      : (lower ? Coverage::lower_only : Coverage::none);
      const std::size_t i = view.grid.index(column, row);
      ASSERT_EQ(map.coverage[i], expected) << column << ' ' << row;
      ASSERT_EQ(map.upper_intervals[i], upper ? 1 : 0);
      ASSERT_EQ(map.lower_intervals[i], lower ? 1 : 0);
      if (expected != Coverage::both) {
        ASSERT_EQ(map.state[i], PixelState::outside);
        ASSERT_TRUE(std::isnan(map.clearance_mm[i]));
        ASSERT_EQ(map.upper_face[i], no_face);
        ASSERT_EQ(map.lower_face[i], no_face);
        ASSERT_EQ(map.resolved_by[i], Stage::none);
      }
    }
  }
}

TEST(StencilEngine, a_sphere_over_a_plate_has_the_gap_of_the_closed_form) {
  const int rings = 200;
  const Scene scene = scene_of(shapes::sphere({0, 0, 6}, 5, rings), shapes::box({-6, -6, -2}, {6, 6, 0}));
  expect_gap_of_sphere(map_of(scene), rings);
}

TEST(StencilEngine, crossed_cylinders_have_the_gap_of_the_closed_form) {
  const int sides = 720;
  const Scene scene = scene_of(shapes::cylinder({-5, 0, 3}, {5, 0, 3}, 2, sides),
                               shapes::cylinder({0, -5, -2}, {0, 5, -2}, 2, sides));
  const ClearanceMap map = map_of(scene);
  const double sagitta_mm = 2 * (1 - std::cos(M_PI / sides));
  const double slope = 1.5 / std::sqrt(4 - 1.5 * 1.5);
  const double bound_mm =
      2 * (sagitta_mm * std::hypot(1, slope) + scene.pixel_mm / 256 * slope) + float_depth_mm;
  int seen = 0;
  for (int row = 0; row < map.view.grid.height; ++row) {
    for (int column = 0; column < map.view.grid.width; ++column) {
      const Eigen::Vector2d p = map.view.grid.centre(column, row);
      if (p.cwiseAbs().maxCoeff() > 1.5) continue;
      ++seen;
      const double gap_mm = 5 - std::sqrt(4 - p.x() * p.x()) - std::sqrt(4 - p.y() * p.y());
      ASSERT_NEAR(map.clearance_mm[map.view.grid.index(column, row)], gap_mm, bound_mm);
    }
  }
  EXPECT_GE(seen, 29 * 29);
}

TEST(StencilEngine, the_pose_and_the_direction_turn_with_the_case) {
  // The overlap of 0.5 mm again, the whole scene turned; the two bodies in frames of their own.
  const Eigen::Isometry3d turn(Eigen::AngleAxisd(1.1, Eigen::Vector3d(1, -2, 0.5).normalized()));
  const Eigen::Isometry3d lower_frame = shift(3, -7, 2) * Eigen::AngleAxisd(0.7, Eigen::Vector3d::UnitX());
  Scene scene = scene_of(shapes::moved(upper_box, turn),
                         shapes::moved(lower_box, lower_frame.inverse(Eigen::Isometry)));
  scene.pose = turn * shift(0, 0, 1.5) * lower_frame;
  scene.direction = turn * Eigen::Vector3d::UnitZ();
  const ClearanceMap map = map_of(scene);
  const std::vector<std::size_t> pixels = common_pixels(map);
  EXPECT_NEAR(static_cast<double>(pixels.size()), 8000, 2 * 360);  // half a pixel around the outline
  for (const std::size_t i : pixels) {
    ASSERT_EQ(map.state[i], PixelState::interfering);
    ASSERT_NEAR(map.clearance_mm[i], -0.5, float_depth_mm);
  }
}

TEST(StencilEngine, faces_that_are_not_anatomy_bound_nothing_that_counts) {
  Scene scene = scene_of(upper_box, lower_box);
  Solid lower = *scene.lower;
  lower.anatomy_faces = 2;  // the top (2, 3) is not anatomy
  scene.lower = std::make_shared<const Solid>(lower);
  for (const double z : {0.0, 1.5}) {
    scene.pose = shift(0, 0, z);
    const ClearanceMap map = map_of(scene);
    const std::vector<std::size_t> pixels = common_pixels(map);
    EXPECT_EQ(pixels.size(), 8000U);
    for (const std::size_t i : pixels) {
      ASSERT_EQ(map.state[i], PixelState::not_anatomy);
      ASSERT_TRUE(std::isnan(map.clearance_mm[i]));
      ASSERT_EQ(map.overlap_mm[i], 0);
      ASSERT_EQ(map.lower_face[i], no_face);
      ASSERT_EQ(map.resolved_by[i], Stage::pass1);
      ASSERT_EQ(map.valued_by[i], Stage::none);
    }
  }
}

TEST(StencilEngine, a_gap_between_anatomy_counts_beside_one_that_is_not) {
  // Two slabs each, interleaved: L U L U. The lower's upper slab (faces from 12) is not anatomy.
  Scene scene = scene_of(slabs({2, 6}, 1), slabs({0, 4}, 1.25));
  Solid lower = *scene.lower;
  lower.anatomy_faces = 12;
  scene.lower = std::make_shared<const Solid>(lower);
  const ClearanceMap map = map_of(scene);
  const std::vector<std::size_t> pixels = common_pixels(map);
  EXPECT_EQ(pixels.size(), 100U);
  for (const std::size_t i : pixels) {
    ASSERT_EQ(map.state[i], PixelState::free);
    ASSERT_NEAR(map.clearance_mm[i], 0.75, float_depth_mm);  // 1.25 to 2, both anatomy
    ASSERT_TRUE(looks_up(map.lower_face[i]));
  }
}

TEST(StencilEngine, what_lies_behind_a_part_that_is_not_anatomy_makes_no_gap) {
  // L L U: the gap is between the upper and the second slab, which is not anatomy; the first does not count
  // in its place.
  Scene scene = scene_of(shapes::box({0, 0, 6}, {1, 1, 7}), slabs({0, 4}, 1));
  Solid lower = *scene.lower;
  lower.anatomy_faces = 12;
  scene.lower = std::make_shared<const Solid>(lower);
  const ClearanceMap map = map_of(scene);
  const std::vector<std::size_t> pixels = common_pixels(map);
  EXPECT_EQ(pixels.size(), 100U);
  for (const std::size_t i : pixels) {
    ASSERT_EQ(map.state[i], PixelState::not_anatomy);
    ASSERT_EQ(map.lower_intervals[i], 2);
    ASSERT_EQ(map.resolved_by[i], Stage::pass1);
  }
}

}  // namespace
}  // namespace intercusp
