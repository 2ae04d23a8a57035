// Every stage is reached and gives the expected result.
#include <algorithm>

#include "scene.h"

namespace intercusp {
namespace {

// Hooks drawn out along z, seen along y. Where both have their prongs (x from 4 to 6) the line runs, upwards,
// through the lower's 0 to 1, the upper's 2 to 3, the lower's 4 to 5.5 and the upper's 6 to 8.
Scene hooks(double lower_shift) {
  const TriangleMesh upper =
      shapes::prism({{0, 2}, {6, 2}, {6, 3}, {1, 3}, {1, 6}, {6, 6}, {6, 8}, {0, 8}}, 0, 2);
  const TriangleMesh lower =
      shapes::prism({{4, 0}, {10, 0}, {10, 5.5}, {4, 5.5}, {4, 4}, {9, 4}, {9, 1}, {4, 1}}, 0, 2);
  Scene scene = scene_of(upper, lower);
  scene.direction = Eigen::Vector3d::UnitY();
  scene.pose = shift(0, lower_shift, 0);
  return scene;
}

TEST(StencilStages, hooks_that_interlock_without_touching_are_free_by_their_layers) {
  const ClearanceMap map = map_of(hooks(0));
  const MapCounts counts = count_pixels(map);
  EXPECT_EQ(counts.both, 20U * 20U);
  EXPECT_EQ(counts.layers, counts.both);
  for (const std::size_t i : common_pixels(map)) {
    ASSERT_EQ(map.state[i], PixelState::free);
    ASSERT_NEAR(map.clearance_mm[i], 0.5, float_depth_mm);
    ASSERT_EQ(map.upper_intervals[i], 2);
    ASSERT_EQ(map.lower_intervals[i], 2);
    ASSERT_EQ(map.valued_by[i], Stage::layers);
  }
}

TEST(StencilStages, hooks_that_meet_interfere_by_their_layers) {
  for (const double lower_shift : {1.0, -1.5}) {  // up into the upper prong, down into the lower one
    const ClearanceMap map = map_of(hooks(lower_shift));
    const MapCounts counts = count_pixels(map);
    EXPECT_EQ(counts.both, 20U * 20U);
    EXPECT_EQ(counts.layers, counts.both) << lower_shift;
    EXPECT_EQ(counts.interfering, counts.both) << lower_shift;
    for (const std::size_t i : common_pixels(map)) {
      ASSERT_NEAR(map.clearance_mm[i], -0.5, float_depth_mm);
      ASSERT_NEAR(map.overlap_mm[i], 0.5, float_depth_mm);
    }
  }
}

TEST(StencilStages, the_longest_of_several_overlaps_is_the_value_and_all_are_summed) {
  const ClearanceMap map = map_of(hooks(1.75));  // 1.75 to 2.75 in 2 to 3, and 5.75 to 7.25 in 6 to 8
  const MapCounts counts = count_pixels(map);
  EXPECT_EQ(counts.interfering, 20U * 20U);
  EXPECT_EQ(counts.pass1, counts.both);  // the line is inside the lower where it leaves the upper
  for (const std::size_t i : common_pixels(map)) {
    ASSERT_NEAR(map.clearance_mm[i], -1.25, float_depth_mm);
    ASSERT_NEAR(map.overlap_mm[i], 2.0, 2 * float_depth_mm);
    ASSERT_EQ(map.valued_by[i], Stage::layers);
  }
}

TEST(StencilStages, coincident_faces_do_not_vanish) {
  // The second part of the upper starts exactly where the first ends: one interval, and the lower, which
  // starts there too, lies inside it.
  TriangleMesh upper = shapes::box({0, 0, 0}, {3, 3, 4});
  append(upper, shapes::box({0, 0, 4}, {3, 3, 8}));
  const ClearanceMap map = map_of(scene_of(upper, shapes::box({1, 1, 4}, {2, 2, 5})));
  const std::vector<std::size_t> pixels = common_pixels(map);
  EXPECT_EQ(pixels.size(), 100U);
  for (const std::size_t i : pixels) {
    ASSERT_EQ(map.state[i], PixelState::interfering);
    ASSERT_NEAR(map.clearance_mm[i], -1, float_depth_mm);
    ASSERT_EQ(map.upper_intervals[i], 1);
  }
}

TEST(StencilStages, of_coincident_faces_the_first_is_named) {
  // Three copies of the lower, and a second slab below so that the layers are listed.
  const TriangleMesh lower = slabs({4, 4, 4, 0}, 1);
  const ClearanceMap map = map_of(scene_of(slabs({2, 5.5}, 1), lower));
  EXPECT_EQ(count_pixels(map).layers, 100U);
  for (const std::size_t i : common_pixels(map)) {
    ASSERT_NEAR(map.clearance_mm[i], 0.5, float_depth_mm);
    ASSERT_EQ(map.lower_intervals[i], 2);
    ASSERT_LT(map.lower_face[i], 12);
  }
}

std::vector<double> steps(int count, double first, double step) {
  std::vector<double> values;
  for (int i = 0; i < count; ++i) values.push_back(first + i * step);
  return values;
}

TEST(StencilStages, a_stack_of_forty_layers_is_read_off_the_code) {
  // Ten slabs each, 0.5 thick and 0.25 apart; moved up by 0.3 every lower slab runs 0.05 into the next upper.
  Scene scene = scene_of(slabs(steps(10, 0.75, 1.5), 0.5), slabs(steps(10, 0, 1.5), 0.5));
  const ClearanceMap apart = map_of(scene);
  EXPECT_EQ(count_pixels(apart).layers, 100U);
  for (const std::size_t i : common_pixels(apart)) {
    ASSERT_EQ(apart.state[i], PixelState::free);
    ASSERT_NEAR(apart.clearance_mm[i], 0.25, float_depth_mm);
    ASSERT_EQ(apart.upper_intervals[i], 10);
    ASSERT_EQ(apart.lower_intervals[i], 10);
  }
  // Only the fifth pair overlaps, in the middle of the stack: neither first nor second stage can know.
  std::vector<double> bottoms = steps(10, 0, 1.5);
  bottoms[4] += 0.3;
  scene.lower = std::make_shared<const Solid>(solid_of(slabs(bottoms, 0.5)));
  const ClearanceMap within = map_of(scene);
  EXPECT_EQ(count_pixels(within).layers, 100U);
  for (const std::size_t i : common_pixels(within)) {
    ASSERT_EQ(within.state[i], PixelState::interfering);
    ASSERT_NEAR(within.clearance_mm[i], -0.05, float_depth_mm);
  }
}

TEST(StencilStages, every_place_in_the_code_is_read) {
  // Twelve slabs each, 48 layers: as many as the code holds. One pair overlaps, each in turn.
  const std::vector<double> upper = steps(12, 0.75, 1.5);
  for (std::size_t pair = 1; pair < 11; ++pair) {
    std::vector<double> lower = steps(12, 0, 1.5);
    lower[pair] += 0.3;
    const ClearanceMap map = map_of(scene_of(slabs(upper, 0.5), slabs(lower, 0.5)));
    EXPECT_EQ(count_pixels(map).interfering, 100U) << pair;
    EXPECT_EQ(count_pixels(map).layers, 100U) << pair;
  }
}

TEST(StencilStages, more_layers_than_the_code_holds_are_still_right) {
  const Scene scene = scene_of(slabs(steps(40, 0.375, 0.75), 0.25), slabs(steps(40, 0, 0.75), 0.25));
  const ClearanceMap map = map_of(scene);
  EXPECT_EQ(count_pixels(map).layers, 100U);
  for (const std::size_t i : common_pixels(map)) {
    ASSERT_EQ(map.state[i], PixelState::free);
    ASSERT_NEAR(map.clearance_mm[i], 0.125, float_depth_mm);
    ASSERT_EQ(map.lower_intervals[i], 40);
  }
}

TEST(StencilStages, a_counter_that_really_clamps_is_detected) {
  // 130 slabs are 260 layers, more than eight bits count.
  const Scene scene = scene_of(slabs(steps(130, 0.1, 0.2), 0.05), slabs(steps(130, 0, 0.2), 0.05));
  const ClearanceMap map = map_of(scene);
  EXPECT_EQ(count_pixels(map).layers, 100U);
  for (const std::size_t i : common_pixels(map)) {
    ASSERT_EQ(map.state[i], PixelState::free);
    ASSERT_NEAR(map.clearance_mm[i], 0.05, float_depth_mm);
    ASSERT_EQ(map.upper_intervals[i], 130);
    ASSERT_EQ(map.lower_intervals[i], 130);
  }
}

TEST(StencilStages, counters_that_clamp_leave_the_state_right) {
  // Of 150 slabs of the lower, the last holds the upper's farthest surface, or lies before it.
  for (const auto& [lowest, stage] : {std::pair(0.97, Stage::pass1), std::pair(1.05, Stage::pass2)}) {
    const ClearanceMap map =
        map_of(scene_of(shapes::box({0, 0, 1}, {1, 1, 40}), slabs(steps(150, lowest, 0.2), 0.06)));
    EXPECT_EQ(common_pixels(map).size(), 100U);
    for (const std::size_t i : common_pixels(map)) {
      ASSERT_EQ(map.state[i], PixelState::interfering);
      ASSERT_EQ(map.resolved_by[i], stage);
      ASSERT_NEAR(map.clearance_mm[i], -0.06, float_depth_mm);
      ASSERT_EQ(map.lower_intervals[i], 150);
    }
  }
}

TEST(StencilStages, a_lower_before_and_behind_is_free_by_counts_and_valued_by_layers) {
  // The lower below the upper and above it: the same number of layers before either of its depths.
  const ClearanceMap map = map_of(scene_of(shapes::box({0, 0, 3}, {1, 1, 4}), slabs({0, 6}, 2)));
  const MapCounts counts = count_pixels(map);
  EXPECT_EQ(counts.pass2, 100U);
  for (const std::size_t i : common_pixels(map)) {
    ASSERT_EQ(map.state[i], PixelState::free);
    ASSERT_NEAR(map.clearance_mm[i], 1, float_depth_mm);
    ASSERT_EQ(map.valued_by[i], Stage::layers);
  }
}

TEST(StencilStages, a_concave_lower_below_is_valued_by_pass1_and_its_intervals_by_layers) {
  const ClearanceMap map = map_of(scene_of(shapes::box({0, 0, 9}, {1, 1, 10}), slabs({0, 3, 6}, 2)));
  EXPECT_EQ(count_pixels(map).pass1, 100U);
  for (const std::size_t i : common_pixels(map)) {
    ASSERT_EQ(map.valued_by[i], Stage::pass1);
    ASSERT_NEAR(map.clearance_mm[i], 1, float_depth_mm);
    ASSERT_EQ(map.lower_intervals[i], 3);
  }
}

TEST(StencilStages, intervals_are_exact_where_one_jaw_is_alone) {
  TriangleMesh upper = slabs({20, 23}, 1, 4);
  const Scene scene = scene_of(upper, shapes::moved(slabs({0, 3, 6}, 1, 4), shift(2, 0, 0)));
  View view = scene.view();
  view.grid = {.u0_mm = -1, .v0_mm = -1, .pixel_mm = 0.1, .width = 80, .height = 60};
  const ClearanceMap map = map_of(scene, view);
  EXPECT_EQ(count_pixels(map).upper_only, 20U * 40U);
  EXPECT_EQ(count_pixels(map).lower_only, 20U * 40U);
  for (std::size_t i = 0; i < map.coverage.size(); ++i) {
    const bool upper_here = map.coverage[i] == Coverage::upper_only || map.coverage[i] == Coverage::both;
    const bool lower_here = map.coverage[i] == Coverage::lower_only || map.coverage[i] == Coverage::both;
    ASSERT_EQ(map.upper_intervals[i], upper_here ? 2 : 0);
    ASSERT_EQ(map.lower_intervals[i], lower_here ? 3 : 0);
  }
}

// Rays. The resolver replaces the ray engine: it records where it was called and returns a mark.
struct RayBook {
  std::vector<std::pair<int, int>> asked;  // row, column
  PixelResult answer{.clearance_mm = 42,
                     .upper_face = 5,
                     .lower_face = 6,
                     .coverage = Coverage::both,
                     .state = PixelState::free,
                     .upper_intervals = 7,
                     .lower_intervals = 8};
};

StencilOptions with_rays(RayBook& book, std::size_t rays_at_most) {
  return {.rays_at_most = rays_at_most,
          .ray_resolver = [&book](const View&, const Eigen::Isometry3d&, int column, int row) {
            book.asked.emplace_back(row, column);
            return book.answer;
          }};
}

// The hooks have 400 common pixels, and a column of 20 where the lower's two prongs are alone.
TEST(StencilStages, few_pixels_go_to_rays_in_reading_order) {
  RayBook book;
  const ClearanceMap map = map_of(hooks(0), with_rays(book, 420));
  EXPECT_EQ(book.asked.size(), 420U);
  EXPECT_TRUE(std::is_sorted(book.asked.begin(), book.asked.end()));
  EXPECT_EQ(count_pixels(map).rays, 420U);
  for (const auto& [row, column] : book.asked) {
    const std::size_t i = map.view.grid.index(column, row);
    ASSERT_EQ(map.clearance_mm[i], 42);
    ASSERT_EQ(map.valued_by[i], Stage::rays);
  }
}

TEST(StencilStages, one_pixel_too_many_stays_with_the_layers) {
  RayBook book;
  const ClearanceMap map = map_of(hooks(0), with_rays(book, 419));
  EXPECT_TRUE(book.asked.empty());
  EXPECT_EQ(count_pixels(map).layers, 400U);
}

TEST(StencilStages, rays_leave_the_credit_to_the_stage_that_decided) {
  RayBook book;
  book.answer.state = PixelState::interfering;
  const ClearanceMap map = map_of(hooks(1.75), with_rays(book, 420));
  EXPECT_EQ(count_pixels(map).pass1, 400U);
  EXPECT_EQ(count_pixels(map).rays,
            20U);  // where the answer has a second jaw that the counts did not see
  for (const std::size_t i : common_pixels(map)) ASSERT_EQ(map.valued_by[i], Stage::rays);
}

TEST(StencilStages, rays_count_intervals_where_the_value_is_known) {
  RayBook book;
  const ClearanceMap map =
      map_of(scene_of(shapes::box({0, 0, 9}, {1, 1, 10}), slabs({0, 3, 6}, 2)), with_rays(book, 256));
  EXPECT_EQ(book.asked.size(), 100U);
  for (const std::size_t i : common_pixels(map)) {
    ASSERT_NEAR(map.clearance_mm[i], 1, float_depth_mm);
    ASSERT_EQ(map.lower_intervals[i], 8);
    ASSERT_EQ(map.valued_by[i], Stage::pass1);
  }
}

TEST(StencilStages, pixels_that_overflow_the_code_go_to_rays_too) {
  // 100 pixels of 80 slabs among more pixels of few layers, so that the layers are drawn at all.
  TriangleMesh upper = slabs(steps(20, 0.375, 0.75), 0.25);
  TriangleMesh lower = slabs(steps(20, 0, 0.75), 0.25);
  append(upper, shapes::moved(slabs({2, 6}, 1), shift(3, 0, 0)));
  append(lower, shapes::moved(slabs({0, 4}, 1), shift(3, 0, 0)));
  RayBook book;
  const ClearanceMap map = map_of(scene_of(upper, lower), with_rays(book, 150));
  EXPECT_EQ(book.asked.size(), 100U);
  EXPECT_EQ(count_pixels(map).rays, 100U);
  EXPECT_EQ(count_pixels(map).layers, 100U);
}

}  // namespace
}  // namespace intercusp
