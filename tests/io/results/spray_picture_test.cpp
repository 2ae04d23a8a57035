#include "io/results/spray/parts.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "occlusion/geometry/shapes.h"

namespace intercusp {
namespace {

//! A beam straight down on a plate of 20 x 20 mm, and other solids.
SprayReport sprayed(std::vector<TriangleMesh> meshes, double beam_mm) {
  SprayReport report;
  std::vector<SolidOrBody> solids;
  meshes.insert(meshes.begin(), shapes::box({-10, -10, -2}, {10, 10, 0}));
  for (TriangleMesh& mesh : meshes) {
    solids.push_back({std::make_shared<const Solid>(solid_of(std::move(mesh)))});
    report.solids.push_back({.name = "solid", .solid = solids.back().solid, .import = {}});
  }
  report.found = spray(
      solids,
      {.emitter = {.place = {0, 0, 50}, .direction = -Eigen::Vector3d::UnitZ(), .opening = DiscBeam{beam_mm}},
       .particles = 1000});
  return report;
}

//! Pixels with a colour of the scale; ink, paper and shadow have next to none.
std::size_t painted(const Picture& picture) {
  return static_cast<std::size_t>(std::ranges::count_if(picture.pixels, [](const Rgb& pixel) {
    const auto [least, most] = std::minmax({pixel.red, pixel.green, pixel.blue});
    return most - least > 25;
  }));
}

//! In mm² of a plate that fills the frame: the coloured area seen from the nozzle less that from the far side, which
//! shows the same legend.
double painted_mm2(const SprayReport& report) {
  const std::vector<SprayView> views = spray_views(report);
  constexpr double px_per_mm = 860 / (20 * 1.04 + 0.5);  // frame_of
  const double more = static_cast<double>(painted(spray_picture(report, views[0]))) -
                      static_cast<double>(painted(spray_picture(report, views[2])));
  return more / (px_per_mm * px_per_mm);
}

TEST(SprayPicture, all_of_a_plate_in_a_wide_beam_is_painted_from_the_nozzle_and_nothing_from_the_far_side) {
  EXPECT_NEAR(painted_mm2(sprayed({}, 30)), 400, 4);
}

TEST(SprayPicture, outside_the_beam_nothing_is_painted) {
  EXPECT_NEAR(painted_mm2(sprayed({}, 6)), 3.14159265 * 36, 2);
}

TEST(SprayPicture, what_lies_behind_the_nozzle_does_not_hide_the_plate) {
  EXPECT_NEAR(painted_mm2(sprayed({shapes::box({-9, -9, 60}, {9, 9, 70})}, 30)), 400, 4);
}

}  // namespace
}  // namespace intercusp
