// Lines that meet edges, vertices, slits and holes; and the same answer in every pose, a second time and on any number of
// threads.
#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include "tests/occlusion/engines/rays/slabs.h"

namespace intercusp {
namespace {

bool same_bits(const ClearanceMap& a, const ClearanceMap& b) {
  const auto same = [](const auto& x, const auto& y) {
    return x.size() == y.size() && std::memcmp(x.data(), y.data(), x.size() * sizeof(x[0])) == 0;
  };
  return same(a.clearance_mm, b.clearance_mm) && same(a.overlap_mm, b.overlap_mm) &&
         same(a.upper_face, b.upper_face) && same(a.lower_face, b.lower_face) &&
         same(a.coverage, b.coverage) && same(a.state, b.state) && same(a.resolved_by, b.resolved_by) &&
         same(a.valued_by, b.valued_by) && same(a.upper_intervals, b.upper_intervals) &&
         same(a.lower_intervals, b.lower_intervals);
}

// ---- Lines that meet edges and vertices ----

//! Every pixel centre is a vertex of both bodies; the whole scene is turned, so that floats miss them.
TEST(RayEngine, lines_through_vertices_and_shared_edges_cross_each_sheet_once) {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> value(-1, 1);
  for (int turn = 0; turn < 12; ++turn) {
    SCOPED_TRACE("turn " + std::to_string(turn));
    Eigen::Isometry3d case_from_scene = Eigen::Isometry3d::Identity();
    if (turn > 0) {
      case_from_scene.rotate(Eigen::AngleAxisd(
          3 * value(random), Eigen::Vector3d(value(random), value(random), value(random)).normalized()));
      case_from_scene.pretranslate(20 * Eigen::Vector3d(value(random), value(random), value(random)));
    }
    const Mesh upper = shapes::moved(shapes::fine_box({0, 0, 3}, {4, 4, 5}, 0.5), case_from_scene);
    const Mesh lower = shapes::moved(shapes::fine_box({0, 0, 0}, {4, 4, 1}, 0.5), case_from_scene);
    const Eigen::Isometry3d view_from_case =
        orthographic(case_from_scene.linear().col(2), case_from_scene.linear().col(1));
    const Eigen::Vector3d corner = view_from_case * (case_from_scene * Eigen::Vector3d(0, 0, 0));
    const View view = window(corner.x() - 0.125, corner.y() - 0.125, 0.25, 17, 17, view_from_case);
    const ClearanceMap map = map_of(upper, lower, view);
    EXPECT_EQ(line_counts(solid(upper), solid(lower), view).inconsistent, 0U);
    for (int row = 0; row < 17; ++row) {
      for (int column = 0; column < 17; ++column) {
        const std::size_t i = map.view.grid.index(column, row);
        const bool on_a_wall = row == 0 || column == 0 || row == 16 || column == 16;
        if (on_a_wall) continue;  // the reading of a line within a wall depends on rounding
        ASSERT_EQ(map.coverage[i], Coverage::both);
        EXPECT_EQ(map.upper_intervals[i], 1);
        EXPECT_EQ(map.lower_intervals[i], 1);
        EXPECT_NEAR(map.clearance_mm[i], 2, 1e-6);
      }
    }
  }
}

TEST(RayEngine, a_line_through_a_slit_finer_than_floats_is_shot_again_beside_it) {
  // The lid of a box of 2 mm, in two halves with a gap of 2e-6 mm at x = 0: closed for practical purposes.
  Mesh lower;
  for (const double y : {-1.0, 1.0}) {
    for (const double x : {-1.0, -1e-6, 1e-6, 1.0}) lower.vertices.emplace_back(x, y, 1);
  }
  append(lower, shapes::box({-1, -1, 0}, {1, 1, 1}));
  std::erase_if(lower.faces, [&](const Face& face) {  // the box's own lid
    return std::all_of(face.begin(), face.end(), [&](std::uint32_t v) { return lower.vertices[v].z() == 1; });
  });
  ASSERT_EQ(lower.faces.size(), 10U);
  for (const std::uint32_t left : {0U, 2U}) {
    lower.faces.push_back({left, left + 1, left + 5});
    lower.faces.push_back({left, left + 5, left + 4});
  }
  const Mesh upper = shapes::box({-1, -1, 3}, {1, 1, 4});
  const View view = window(-0.35, -0.35, 0.1, 7, 7);  // the middle column lies in the slit
  const ClearanceMap map = map_of(upper, lower, view);
  const LineCounts counts = line_counts(solid(upper), solid(lower), view);
  EXPECT_EQ(counts.reshot, 7U);
  EXPECT_EQ(counts.inconsistent, 0U);
  for (const float clearance : map.clearance_mm) EXPECT_EQ(clearance, 2.0F);
}

TEST(RayEngine, lines_through_a_hole_are_counted_and_the_rest_stays_right) {
  Mesh open = slab(0, 1);
  open.faces.erase(open.faces.begin() + 3);  // half of the lid
  const View view = window(0.03, 0.06, 0.5, 19, 19);
  const ClearanceMap map = map_of(slab(3, 4), open, view);
  std::size_t left_out = 0;
  for (std::size_t i = 0; i < map.state.size(); ++i) {
    left_out += map.coverage[i] == Coverage::upper_only;
    if (map.coverage[i] == Coverage::both) {
      EXPECT_EQ(map.clearance_mm[i], 2.0F);
    }
  }
  const LineCounts counts = line_counts(solid(slab(3, 4)), solid(open), view);
  EXPECT_EQ(left_out, counts.inconsistent);
  EXPECT_EQ(counts.reshot, counts.inconsistent);
  EXPECT_GT(left_out, 100U);
  EXPECT_LT(left_out, 261U);
}

// ---- Poses, frames, repeats ----

struct Tori {
  Mesh upper = shapes::torus({0, 0, 2.5}, {0.2, 0.1, 1}, 6, 2, 120, 60);
  Mesh lower = shapes::torus({1, 0, 0}, {0, 0.1, 1}, 6, 2, 120, 60);
  View view = window(-9, -9, 0.15, 120, 120);
};

Eigen::Isometry3d some_pose() {
  Eigen::Isometry3d pose = Eigen::Isometry3d::Identity();
  pose.rotate(Eigen::AngleAxisd(0.7, Eigen::Vector3d(1, -2, 0.5).normalized()));
  pose.pretranslate(Eigen::Vector3d(30, -12, 8));
  return pose;
}

TEST(RayEngine, a_posed_lower_is_the_lower_moved) {
  const Tori tori;
  const Eigen::Isometry3d pose = some_pose();
  const ClearanceMap expected = map_of(tori.upper, tori.lower, tori.view);
  const ClearanceMap map = map_of(tori.upper, shapes::moved(tori.lower, pose.inverse()), tori.view, pose);
  std::size_t compared = 0, differing = 0;
  for (std::size_t i = 0; i < map.state.size(); ++i) {
    if (map.coverage[i] != expected.coverage[i] || map.lower_intervals[i] != expected.lower_intervals[i]) {
      ++differing;  // a line within the reach of a rim
      continue;
    }
    if (map.state[i] == PixelState::outside) continue;
    EXPECT_NEAR(map.clearance_mm[i], expected.clearance_mm[i], 1e-6);
    ++compared;
  }
  EXPECT_GT(compared, 3000U);
  EXPECT_LE(differing, 2U);
}

TEST(RayEngine, the_kept_upper_gives_what_a_fresh_engine_gives) {
  const Tori tori;
  RayEngine engine(solid(tori.upper), solid(tori.lower));
  Eigen::Isometry3d lowered = at_rest;
  lowered.translation().z() = -0.4;
  View shifted = tori.view;
  shifted.grid.u0_mm += 0.01;
  (void)engine.compute(tori.view, at_rest);
  EXPECT_TRUE(
      same_bits(engine.compute(tori.view, lowered), map_of(tori.upper, tori.lower, tori.view, lowered)));
  EXPECT_EQ(engine.stage_times().at(0).ms, 0);
  EXPECT_TRUE(same_bits(engine.compute(shifted, lowered), map_of(tori.upper, tori.lower, shifted, lowered)));

  RayEngine forgetful(solid(tori.upper), solid(tori.lower), {.max_kept_pixels = 0});
  EXPECT_TRUE(same_bits(forgetful.compute(tori.view, lowered), engine.compute(tori.view, lowered)));
}

TEST(RayEngine, one_pixel_is_that_pixel_of_the_map) {
  const Tori tori;
  RayEngine engine(solid(tori.upper), solid(tori.lower));
  const Eigen::Isometry3d pose(Eigen::AngleAxisd(0.1, Eigen::Vector3d::UnitX()));
  const ClearanceMap map = engine.compute(tori.view, pose);
  ClearanceMap pixels = ClearanceMap::empty(tori.view);
  for (int row = 0; row < tori.view.grid.height; ++row) {
    for (int column = 0; column < tori.view.grid.width; ++column) {
      set_pixel(pixels, tori.view.grid.index(column, row), engine.pixel(tori.view, pose, column, row),
                Stage::rays);
    }
  }
  EXPECT_TRUE(same_bits(map, pixels));
}

TEST(RayEngine, any_number_of_threads_gives_the_same_bits) {
  const Tori tori;
  const auto with_threads = [&](std::size_t threads) {
    const tbb::global_control control(tbb::global_control::max_allowed_parallelism, threads);
    return map_of(tori.upper, tori.lower, tori.view,
                  Eigen::Isometry3d(Eigen::AngleAxisd(0.2, Eigen::Vector3d::UnitY())));
  };
  const ClearanceMap one = with_threads(1);
  EXPECT_GT(count_pixels(one).interfering, 100U);
  EXPECT_TRUE(same_bits(one, with_threads(2)));
}

TEST(RayEngine, what_it_cannot_do_is_refused) {
  const auto box = solid(slab(0, 1));
  RayEngine engine(box, box);
  EXPECT_THROW(RayEngine(nullptr, box), std::invalid_argument);
  EXPECT_THROW(RayEngine(box, box, {.depth_tolerance_mm = -1}), std::invalid_argument);
}

TEST(RayEngine, an_empty_window_or_an_empty_jaw_is_a_result) {
  const ClearanceMap nowhere = map_of(slab(3, 4), slab(0, 1), window(0, 0, 1, 0, 0));
  EXPECT_TRUE(nowhere.state.empty());
  const ClearanceMap alone = map_of(slab(3, 4), {}, window(1, 1, 1, 2, 2));
  EXPECT_EQ(alone.coverage, std::vector<Coverage>(4, Coverage::upper_only));
}

}  // namespace
}  // namespace intercusp
