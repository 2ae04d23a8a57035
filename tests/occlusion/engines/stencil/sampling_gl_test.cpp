// Which pixel sees which face; windows of any size; the same answer every time; agreement with the z-lists.
#include <cmath>
#include <random>
#include <thread>

#include "occlusion/engines/stencil/stencil_view.h"
#include "occlusion/engines/zlist/zlist_engine.h"
#include "scene.h"
#include "tests/support/compare_maps.h"

namespace intercusp {
namespace {

//! Pixel centres on the multiples of an eighth of a millimetre, which floats hold exactly.
View view_on_eighths(int first, int size) {
  const double pixel = 0.125;
  return {orthographic({0, 0, 1}),
          {.u0_mm = (first - 0.5) * pixel,
           .v0_mm = (first - 0.5) * pixel,
           .pixel_mm = pixel,
           .width = size,
           .height = size}};
}

TEST(StencilSampling, edges_and_vertices_on_pixel_centres_belong_to_one_face) {
  const Scene scene =
      scene_of(shapes::fine_box({0, 0, 1}, {4, 4, 2}, 0.25), shapes::fine_box({0, 0, -1}, {4, 4, 0}, 0.5));
  const View view = view_on_eighths(-4, 40);
  const ClearanceMap map = map_of(scene, view);
  for (int row = 0; row < 40; ++row) {
    for (int column = 0; column < 40; ++column) {
      // The centre (0, 0) is in column and row 4; 4 mm are 32 pixels. Left and top edges belong to the body,
      // right and bottom ones do not.
      const bool inside = column >= 4 && column < 36 && row >= 4 && row < 36;
      const std::size_t i = view.grid.index(column, row);
      ASSERT_EQ(map.coverage[i], inside ? Coverage::both : Coverage::none) << column << ' ' << row;
      ASSERT_EQ(map.upper_intervals[i], inside ? 1 : 0);
      ASSERT_EQ(map.lower_intervals[i], inside ? 1 : 0);
      ASSERT_EQ(map.clearance_mm[i] == 1, inside);
    }
  }
  EXPECT_EQ(count_pixels(map).pass1, 32U * 32U);
}

TEST(StencilSampling, ties_fall_as_they_do_in_the_z_lists) {
  // A turned square whose corners and edges lie on centres.
  const TriangleMesh diamond = shapes::prism({{0, -2}, {2, 0}, {0, 2}, {-2, 0}}, 1, 2);
  const Scene scene = scene_of(diamond, shapes::moved(diamond, shift(0.5, 0.25, -3)));
  const View view = view_on_eighths(-24, 48);
  const ClearanceMap map = map_of(scene, view);
  ZListEngine lists(scene.upper, scene.lower);
  const ClearanceMap other = lists.compute(view, scene.pose);
  EXPECT_EQ(map.coverage, other.coverage);
  EXPECT_EQ(map.state, other.state);
  EXPECT_GT(count_pixels(map).both, 300U);
}

TEST(StencilSampling, a_window_wider_than_the_gpu_draws_at_once_is_put_together) {
  const Scene scene = scene_of(shapes::box({0, 0, 1}, {10, 0.02, 3}), shapes::box({2, 0, -2}, {9, 0.02, 0}));
  View view = scene.view();
  view.grid = {.u0_mm = -0.1, .v0_mm = -0.01, .pixel_mm = 0.002, .width = 5100, .height = 20};
  const ClearanceMap map = map_of(scene, view);
  for (int row = 0; row < 20; ++row) {
    for (int column = 0; column < view.grid.width; ++column) {
      const Eigen::Vector3d p = view.case_point(column, row, 0);
      const bool within = p.y() > 0 && p.y() < 0.02;
      const bool upper = within && p.x() > 0 && p.x() < 10;
      const bool lower = within && p.x() > 2 && p.x() < 9;
      const std::size_t i = view.grid.index(column, row);
      ASSERT_EQ(map.coverage[i], upper ? (lower ? Coverage::both : Coverage::upper_only) : Coverage::none);
      ASSERT_EQ(std::abs(map.clearance_mm[i] - 1) < float_depth_mm, upper && lower);
    }
  }
}

TEST(StencilSampling, no_common_window_is_a_map_without_pixels) {
  Scene scene = scene_of(shapes::box({0, 0, 1}, {1, 1, 2}), shapes::box({0, 0, -1}, {1, 1, 0}));
  scene.pose = shift(5, 0, 0);
  EXPECT_EQ(map_of(scene).state.size(), 0U);
}

TEST(StencilSampling, a_solid_without_faces_covers_nothing) {
  Scene scene = scene_of(shapes::box({0, 0, 1}, {1, 1, 2}), shapes::box({0, 0, -1}, {1, 1, 0}));
  const View view = scene.view();
  scene.lower = std::make_shared<const Solid>();
  EXPECT_EQ(count_pixels(map_of(scene, view)).upper_only, 100U);
}

void expect_same_bits(const ClearanceMap& a, const ClearanceMap& b) {
  EXPECT_TRUE(same_values(a.clearance_mm, b.clearance_mm));
  EXPECT_EQ(a.overlap_mm, b.overlap_mm);
  EXPECT_EQ(a.upper_face, b.upper_face);
  EXPECT_EQ(a.lower_face, b.lower_face);
  EXPECT_EQ(a.state, b.state);
  EXPECT_EQ(a.resolved_by, b.resolved_by);
  EXPECT_EQ(a.valued_by, b.valued_by);
  EXPECT_EQ(a.upper_intervals, b.upper_intervals);
  EXPECT_EQ(a.lower_intervals, b.lower_intervals);
}

TriangleMesh two_tori() {
  TriangleMesh mesh = shapes::torus({0, 0, 0}, {0.3, 0.2, 1}, 3, 1, 60, 30);
  append(mesh, shapes::torus({1, 0, 0.5}, {1, 0.2, 0.5}, 2, 0.7, 60, 30));
  return mesh;
}

TEST(StencilSampling, the_same_pose_gives_the_same_bits_whatever_came_before) {
  const Scene scene = scene_of(two_tori(), two_tori());
  const View view = scene.view();
  const Eigen::Isometry3d pose = shift(0.4, 0.3, -1.2);
  StencilEngine fresh(scene.upper, scene.lower);
  const ClearanceMap first = fresh.compute(view, pose);
  EXPECT_GT(count_pixels(first).layers, 0U);
  StencilEngine used(scene.upper, scene.lower);
  (void)used.compute(view, shift(0, 0, 30));  // another depth range
  (void)used.compute(view, shift(0, 0, 0));
  (void)used.compute(view, shift(3, -2, -1));  // covers other tiles
  expect_same_bits(used.compute(view, pose), first);
  View nothing = view;
  nothing.grid.width = 0;
  (void)used.compute(nothing, pose);
  expect_same_bits(used.compute(view, pose), first);
  EXPECT_TRUE(used.debug_messages().empty());
}

TEST(StencilSampling, the_upper_is_kept_however_far_the_jaws_part) {
  const Scene scene = scene_of(shapes::box({0, 0, 1}, {1, 1, 2}), shapes::box({0, 0, -1}, {1, 1, 0}));
  const auto view_at = [&](double z) {
    return stencil::fit_depths(scene.view(), bounds_of(scene.upper->mesh), bounds_of(scene.lower->mesh),
                               shift(0, 0, z), default_depth_tolerance_mm);
  };
  EXPECT_TRUE(view_at(0) == view_at(-33));
  EXPECT_TRUE(view_at(0) == view_at(-300));
  EXPECT_FALSE(view_at(0) == view_at(30));
}

TEST(StencilSampling, depths_are_as_fine_as_they_are_said_to_be) {
  // Sixteenths of a millimetre are round in floats, thousandths are not.
  const Scene scene = scene_of(shapes::box({0, 0, 1}, {1, 1, 2}), shapes::box({0, 0, -1}, {1, 1, 0}));
  StencilEngine engine(scene.upper, scene.lower);
  for (const auto& [gap_mm, step_mm] :
       {std::pair{1.0, 0x1p-20}, {1.001, 0x1p-20}, {34.007, 0x1p-18}, {900.003, 0x1p-14}}) {
    const ClearanceMap& map = engine.compute(scene.view(), shift(0, 0, 1 - gap_mm));
    EXPECT_EQ(engine.quantisation().depth_mm, step_mm);
    // Half a step of each surface, and half of the difference.
    for (const std::size_t i : common_pixels(map)) ASSERT_NEAR(map.clearance_mm[i], gap_mm, 1.5 * step_mm);
    EXPECT_GT(common_pixels(map).size(), 0U);
  }
}

TEST(StencilSampling, times_are_told_stage_by_stage) {
  const Scene scene = scene_of(two_tori(), two_tori());
  StencilEngine engine(scene.upper, scene.lower);
  (void)engine.compute(scene.view(), shift(0, 0, -1));
  std::vector<std::string> names;
  for (const StageTime& time : engine.stage_times()) {
    names.push_back(time.name);
    EXPECT_GE(time.ms, 0);
  }
  EXPECT_EQ(names, (std::vector<std::string>{"upper", "pass1", "pass2", "overlap", "layers", "read"}));
}

TEST(StencilSampling, any_thread_may_ask_one_at_a_time) {
  const Scene scene = scene_of(two_tori(), two_tori());
  StencilEngine engine(scene.upper, scene.lower);
  const View view = scene.view();
  const ClearanceMap here = engine.compute(view, scene.pose);
  ClearanceMap there = ClearanceMap::empty(view);
  std::thread([&] { there = engine.compute(view, scene.pose); }).join();
  expect_same_bits(here, there);
}

TEST(StencilSampling, refuses_what_it_cannot_draw) {
  const Scene scene = scene_of(shapes::box({0, 0, 1}, {1, 1, 2}), shapes::box({0, 0, -1}, {1, 1, 0}));
  EXPECT_THROW(StencilEngine(nullptr, scene.lower), std::invalid_argument);
  EXPECT_THROW(StencilEngine(scene.upper, scene.lower, {.depth_tolerance_mm = -1}), std::invalid_argument);
  StencilEngine engine(scene.upper, scene.lower);
  Eigen::Isometry3d broken = scene.pose;
  broken.translation().x() = std::nan("");
  EXPECT_THROW((void)engine.compute(scene.view(), broken), std::invalid_argument);
}

//! No silhouette within a pixel: the neighbours have the same coverage and numbers of intervals.
bool is_away_from_silhouettes(const ClearanceMap& map, int column, int row) {
  const PixelGrid& grid = map.view.grid;
  if (column == 0 || row == 0 || column + 1 == grid.width || row + 1 == grid.height) return false;
  const std::size_t here = grid.index(column, row);
  for (int dr = -1; dr <= 1; ++dr) {
    for (int dc = -1; dc <= 1; ++dc) {
      const std::size_t i = grid.index(column + dc, row + dr);
      if (map.coverage[i] != map.coverage[here] || map.upper_intervals[i] != map.upper_intervals[here] ||
          map.lower_intervals[i] != map.lower_intervals[here]) {
        return false;
      }
    }
  }
  return true;
}

//! Sum of the tangents of the slopes of the faces that bound a pixel's value. If one jaw bounds both ends, only its
//! outer face is named; the slope of the other end is at most that of this face plus that of the value.
double slopes_at(const Scene& scene, const ClearanceMap& map, int column, int row) {
  const PixelGrid& grid = map.view.grid;
  const std::size_t i = grid.index(column, row);
  const Eigen::Vector3d lower_direction = scene.pose.linear().transpose() * scene.direction;
  const double named = slope_of(scene.upper->mesh, map.upper_face[i], scene.direction) +
                       slope_of(scene.lower->mesh, map.lower_face[i], lower_direction);
  if (map.upper_face[i] != no_face && map.lower_face[i] != no_face) return named;
  double of_value = 0;
  for (const std::size_t next : {grid.index(column - 1, row), grid.index(column + 1, row),
                                 grid.index(column, row - 1), grid.index(column, row + 1)}) {
    const double change_mm = std::abs(map.clearance_mm[next] - map.clearance_mm[i]);
    if (std::isfinite(change_mm)) of_value = std::max(of_value, change_mm / grid.pixel_mm);
  }
  return 2 * named + of_value;
}

//! \return how many pixels of both jaws were compared
std::size_t expect_agreement(const Scene& scene, const ClearanceMap& map, const ClearanceMap& other) {
  std::size_t compared = 0;
  for (int row = 0; row < map.view.grid.height; ++row) {
    for (int column = 0; column < map.view.grid.width; ++column) {
      if (!is_away_from_silhouettes(other, column, row)) continue;
      const std::size_t i = map.view.grid.index(column, row);
      EXPECT_EQ(map.coverage[i], other.coverage[i]);
      if (!testing::same_intervals(map, other, i)) {
        const Bite jaws{.upper = scene.upper, .lower = scene.lower, .upper_from_lower = scene.pose};
        EXPECT_TRUE(testing::is_beside_a_fold(jaws, map.view, column, row)) << column << ' ' << row;
      }
      if (other.coverage[i] != Coverage::both) continue;
      ++compared;
      const double bound_mm = 0.001 + scene.pixel_mm / 256 * slopes_at(scene, other, column, row);
      if (map.state[i] != other.state[i]) {
        EXPECT_LE(std::abs(other.clearance_mm[i]), bound_mm) << column << ' ' << row;
      } else if (std::isfinite(other.clearance_mm[i])) {
        EXPECT_NEAR(map.clearance_mm[i], other.clearance_mm[i], bound_mm) << column << ' ' << row;
      } else {
        EXPECT_EQ(std::isinf(map.clearance_mm[i]), std::isinf(other.clearance_mm[i]));
      }
      if (::testing::Test::HasFailure()) return compared;
    }
  }
  return compared;
}

TEST(StencilSampling, agrees_with_the_z_lists_on_random_bites) {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> unit(-1, 1);
  std::size_t compared = 0;
  for (int bite = 0; bite < 16; ++bite) {
    SCOPED_TRACE(bite);
    Scene scene = scene_of(two_tori(), two_tori());
    scene.pixel_mm = bite % 4 == 0 ? 0.3 : 0.05;  // faces far below a pixel, and above
    scene.pose = Eigen::AngleAxisd(unit(random),
                                   Eigen::Vector3d{unit(random), unit(random), unit(random)}.normalized());
    scene.pose.pretranslate(Eigen::Vector3d{unit(random), unit(random), 2 * unit(random) - 2});
    scene.direction = Eigen::Vector3d{0.5 * unit(random), 0.5 * unit(random), 1}.normalized();
    ZListEngine lists(scene.upper, scene.lower);
    const ClearanceMap other = lists.compute(scene.view(), scene.pose);
    compared += expect_agreement(scene, map_of(scene), other);
  }
  EXPECT_GT(compared, 100'000U);
}

}  // namespace
}  // namespace intercusp
