// The three engines share no interference code; here they answer the same questions.

#include <gtest/gtest.h>

#include <cmath>
#include <optional>
#include <string>

#include "occlusion/engines/compute_map.h"
#include "tests/support/bites.h"

namespace intercusp {
namespace {

using testing::together;

//! A pixel is compared where it lies more than half a pixel from every silhouette: there the two pictures of
//! a jaw could differ by one row of pixels. Such places show in the reference: a neighbour with other
//! intervals or other coverage, or a facing face so steep that it hides a fold.
std::vector<std::uint8_t> away_from_silhouettes(const ClearanceMap& map) {
  const PixelGrid& grid = map.view.grid;
  std::vector<std::uint8_t> inner(grid.size(), 0);
  for (int row = 1; row + 1 < grid.height; ++row) {
    for (int column = 1; column + 1 < grid.width; ++column) {
      const std::size_t centre = grid.index(column, row);
      bool same = true;
      for (int dv = -1; dv <= 1; ++dv) {
        for (int du = -1; du <= 1; ++du) {
          const std::size_t i = grid.index(column + du, row + dv);
          same &= map.coverage[i] == map.coverage[centre] && map.state[i] == map.state[centre] &&
                  map.upper_intervals[i] == map.upper_intervals[centre] &&
                  map.lower_intervals[i] == map.lower_intervals[centre];
        }
      }
      inner[centre] = same ? 1 : 0;
    }
  }
  return inner;
}

//! The greatest slope, mm per mm, of the clearance around a pixel: what half a snapped vertex step costs in
//! depth.
double slope_at(const ClearanceMap& map, int column, int row) {
  const PixelGrid& grid = map.view.grid;
  double steepest = 0;
  for (const auto& [du, dv] : {std::pair{1, 0}, {-1, 0}, {0, 1}, {0, -1}}) {
    const double step =
        map.clearance_mm[grid.index(column + du, row + dv)] - map.clearance_mm[grid.index(column, row)];
    if (std::isfinite(step)) steepest = std::max(steepest, std::abs(step) / grid.pixel_mm);
  }
  return steepest;
}

struct Comparison {
  std::size_t compared = 0, other_state = 0, other_intervals = 0, other_clearance = 0;
  double worst_mm = 0;
};

Comparison compare(const ClearanceMap& reference, const ClearanceMap& other) {
  Comparison result;
  const PixelGrid& grid = reference.view.grid;
  const std::vector<std::uint8_t> inner = away_from_silhouettes(reference);
  for (int row = 1; row + 1 < grid.height; ++row) {
    for (int column = 1; column + 1 < grid.width; ++column) {
      const std::size_t i = grid.index(column, row);
      if (inner[i] == 0) continue;
      ++result.compared;
      // A state may differ where the clearance lies within the bound of the boundary between the states.
      const double bound = 0.001 + grid.pixel_mm / 256 * slope_at(reference, column, row);
      const double off = std::abs(reference.clearance_mm[i] - other.clearance_mm[i]);
      const bool near_boundary = std::abs(reference.clearance_mm[i]) < bound;
      result.other_state += reference.coverage[i] != other.coverage[i] ||
                            (reference.state[i] != other.state[i] && !near_boundary);
      result.other_intervals += reference.upper_intervals[i] != other.upper_intervals[i] ||
                                reference.lower_intervals[i] != other.lower_intervals[i];
      if (std::isfinite(off)) {
        result.worst_mm = std::max(result.worst_mm, off);
        result.other_clearance += off > bound;
      } else {
        result.other_clearance +=
            std::isfinite(reference.clearance_mm[i]) != std::isfinite(other.clearance_mm[i]);
      }
    }
  }
  return result;
}

//! \return how many pixels were compared.
std::size_t expect_agreement(const Bite& bite, double pixel_mm, const std::string& name) {
  const View view = testing::view_of(bite, pixel_mm);
  if (view.grid.size() == 0) return 0;
  std::size_t compared = 0;
  const ClearanceMap reference = compute_map(bite, view, {.kind = EngineKind::zlist});
  for (const EngineKind kind : {EngineKind::ray, EngineKind::stencil}) {
    const Comparison result = compare(reference, compute_map(bite, view, {.kind = kind}));
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
  for (unsigned seed = 1; seed <= 40; ++seed) {
    std::mt19937 random(seed);
    const TriangleMesh upper = shapes::moved(random_body(random), testing::random_pose(random, 3));
    const Bite bite = testing::bite_of(upper, random_body(random), testing::random_pose(random, 4));
    compared += expect_agreement(bite, 0.08, "seed " + std::to_string(seed));
  }
  EXPECT_GT(compared, 40U * 2U * 1000U);
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
    const Comparison result = compare(zlist_map(bite, view), zlist_map(turned, turned_view));
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
    // The pixels lie elsewhere by a fraction of a pixel: volumes agree to the pixels of the rim.
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
          compare(compute_map(coarse, view, {.kind = kind}), compute_map(fine, view, {.kind = kind}));
      EXPECT_EQ(result.other_state + result.other_intervals + result.other_clearance, 0U)
          << name_of(kind) << ", seed " << seed << ", worst " << result.worst_mm;
    }
  }
}

}  // namespace
}  // namespace intercusp
