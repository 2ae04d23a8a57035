// Adaptive refinement: areas do not depend on the first pixel, and the stated error holds.
#include "occlusion/contacts/refined_tiles.h"

#include <gtest/gtest.h>

#include <random>

#include "occlusion/contacts/areas.h"
#include "tests/occlusion/contacts/scenes.h"
#include "tests/support/wide.h"

namespace intercusp {
namespace {

using testing::Balls;
using testing::map_of;

struct Area {
  double projected_mm2 = 0, surface_mm2 = 0, projected_error_mm2 = 0, surface_error_mm2 = 0;
};

Area area_of(const std::vector<PixelContact>& contacts, double pixel_mm) {
  Area area;
  for (const PixelContact& contact : contacts) {
    area.projected_mm2 += contact.share * pixel_mm * pixel_mm;
    area.surface_mm2 += contact.surface_mm2;
  }
  return area;
}

Area plain_area(const Bite& bite, double threshold_mm, double pixel_mm) {
  const CountedMap map{map_of(bite, pixel_mm), {}};
  return area_of(pixel_contacts(map, lower_surface_per_pixel(map.map, bite), threshold_mm), pixel_mm);
}

Area refined_area(const Bite& bite, double threshold_mm, double pixel_mm, const RefineOptions& options = {}) {
  ZListEngine engine(bite.upper, bite.lower);
  const CountedMap map{map_of(bite, pixel_mm), {}};
  const auto fine = [&](std::size_t, const View& window) {
    return CountedMap{engine.compute(window, bite.upper_from_lower), {}};
  };
  const std::vector<double> thresholds = {threshold_mm};
  const RefinedTiles detail = refine_contacts(std::span(&map, 1), bite, thresholds, fine, options)[0][0];
  Area area =
      area_of(with_refined(pixel_contacts(map, lower_surface_per_pixel(map.map, bite), threshold_mm), detail),
              pixel_mm);
  area.projected_error_mm2 = detail.projected_error_mm2;
  area.surface_error_mm2 = detail.surface_error_mm2;
  return area;
}

// The mesh lies inside its ball by up to 5·(1 − cos(π/800))·2 = 0.00008 mm: 0.03 % of a cap of 0.3 mm.
constexpr double tessellation = 0.0003;

TEST(RefinedTiles, a_ball_under_a_plate_is_met_whatever_the_first_pixel_was) {
  const Balls balls;
  const Bite bite = balls.bite({{0.013, -0.021}}, 400);
  const double threshold = 0.35;
  for (const double pixel_mm : {0.05, 0.1, 0.2, 0.4}) {
    const Area area = refined_area(bite, threshold, pixel_mm);
    EXPECT_NEAR(area.projected_mm2, balls.projected_mm2(threshold),
                area.projected_error_mm2 + tessellation * balls.projected_mm2(threshold))
        << pixel_mm;
    EXPECT_NEAR(area.surface_mm2, balls.surface_mm2(threshold),
                area.surface_error_mm2 + tessellation * balls.surface_mm2(threshold))
        << pixel_mm;
    EXPECT_LE(area.surface_error_mm2, 0.005 * balls.surface_mm2(threshold)) << pixel_mm;
  }
}

TEST(RefinedTiles, can_be_asked_for_a_thousandth) {
  const Balls balls;
  const Bite bite = balls.bite({{0.013, -0.021}}, 400);
  const Area area = refined_area(bite, 0.35, 0.1, {.area_error = 0.001});
  EXPECT_LE(area.surface_error_mm2, 0.001 * balls.surface_mm2(0.35));
  EXPECT_NEAR(area.surface_mm2, balls.surface_mm2(0.35), (0.001 + tessellation) * balls.surface_mm2(0.35));
}

//! A tile of 2 × 3 mm, turned in its plane, under a plate 0.05 mm above it: contact that ends at rims only.
Bite turned_tile(double angle_rad, const Eigen::Vector2d& shift) {
  Eigen::Isometry3d pose = Eigen::Isometry3d::Identity();
  pose.rotate(Eigen::AngleAxisd(angle_rad, Eigen::Vector3d::UnitZ()));
  pose.pretranslate(Eigen::Vector3d(shift.x(), shift.y(), 0));
  return bite_of(shapes::box({-5, -5, 0.05}, {5, 5, 1}), shapes::box({-1, -1.5, -1}, {1, 1.5, 0}), pose);
}

TEST(RefinedTiles, what_a_rim_leaves_out_shrinks_with_the_pixels) {
  const Bite bite = turned_tile(0.5, {0.03, 0.01});
  const Area plain = plain_area(bite, 0.1, 0.1);
  const Area refined = refined_area(bite, 0.1, 0.1);
  EXPECT_GT(std::abs(plain.projected_mm2 - 6), 3 * std::abs(refined.projected_mm2 - 6));
  EXPECT_LE(refined.surface_error_mm2, 0.005 * 6);
  EXPECT_NEAR(refined.projected_mm2, 6, refined.projected_error_mm2);
}

TEST(RefinedTiles, the_stated_error_holds_in_19_of_20_random_scenes) {
  std::mt19937 random(20261120);
  std::uniform_real_distribution<double> any(-1, 1);
  int held = 0;
  const int scenes = testing::rounds(4, 40);
  for (int i = 0; i < scenes; ++i) {
    const double pixel_mm = 0.1 + 0.05 * any(random);
    if (i % 2 == 0) {
      const Area area = refined_area(turned_tile(3 * any(random), {any(random), any(random)}), 0.1, pixel_mm);
      held += std::abs(area.surface_mm2 - 6) <= area.surface_error_mm2 ? 1 : 0;
    } else {
      const Balls balls{.radius_mm = 3 + any(random), .gap_mm = 0.05 * any(random)};
      const Area area = refined_area(balls.bite({{any(random), any(random)}}, 400), 0.3, pixel_mm);
      const double truth = balls.surface_mm2(0.3);
      held += std::abs(area.surface_mm2 - truth) <= area.surface_error_mm2 + tessellation * truth ? 1 : 0;
    }
  }
  EXPECT_GE(held, scenes * 19 / 20);
}

TEST(RefinedTiles, the_stated_error_covers_rims_along_rows_of_pixels) {
  // A rim along a row of pixels has the same error throughout, and finer pixels need not show it at once.
  for (int step = 0; step < 12; ++step) {
    const double shift = 0.0089 * step;
    const TriangleMesh far_away =
        shapes::box({-4 - shift, -4 - shift, -9}, {-3, -3, -8});  // fixes the positions of the pixels
    const Bite bite = bite_of(shapes::box({-5, -5, 0.05}, {5, 5, 1}),
                              testing::together({shapes::box({-1, -1.5, -1}, {1, 1.5, 0}), far_away}));
    const Area area = refined_area(bite, 0.1, 0.1, {.area_error = 0.1});
    EXPECT_NEAR(area.surface_mm2, 6, area.surface_error_mm2) << shift;
    EXPECT_GT(area.surface_error_mm2, 0);
  }
}

TEST(RefinedTiles, says_so_when_it_may_not_refine_enough) {
  const Area area = refined_area(turned_tile(0.5, {0, 0}), 0.1, 0.4, {.most_levels = 1});
  EXPECT_GT(area.surface_error_mm2, 0.005 * 6);
  EXPECT_NEAR(area.surface_mm2, 6, area.surface_error_mm2);
}

TEST(RefinedTiles, of_a_contact_without_edges_in_the_map_there_is_none) {
  const Bite bite = turned_tile(0, {0, 0});
  const CountedMap map{map_of(bite, 0.1), {}};
  int asked = 0;
  const auto fine = [&](std::size_t, const View& window) {
    ++asked;
    return CountedMap{ClearanceMap::empty(window), {}};
  };
  const std::vector<double> apart = {0.01};
  const RefinedTiles detail = refine_contacts(std::span(&map, 1), bite, apart, fine)[0][0];
  EXPECT_EQ(asked, 0);
  EXPECT_TRUE(detail.pixels.empty());
  EXPECT_EQ(detail.surface_error_mm2, 0);
}

}  // namespace
}  // namespace intercusp
