#include "occlusion/validation/validate.h"

#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include <cmath>
#include <cstring>
#include <numeric>
#include <stdexcept>

#include "occlusion/engines/rays/ray_engine.h"
#include "occlusion/engines/zlist/zlist_engine.h"
#include "tests/support/bites.h"

namespace intercusp {
namespace {

constexpr double tolerance = default_depth_tolerance_mm;

ClearanceMap exact_map(const Bite& bite, const View& view) {
  return RayEngine(bite.upper, bite.lower).compute(view, bite.upper_from_lower);
}

//! The lower is flat; the upper's lower side, over [−1, 11]², rises by `slope` along x from `gap_mm` at x =
//! 0.
Bite wedge(double slope, double gap_mm) {
  TriangleMesh upper = shapes::box({-1, -1, gap_mm}, {11, 11, gap_mm + 30});
  for (Eigen::Vector3d& vertex : upper.vertices) vertex.z() += slope * vertex.x();
  return testing::bite_of(upper, shapes::box({-1, -1, -3}, {11, 11, 0}));
}

//! A window inside the plates: no silhouette anywhere near.
View inside(double pixel_mm = 0.1) {
  return {orthographic({0, 0, 1}), {.u0_mm = 0, .v0_mm = 0, .pixel_mm = pixel_mm, .width = 80, .height = 60}};
}

Validation validate_one(const ClearanceMap& map, const Bite& bite, const ValidationOptions& options = {}) {
  const CountedMap counted{map, {}};
  return validate(std::span(&counted, 1), bite, options);
}

std::size_t sum_of(const StateTable& states) {
  std::size_t sum = 0;
  for (const auto& stage : states) {
    for (const auto& kind : stage) sum = std::accumulate(kind.begin(), kind.end(), sum);
  }
  return sum;
}

std::size_t off_diagonal(const StateTable& states) {
  std::size_t sum = sum_of(states);
  for (const auto& stage : states) {
    for (std::size_t kind = 0; kind < pixel_kinds; ++kind) sum -= stage[kind][kind];
  }
  return sum;
}

TEST(Validate, on_a_slope_the_rays_of_a_pixel_spread_by_slope_times_pixel_over_root_twelve) {
  const double slope = 0.7, pixel = 0.1;
  const Bite bite = wedge(slope, 1);
  const Validation result = validate_one(exact_map(bite, inside(pixel)), bite);
  const auto pixels = static_cast<double>(inside().grid.size());
  ASSERT_EQ(result.mean.pixels, inside().grid.size());
  // Uniform over the pixel; the mean of 4 × 4 strata has itself a variance of 1/16² of that, which the
  // deviations from it lack. A pixel's variance varies by some 20 % with its places: 5 standard errors.
  const double uniform = slope * pixel / std::sqrt(12);
  EXPECT_NEAR(result.within_pixel_mm, uniform * std::sqrt(1 - 1.0 / 256),
              uniform * 5 * 0.1 / std::sqrt(pixels));
  // The centre of a plane's pixel is its mean, so what is left is the noise of 16 strata: an RMS of n normal
  // numbers has a standard error of 1/√(2n) of itself.
  EXPECT_NEAR(result.own_spread_mm, uniform / 16, 5 * uniform / 16 / std::sqrt(2 * pixels));
  EXPECT_NEAR(result.mean.bias_mm, 0, 5 * uniform / 16 / std::sqrt(pixels));
  // The map is exact: all of the error is the pixel's own. Errors are kept as floats of 1 to 7 mm.
  EXPECT_NEAR(result.own_spread_share, 1, 1e-3);
  EXPECT_NEAR(result.mean.rms_mm, result.own_spread_mm, 1e-6);
  EXPECT_EQ(result.point.max_mm, 0);
  EXPECT_EQ(result.state_disagreements, 0U);
}

TEST(Validate, more_rays_find_the_mean_of_a_slope_more_closely) {
  const Bite bite = wedge(0.7, 1);
  const ClearanceMap map = exact_map(bite, inside());
  for (const int rays : {1, 4, 64}) {
    const Validation result = validate_one(map, bite, {.rays_per_pixel = rays});
    const double expected = 0.7 * 0.1 / std::sqrt(12) / rays;
    // 1/√(2n) of itself for n = 4800 pixels is 1 %; uniform numbers vary less than normal ones.
    EXPECT_NEAR(result.own_spread_mm, expected, 0.05 * expected) << rays;
  }
}

TEST(Validate, a_map_that_is_off_everywhere_has_that_bias_and_that_point_error) {
  const Bite bite = wedge(0.2, 1);
  ClearanceMap map = exact_map(bite, inside());
  for (float& clearance : map.clearance_mm) clearance += 0.25F;
  const Validation result = validate_one(map, bite);
  // Clearances of up to 3 mm as floats: 2.4e-7 mm.
  EXPECT_NEAR(result.point.bias_mm, 0.25, 1e-6);
  EXPECT_NEAR(result.point.rms_mm, 0.25, 1e-6);
  // The noise of the means, 0.2 · 0.1 / √12 / 16 = 0.00036 mm, averages out over 4800 pixels.
  EXPECT_NEAR(result.mean.bias_mm, 0.25, 5 * 0.00036 / std::sqrt(4800));
  EXPECT_LT(result.own_spread_share, 1e-5);
}

TEST(Validate, a_falsified_pixel_is_found_as_the_worst_at_its_place) {
  const Bite bite = wedge(0.2, 1);
  ClearanceMap map = exact_map(bite, inside());
  const std::size_t falsified = map.view.grid.index(17, 42);
  map.clearance_mm[falsified] += 0.05F;
  const Validation result = validate_one(map, bite);
  for (const std::vector<WorstPlace>* places : {&result.worst, &result.worst_points}) {
    ASSERT_EQ(places->size(), worst_places);
    const WorstPlace& worst = places->front();
    EXPECT_EQ(worst.column, 17);
    EXPECT_EQ(worst.row, 42);
    EXPECT_EQ(worst.map, 0U);
    EXPECT_NEAR(worst.error_mm, 0.05, 0.001);
    EXPECT_NEAR(worst.map_mm - worst.rays_mm, worst.error_mm, 1e-9);
    EXPECT_FALSE(worst.near_silhouette);
    // On the lower's flat top, at the pixel's centre (a frame along z has u and v along x and y).
    EXPECT_LT((worst.point_mm - Eigen::Vector3d(1.75, 4.25, 0)).norm(), 1e-9);
    for (std::size_t i = 1; i < places->size(); ++i)
      EXPECT_GE(std::abs((*places)[i - 1].error_mm), std::abs((*places)[i].error_mm));
  }
  EXPECT_NEAR(result.point.max_mm, 0.05, 1e-6);
  EXPECT_NEAR(result.maps[0].point_error_mm[falsified], 0.05, 1e-6);
  // 1 of 4800 errs by 0.05 mm: 20 to 50 µm ends at the edge, so the next bin may have it.
  EXPECT_EQ(result.point.histogram[11] + result.point.histogram[12], 1U);
  EXPECT_EQ(result.state_disagreements, 0U);  // free, and still free
}

TEST(Validate, a_falsified_state_is_a_disagreement_in_the_row_of_its_stage) {
  const Bite bite = wedge(0.2, 1);
  ClearanceMap map = exact_map(bite, inside());
  const auto falsify = [&](std::size_t i, PixelState state, float clearance) {
    map.state[i] = state;
    map.clearance_mm[i] = clearance;
  };
  falsify(10, PixelState::interfering, -0.1F);
  falsify(20, PixelState::not_anatomy, no_clearance);
  falsify(30, PixelState::free, unlimited_clearance);
  falsify(40, PixelState::outside, no_clearance);
  map.coverage[40] = Coverage::upper_only;
  map.resolved_by[10] = Stage::pass1;
  map.resolved_by[40] = Stage::none;
  const Validation result = validate_one(map, bite);
  EXPECT_EQ(result.state_disagreements, 4U);
  EXPECT_EQ(result.near_boundary, 0U);
  const auto count = [&](Stage stage, PixelKind in_map) {
    return result.states[static_cast<std::size_t>(stage)][static_cast<std::size_t>(in_map)]
                        [static_cast<std::size_t>(PixelKind::free)];
  };
  EXPECT_EQ(count(Stage::pass1, PixelKind::interfering), 1U);
  EXPECT_EQ(count(Stage::rays, PixelKind::not_anatomy), 1U);
  EXPECT_EQ(count(Stage::rays, PixelKind::unlimited), 1U);
  EXPECT_EQ(count(Stage::none, PixelKind::outside), 1U);
  EXPECT_EQ(count(Stage::rays, PixelKind::free), map.view.grid.size() - 4);
  EXPECT_EQ(result.counts.only_rays_finite, 3U);
  EXPECT_EQ(result.counts.point_only_ray_finite, 3U);
  EXPECT_EQ(result.mean.pixels, map.view.grid.size() - 3);
}

TEST(Validate, different_states_within_twice_the_tolerance_are_near_a_boundary) {
  // Flat plates that overlap by 1.5 tolerances; the map has half a tolerance of overlap at one pixel, which is
  // touching, and a gap of a whole tolerance at another: 2.5 from the ray.
  const Bite bite = wedge(0, -1.5 * tolerance);
  ClearanceMap map = exact_map(bite, inside());
  map.state[5] = map.state[6] = PixelState::free;
  map.clearance_mm[5] = static_cast<float>(-0.5 * tolerance);
  map.clearance_mm[6] = static_cast<float>(tolerance);
  const Validation result = validate_one(map, bite);
  EXPECT_EQ(result.near_boundary, 1U);
  EXPECT_EQ(result.state_disagreements, 1U);
  EXPECT_EQ(off_diagonal(result.states), 2U);
}

TEST(Validate, kinds_of_pixels_meet_at_the_depth_tolerance) {
  const auto kind = [](double clearance_mm) {
    return kind_of(PixelState::free, static_cast<float>(clearance_mm), 0.125);
  };
  EXPECT_EQ(kind(0.125), PixelKind::touching);
  EXPECT_EQ(kind(-0.125), PixelKind::touching);
  EXPECT_EQ(kind(0.126), PixelKind::free);
  EXPECT_EQ(kind(HUGE_VAL), PixelKind::unlimited);
  EXPECT_EQ(kind_of(PixelState::interfering, -1, 0.125), PixelKind::interfering);
  EXPECT_EQ(kind_of(PixelState::outside, no_clearance, 0.125), PixelKind::outside);
  EXPECT_EQ(kind_of(PixelState::not_anatomy, no_clearance, 0.125), PixelKind::not_anatomy);
}

TEST(Validate, no_pixel_is_lost_between_the_counts) {
  // A ball under a small plate, seen askew: silhouettes, partly covered pixels, lines that pass the plate.
  const Bite bite =
      testing::bite_of(shapes::box({-1, -1, 2.1}, {1.5, 2, 2.5}), shapes::sphere({0, 0, 0}, 2, 30));
  const View view = testing::view_of(bite, 0.05, {0.3, -0.2, 1});
  const ClearanceMap map = ZListEngine(bite.upper, bite.lower).compute(view, bite.upper_from_lower);
  const Validation result = validate_one(map, bite);
  const ValidationCounts& counts = result.counts;
  EXPECT_EQ(counts.examined,
            result.mean.pixels + counts.only_map_finite + counts.only_rays_finite + counts.neither_finite);
  EXPECT_EQ(sum_of(result.states), result.near_silhouette + result.point.pixels +
                                       counts.point_only_map_finite + counts.point_only_ray_finite +
                                       counts.point_neither_finite);
  EXPECT_EQ(off_diagonal(result.states),
            result.state_disagreements + result.near_boundary + result.near_silhouette_disagreements);
  EXPECT_EQ(std::accumulate(result.mean.histogram.begin(), result.mean.histogram.end(), std::size_t{0}),
            result.mean.pixels);
  EXPECT_GT(counts.partly_finite, 0U);
  EXPECT_GT(result.near_silhouette, 50U);
  EXPECT_EQ(result.state_disagreements, 0U);
  // Engines agree within 0.001 mm more than half a pixel from silhouettes (the design note, section 4); the
  // z-list engine has no snapping to 1/256 pixel.
  EXPECT_LT(result.point.max_mm, 0.001);
  EXPECT_GT(result.point.pixels, 1000U);
}

TEST(Validate, pixels_that_only_some_rays_find_covered_are_examined) {
  // The plates share a strip narrower than half a pixel, between two rows of pixel centres.
  const Bite bite =
      testing::bite_of(shapes::box({-5, 0.26, 1}, {5, 5, 2}), shapes::box({-5, -5, -1}, {5, 0.3, 0}));
  const View view{orthographic({0, 0, 1}),
                  {.u0_mm = -2, .v0_mm = -2, .pixel_mm = 0.1, .width = 40, .height = 40}};
  const ClearanceMap map = exact_map(bite, view);
  ASSERT_EQ(count_pixels(map).both, 0U);
  const Validation result = validate_one(map, bite);
  EXPECT_EQ(result.counts.examined, 40U);  // a row
  EXPECT_EQ(result.counts.only_rays_finite, 40U);
  EXPECT_EQ(result.mean.pixels, 0U);
  EXPECT_EQ(sum_of(result.states), 0U);
}

bool same_bits(const std::vector<float>& a, const std::vector<float>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(float)) == 0;
}

TEST(Validate, threads_do_not_change_a_bit) {
  const Bite bite = testing::bite_of(shapes::torus({0, 0, 2.8}, {0, 0.3, 1}, 4, 1.5, 60, 30),
                                     shapes::sphere({0, 0, -4}, 6, 40));
  const View view = testing::view_of(bite, 0.1);
  const ClearanceMap map = ZListEngine(bite.upper, bite.lower).compute(view, bite.upper_from_lower);
  const auto with_threads = [&](std::size_t threads) {
    const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, threads);
    return validate_one(map, bite);
  };
  const Validation one = with_threads(1), two = with_threads(2);
  EXPECT_TRUE(same_bits(one.maps[0].mean_error_mm, two.maps[0].mean_error_mm));
  EXPECT_TRUE(same_bits(one.maps[0].point_error_mm, two.maps[0].point_error_mm));
  EXPECT_EQ(one.maps[0].near_silhouette, two.maps[0].near_silhouette);
  EXPECT_EQ(one.mean.rms_mm, two.mean.rms_mm);
  EXPECT_EQ(one.own_spread_mm, two.own_spread_mm);
  EXPECT_EQ(one.within_pixel_mm, two.within_pixel_mm);
  EXPECT_EQ(one.states, two.states);
  EXPECT_GT(one.mean.pixels, 1000U);
}

