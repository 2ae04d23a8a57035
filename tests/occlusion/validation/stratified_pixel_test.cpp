#include "occlusion/validation/validate.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <stdexcept>
#include <utility>

namespace intercusp {
namespace {

TEST(StratifiedPixel, of_16_rays_one_goes_through_each_sixteenth_of_the_pixel) {
  const StratifiedPixel places(16, 1);
  for (std::size_t pixel = 0; pixel < 100; ++pixel) {
    std::set<std::pair<int, int>> cells;
    for (int ray = 0; ray < 16; ++ray) {
      const Eigen::Vector2d place = places.place(0, pixel, ray);
      cells.emplace(static_cast<int>(std::floor(4 * place.x())), static_cast<int>(std::floor(4 * place.y())));
    }
    ASSERT_EQ(cells.size(), 16U);
    ASSERT_EQ(*cells.begin(), std::pair(0, 0));
    ASSERT_EQ(*cells.rbegin(), std::pair(3, 3));
  }
}

TEST(StratifiedPixel, any_number_of_rays_is_spread_without_bias) {
  for (const int rays : {1, 2, 3, 5, 7, 12, 17}) {
    const StratifiedPixel places(rays, 2);
    constexpr int pixels = 4000;
    Eigen::Vector2d sum = Eigen::Vector2d::Zero(), squares = Eigen::Vector2d::Zero();
    for (int pixel = 0; pixel < pixels; ++pixel) {
      for (int ray = 0; ray < rays; ++ray) {
        const Eigen::Vector2d place = places.place(3, static_cast<std::size_t>(pixel), ray);
        ASSERT_TRUE((place.array() >= 0).all() && (place.array() < 1).all());
        sum += place;
        squares += place.cwiseProduct(place);
      }
    }
    // Independent places would have a standard error of √(1/12/n) in the mean and √(4/45/n) in the mean
    // square; strata have less. Five of them.
    const double count = pixels * rays;
    for (int axis = 0; axis < 2; ++axis) {
      EXPECT_NEAR(sum[axis] / count, 1.0 / 2, 5 * std::sqrt(1.0 / 12 / count)) << rays;
      EXPECT_NEAR(squares[axis] / count, 1.0 / 3, 5 * std::sqrt(4.0 / 45 / count)) << rays;
    }
  }
}

TEST(StratifiedPixel, places_depend_on_seed_map_pixel_and_ray_alone) {
  const StratifiedPixel places(16, 1), same(16, 1), other(16, 2);
  EXPECT_EQ(places.place(1, 2, 3), same.place(1, 2, 3));
  EXPECT_NE(places.place(1, 2, 3), other.place(1, 2, 3));
  EXPECT_NE(places.place(1, 2, 3), places.place(2, 2, 3));
  EXPECT_NE(places.place(1, 2, 3), places.place(1, 3, 3));
}

TEST(StratifiedPixel, no_rays_are_refused) { EXPECT_THROW(StratifiedPixel(0, 1), std::invalid_argument); }

}  // namespace
}  // namespace intercusp
