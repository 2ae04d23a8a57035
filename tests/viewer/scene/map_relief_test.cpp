
#include <gtest/gtest.h>

#include "io/picture/jaw_shading.h"
#include "occlusion/geometry/shapes.h"
#include "viewer/scene/map_colours.h"

namespace intercusp::viewer {
namespace {

//! A roof of two slopes above z = 0, seen from below; its right half is tooth 26, the rest gum.
Solid roof() {
  Solid solid;
  solid.mesh.vertices = {{-4, -4, 2}, {0, -4, 0}, {4, -4, 2}, {-4, 4, 2}, {0, 4, 0}, {4, 4, 2}};
  solid.mesh.faces = {{0, 3, 1}, {1, 3, 4}, {1, 4, 2}, {2, 4, 5}};
  solid.anatomy_faces = 3;  // half of the right slope was added
  solid.labels = {0, 0, 26, 0, 0, 26};
  return solid;
}

View from_below() {
  View view;
  view.grid = {.u0_mm = -5, .v0_mm = -4, .pixel_mm = 0.1, .width = 100, .height = 80};
  return view;
}

TEST(UpperRelief, is_lit_by_the_surface_that_is_seen_and_knows_its_teeth) {
  const MapRelief relief = upper_relief(roof(), from_below());
  const auto at = [&](double x, double y) {
    return from_below().grid.index(static_cast<int>((x + 5) / 0.1), static_cast<int>((y + 4) / 0.1));
  };
  EXPECT_EQ(relief.tooth[at(-4.5, 0)], nothing_scanned) << "beside the roof";
  EXPECT_EQ(relief.light[at(-4.5, 0)], 1.0F);
  EXPECT_EQ(relief.tooth[at(3.5, 3.0)], nothing_scanned) << "added by import";
  EXPECT_EQ(relief.tooth[at(-2, 0)], 0);
  EXPECT_EQ(relief.tooth[at(3.5, -3.5)], 26);
  // At the right eave the vertex's normal is that of the slope.
  const Eigen::Vector3d slope = Eigen::Vector3d(0.5, 0, -1).normalized();
  EXPECT_NEAR(relief.light[at(3.8, -3.9)], 0.4 + 0.6 * brightness(slope), 0.01);
  EXPECT_GT(relief.light[at(-3, 0)], relief.light[at(2, -3)]) << "the right slope faces away from it";
}

TEST(MapRelief, pixels_of_scanned_faces_are_those_that_rays_meet) {
  const View view = from_below();
  const MapRelief relief = upper_relief(roof(), view);
  const std::vector<char> scanned = scanned_pixels(roof(), view.view_from_case, view.grid);
  int all = 0, others = 0;  // along edges a ray may pass on either side
  for (std::size_t i = 0; i < scanned.size(); ++i) {
    all += scanned[i];
    others += (relief.tooth[i] != nothing_scanned) != (scanned[i] != 0) ? 1 : 0;
  }
  EXPECT_GT(all, 1000);
  EXPECT_LT(others, 0.05 * all);
}

TEST(MapColours, relief_shades_the_colours_and_what_was_added_is_not_drawn) {
  const View view = from_below();
  ClearanceMap map = ClearanceMap::empty(view);
  map.coverage.assign(view.grid.size(), Coverage::upper_only);
  const MapRelief relief = upper_relief(roof(), view);
  const MapColours colours{.contours = false};
  const std::vector<Texel> texels = map_texels(map, map.clearance_mm, colours, &relief);
  const std::size_t left = view.grid.index(20, 40), added = view.grid.index(85, 70);
  const Rgb lit_colour = lit(colours.paint.colours.upper_only(), static_cast<double>(relief.light[left]));
  EXPECT_EQ(texels[left], (Texel{lit_colour.red, lit_colour.green, lit_colour.blue, 255}));
  EXPECT_EQ(texels[added][3], 0);
  // Also on a lower without scanned surface.
  ClearanceMap beside = ClearanceMap::empty(view);
  beside.coverage.assign(view.grid.size(), Coverage::lower_only);
  std::vector<char> lower_scanned(view.grid.size(), 1);
  lower_scanned[left] = 0;
  const std::vector<Texel> of_lower =
      map_texels(beside, beside.clearance_mm, {.contours = false, .lower_scanned = lower_scanned});
  EXPECT_EQ(of_lower[left][3], 0);
  EXPECT_EQ(of_lower[added][3], 255);
  // A line where tooth 26 begins.
  const int row = 5;
  int dark = 0;
  for (int column = 50; column < 90; ++column) {
    const std::size_t i = view.grid.index(column, row);
    if (relief.tooth[i] != relief.tooth[i + 1] && relief.tooth[i + 1] != nothing_scanned) {
      EXPECT_LT(texels[i][0], 0.8 * texels[i - 3][0]);
      ++dark;
    }
  }
  EXPECT_EQ(dark, 1);
}

}  // namespace
}  // namespace intercusp::viewer