TEST(Validate, several_maps_share_one_set_of_figures_and_keep_their_own_errors) {
  const Bite bite = wedge(0.2, 1);
  const ClearanceMap straight = exact_map(bite, inside());
  ClearanceMap askew = exact_map(
      bite,
      {orthographic({0.2, 0.1, 1}), {.u0_mm = 1, .v0_mm = 1, .pixel_mm = 0.1, .width = 50, .height = 40}});
  askew.clearance_mm[askew.view.grid.index(7, 8)] -= 0.5F;
  const CountedMap maps[] = {{straight, {}}, {askew, {}}};
  const Validation result = validate(maps, bite);
  EXPECT_EQ(result.point.pixels, 80U * 60U + 50U * 40U);
  ASSERT_EQ(result.maps.size(), 2U);
  EXPECT_EQ(result.maps[1].mean_error_mm.size(), 50U * 40U);
  EXPECT_EQ(result.worst_points[0].map, 1U);
  EXPECT_EQ(result.worst_points[0].column, 7);
  EXPECT_EQ(result.worst_points[0].row, 8);
  EXPECT_NEAR(result.worst_points[0].error_mm, -0.5, 1e-6);
}

TEST(Validate, a_point_that_counts_in_another_map_is_examined_there) {
  const Bite bite = wedge(0.2, 1);
  CountedMap left{exact_map(bite, inside()), std::vector<std::uint8_t>(80 * 60, 0)};
  CountedMap right = left;
  for (std::size_t i = 0; i < left.counts.size(); ++i) (i % 80 < 30 ? left : right).counts[i] = 1;
  left.map.clearance_mm[5 * 80 + 50] += 0.5F;  // irrelevant: its point counts in the other map
  const CountedMap maps[] = {left, right};
  const Validation result = validate(maps, bite, {.rays_per_pixel = 4});
  EXPECT_EQ(result.point.pixels, 80U * 60U);
  EXPECT_EQ(result.counts.examined, 80U * 60U);
  EXPECT_LT(result.point.max_mm, 1e-6);
}

