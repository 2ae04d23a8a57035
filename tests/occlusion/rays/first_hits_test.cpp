#include "occlusion/rays/first_hits.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "occlusion/geometry/shapes.h"
#include "occlusion/maps/clearance_map.h"

namespace intercusp {
namespace {

Eigen::Vector3d hit_point(const FirstHits& hits, const TriangleMesh& mesh, std::size_t i) {
  const Face& face = mesh.faces[static_cast<std::size_t>(hits.face[i])];
  const double second = hits.second_weight[i];
  const double third = hits.third_weight[i];
  return (1 - second - third) * mesh.vertices[face[0]] + second * mesh.vertices[face[1]] +
         third * mesh.vertices[face[2]];
}

TEST(FirstHits, the_near_wall_of_a_box_is_seen_and_nothing_beside_it) {
  const Solid box = solid_of(shapes::box({0, 0, 5}, {1, 1, 9}));
  // z grows away from the viewer, so the wall at z = 5 (faces 0 and 1) is the near one.
  const FirstHits hits =
      PictureScene(box).first_hits(Eigen::Isometry3d::Identity(),
                                   {.width = 5, .height = 5, .x0_mm = -0.7, .y0_mm = -0.7, .pixel_mm = 0.5});
  int inside_pixels = 0;
  for (int row = 0; row < 5; ++row) {
    for (int column = 0; column < 5; ++column) {
      const std::size_t i = hits.grid.index(column, row);
      const double x = -0.7 + (column + 0.5) * 0.5;
      const double y = -0.7 + (row + 0.5) * 0.5;
      const bool inside = x > 0 && x < 1 && y > 0 && y < 1;
      inside_pixels += inside;
      if (inside) {
        EXPECT_TRUE(hits.face[i] == 0 || hits.face[i] == 1);
        EXPECT_EQ(hits.depth_mm[i], 5.0F);
      } else {
        EXPECT_EQ(hits.face[i], no_face);
        EXPECT_EQ(hits.depth_mm[i], std::numeric_limits<float>::infinity());
      }
    }
  }
  EXPECT_EQ(inside_pixels, 4);
}

TEST(FirstHits, face_and_weights_give_back_the_point_seen_from_any_side) {
  const Solid sphere = solid_of(shapes::sphere({20, -10, 5}, 4, 40));
  Eigen::Isometry3d view_from_solid = Eigen::Isometry3d::Identity();
  view_from_solid.rotate(Eigen::AngleAxisd(2.1, Eigen::Vector3d(1, 2, -1).normalized()));
  view_from_solid.pretranslate(-(view_from_solid.linear() * Eigen::Vector3d(20, -10, 5)) +
                               Eigen::Vector3d(0, 0, 7));
  const PictureGrid grid{.width = 60, .height = 40, .x0_mm = -6, .y0_mm = -4, .pixel_mm = 0.2};
  const FirstHits hits = PictureScene(sphere).first_hits(view_from_solid, grid);

  int seen = 0;
  for (int row = 0; row < grid.height; ++row) {
    for (int column = 0; column < grid.width; ++column) {
      const std::size_t i = grid.index(column, row);
      const double x = -6 + (column + 0.5) * 0.2;
      const double y = -4 + (row + 0.5) * 0.2;
      if (std::hypot(x, y) > 4) {
        EXPECT_EQ(hits.face[i], no_face);
      }
      if (std::hypot(x, y) > 3.8) continue;  // near the silhouette of the inscribed mesh
      ASSERT_NE(hits.face[i], no_face);
      const Eigen::Vector3d in_view = view_from_solid * hit_point(hits, sphere.mesh, i);
      EXPECT_NEAR(in_view.x(), x, 1e-5);  // floats over 16 mm
      EXPECT_NEAR(in_view.y(), y, 1e-5);
      EXPECT_NEAR(in_view.z(), hits.depth_mm[i], 1e-5);
      EXPECT_LT(hits.depth_mm[i], 7.0F);  // the half that faces the viewer
      ++seen;
    }
  }
  EXPECT_GT(seen, 1000);
}

TEST(FirstHits, a_picture_without_a_pixel_size_is_refused) {
  const Solid box = solid_of(shapes::box({0, 0, 0}, {1, 1, 1}));
  EXPECT_THROW((void)PictureScene(box).first_hits(Eigen::Isometry3d::Identity(),
                                                  {.width = 2, .height = 2, .pixel_mm = 0}),
               std::invalid_argument);
  EXPECT_TRUE(PictureScene(box).first_hits(Eigen::Isometry3d::Identity(), {}).face.empty());
}

TEST(FirstHits, of_no_faces_nothing_is_seen) {
  const Solid nothing;
  const FirstHits hits =
      PictureScene(nothing).first_hits(Eigen::Isometry3d::Identity(), {.width = 3, .height = 2});
  EXPECT_EQ(hits.face, std::vector<std::int32_t>(6, no_face));
}

}  // namespace
}  // namespace intercusp
