#include "io/picture/jaw_shading.h"

#include <gtest/gtest.h>

#include <algorithm>

#include <cmath>
#include <limits>
#include <random>

#include "occlusion/geometry/shapes.h"
#include "occlusion/maps/clearance_map.h"
#include "tests/support/bites.h"

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
  const FirstHits hits = first_hits(box, Eigen::Isometry3d::Identity(),
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
  const FirstHits hits = first_hits(sphere, view_from_solid, grid);

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

//! The nearest depth of all faces along one line, each face by itself; infinity where none is met.
double nearest_depth(const TriangleMesh& mesh, const Eigen::Isometry3d& view_from_solid, double x, double y) {
  double nearest = std::numeric_limits<double>::infinity();
  for (const auto& [a, b, c] : mesh.faces) {
    Eigen::Matrix3d corners;
    corners << view_from_solid * mesh.vertices[a], view_from_solid * mesh.vertices[b],
        view_from_solid * mesh.vertices[c];
    const Eigen::RowVector3d depths = corners.row(2);
    corners.row(2).setOnes();  // weights of the corners: their sum is 1, and they give back x and y
    const Eigen::Vector3d weights = corners.inverse() * Eigen::Vector3d(x, y, 1);
    if (weights.minCoeff() >= 0) nearest = std::min(nearest, depths.dot(weights));
  }
  return nearest;
}

// Faces smaller and larger than a pixel, behind and through each other, some of them beyond the picture.
TEST(FirstHits, every_pixel_sees_the_nearest_of_all_faces) {
  const Solid solid =
      solid_of(testing::together({shapes::torus({0, 0, 0}, {0, 0.4, 1}, 5, 2, 24, 12),
                                  shapes::box({1, 1, -2}, {60, 4, 4}), shapes::sphere({-5, 1, 1}, 2.5, 20)}));
  std::mt19937 random(17);
  for (int look = 0; look < 3; ++look) {
    const Eigen::Isometry3d view_from_solid = testing::random_pose(random, 1);
    const PictureGrid grid{.width = 30, .height = 45, .x0_mm = -7, .y0_mm = -10, .pixel_mm = 0.43};
    const FirstHits hits = first_hits(solid, view_from_solid, grid);
    for (int row = 0; row < grid.height; ++row) {
      for (int column = 0; column < grid.width; ++column) {
        const std::size_t i = grid.index(column, row);
        const double nearest =
            nearest_depth(solid.mesh, view_from_solid, grid.x0_mm + (column + 0.5) * grid.pixel_mm,
                          grid.y0_mm + (row + 0.5) * grid.pixel_mm);
        ASSERT_EQ(hits.face[i] == no_face, std::isinf(nearest)) << column << ", " << row;
        if (hits.face[i] == no_face) continue;
        EXPECT_NEAR(hits.depth_mm[i], nearest, 1e-5) << "floats up to 70 mm";
        EXPECT_NEAR((view_from_solid * hit_point(hits, solid.mesh, i)).z(), nearest, 1e-5);
      }
    }
  }
}

TEST(FirstHits, what_import_added_is_not_seen) {
  Solid solid = solid_of(
      testing::together({shapes::box({-5, -5, 0}, {5, 5, 1}), shapes::box({-9, -9, -3}, {9, 9, -2})}));
  solid.anatomy_faces = 12;  // the first box
  const FirstHits hits = first_hits(solid, Eigen::Isometry3d::Identity(),
                                    {.width = 20, .height = 20, .x0_mm = -10, .y0_mm = -10, .pixel_mm = 1});
  EXPECT_EQ(std::ranges::count_if(hits.face, [](std::int32_t face) { return face != no_face; }), 100);
  EXPECT_TRUE(std::ranges::all_of(hits.face, [](std::int32_t face) { return face < 12; }));
}

TEST(FirstHits, a_picture_without_a_pixel_size_is_refused) {
  const Solid box = solid_of(shapes::box({0, 0, 0}, {1, 1, 1}));
  EXPECT_THROW((void)first_hits(box, Eigen::Isometry3d::Identity(), {.width = 2, .height = 2, .pixel_mm = 0}),
               std::invalid_argument);
  EXPECT_TRUE(first_hits(box, Eigen::Isometry3d::Identity(), {}).face.empty());
}

TEST(FirstHits, of_no_faces_nothing_is_seen) {
  const Solid nothing;
  const FirstHits hits = first_hits(nothing, Eigen::Isometry3d::Identity(), {.width = 3, .height = 2});
  EXPECT_EQ(hits.face, std::vector<std::int32_t>(6, no_face));
}

}  // namespace
}  // namespace intercusp