TEST(Validate, progress_grows_to_the_whole) {
  const Bite bite = wedge(0.2, 1);
  const ClearanceMap map = exact_map(bite, inside());
  const CountedMap maps[] = {{map, {}}, {map, {}}};
  std::vector<double> said;
  (void)validate(maps, bite, {.rays_per_pixel = 1}, [&](double done) { said.push_back(done); });
  EXPECT_EQ(said.size(), 120U);  // rows of both maps
  EXPECT_TRUE(std::is_sorted(said.begin(), said.end()));
  EXPECT_EQ(said.back(), 1);
}

TEST(Validate, a_map_without_pixels_has_no_figures) {
  const Bite bite = testing::bite_of(testing::slab(1, 2), testing::slab(-1, 0),
                                     Eigen::Isometry3d(Eigen::Translation3d(50, 0, 0)));
  const Validation result = validate_one(ClearanceMap::empty(testing::view_of(bite)), bite);
  EXPECT_EQ(result.mean.pixels, 0U);
  EXPECT_TRUE(std::isnan(result.mean.rms_mm));
  EXPECT_TRUE(std::isnan(result.own_spread_mm));
  EXPECT_TRUE(result.worst.empty());
}

TEST(Validate, what_cannot_be_validated_is_refused) {
  const Bite bite = wedge(0.2, 1);
  const ClearanceMap map = exact_map(bite, inside());
  EXPECT_THROW((void)validate_one(map, bite, {.rays_per_pixel = 0}), std::invalid_argument);
  EXPECT_THROW((void)validate_one(map, bite, {.depth_tolerance_mm = -1}), std::invalid_argument);
}

}  // namespace
}  // namespace intercusp
