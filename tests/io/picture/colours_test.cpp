#include <gtest/gtest.h>

#include <cmath>

#include "occlusion/maps/colour_scale.h"

namespace intercusp {
namespace {

//! CIE lightness L* of an sRGB colour.
double lightness(Rgb colour) {
  const auto linear = [](std::uint8_t value) {
    const double share = value / 255.0;
    return share <= 0.04045 ? share / 12.92 : std::pow((share + 0.055) / 1.055, 2.4);
  };
  const double y = 0.2126 * linear(colour.red) + 0.7152 * linear(colour.green) + 0.0722 * linear(colour.blue);
  return y > 216.0 / 24389 ? 116 * std::cbrt(y) - 16 : y * 24389 / 27;
}

TEST(ColourScale, the_yellow_green_border_is_contact) {
  const ColourScale scale;
  const Rgb touching = scale.colour(-1e-9), apart = scale.colour(0);
  EXPECT_GT(touching.red, 240);
  EXPECT_GT(touching.green, 220);
  EXPECT_LT(touching.blue, 60);
  EXPECT_GT(apart.green, apart.red + 80);
  EXPECT_GT(apart.green, apart.blue + 80);
}

TEST(ColourScale, deep_overlaps_are_red_and_wide_gaps_blue) {
  const ColourScale scale;
  const Rgb deep = scale.colour(-10), wide = scale.colour(unlimited_clearance);
  EXPECT_EQ(deep, scale.colour(-scale.deepest_mm));
  EXPECT_EQ(wide, scale.colour(scale.farthest_mm));
  EXPECT_GT(deep.red, 3 * deep.green + 3 * deep.blue);
  EXPECT_GT(wide.blue, 2 * wide.green);
}

TEST(ColourScale, the_colour_blind_scale_grows_lighter_from_deepest_to_widest) {
  const ColourScale scale{.palette = Palette::colour_blind_safe};
  double before = 0;
  for (int step = -100; step <= 100; ++step) {
    const double now = lightness(scale.colour_at(step / 100.0));
    EXPECT_GT(now, before) << step;
    before = now;
  }
}

TEST(ColourScale, a_position_leads_back_to_its_clearance) {
  const ColourScale scale{.palette = Palette::classic, .deepest_mm = 0.5, .farthest_mm = 2};
  for (const double clearance : {-0.5, -0.2, -0.001, 0.0, 0.05, 0.35, 1.7, 2.0}) {
    EXPECT_NEAR(scale.clearance_at(scale.position(clearance)), clearance, 1e-15);
  }
}

TEST(ColourScale, the_scale_reaches_as_deep_as_the_bite_in_round_steps) {
  EXPECT_EQ(scale_for(Palette::classic, 0).deepest_mm, 0.5);
  EXPECT_EQ(scale_for(Palette::classic, 0.5).deepest_mm, 0.5);
  EXPECT_EQ(scale_for(Palette::classic, 0.51).deepest_mm, 1);
  EXPECT_EQ(scale_for(Palette::classic, 1.2).deepest_mm, 2);
  EXPECT_EQ(scale_for(Palette::classic, 12).deepest_mm, 20);
}

}  // namespace
}  // namespace intercusp
