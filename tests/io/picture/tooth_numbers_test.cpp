#include "io/picture/tooth_numbers.h"

#include <gtest/gtest.h>

#include "io/picture/pixel_canvas.h"

namespace intercusp {
namespace {

constexpr double half_mm = 4, pixels_per_mm = 8;
constexpr int side_px = 900;

//! A narrow arch with long sides: teeth are squares, 9 mm apart.
std::map<int, Eigen::Vector2d> narrow_arch() {
  std::map<int, Eigen::Vector2d> middles;
  for (int i = 0; i < 5; ++i) {
    middles[13 + i] = {-11, 45 - 9 * i};
    middles[23 + i] = {11, 45 - 9 * i};
  }
  middles[11] = {-4.5, 54};
  middles[21] = {4.5, 54};
  return middles;
}

Solid squares_at(const std::map<int, Eigen::Vector2d>& middles) {
  Solid solid;
  for (const auto& [number, middle] : middles) {
    for (const double x : {-half_mm, half_mm}) {
      for (const double y : {-half_mm, half_mm}) {
        solid.mesh.vertices.emplace_back(middle.x() + x, middle.y() + y, 0);
        solid.labels.push_back(number);
      }
    }
  }
  return solid;
}

TEST(ToothNumbers, seen_along_the_roots_stand_beside_the_arch_and_on_no_tooth) {
  const std::map<int, Eigen::Vector2d> middles = narrow_arch();
  Picture picture(side_px, side_px);
  PixelCanvas canvas(picture);
  Eigen::Affine3d px_from_solid = Eigen::Affine3d::Identity();
  px_from_solid.linear().diagonal() << pixels_per_mm, -pixels_per_mm, 1;  // v goes down
  px_from_solid.translation() << side_px / 2.0, side_px / 2.0 + 30 * pixels_per_mm, 0;
  draw_tooth_numbers(canvas, squares_at(middles), {px_from_solid, pixels_per_mm});

  ASSERT_EQ(canvas.labels().size(), middles.size());
  for (const Label& label : canvas.labels()) {
    for (const auto& [number, middle] : middles) {
      const Eigen::Vector2d px = (px_from_solid * Eigen::Vector3d(middle.x(), middle.y(), 0)).head<2>();
      const double half_px = half_mm * pixels_per_mm;
      const Area square{px.x() - half_px, px.y() - half_px, px.x() + half_px, px.y() + half_px};
      EXPECT_FALSE(label.area.meets(square)) << label.text << " stands on " << number;
    }
  }
}

}  // namespace
}  // namespace intercusp
