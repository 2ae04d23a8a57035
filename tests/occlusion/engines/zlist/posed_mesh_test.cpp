#include "occlusion/engines/zlist/posed_mesh.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "occlusion/engines/zlist/kernels/depth_key.h"
#include "occlusion/engines/zlist/layer_lists.h"
#include "occlusion/geometry/shapes.h"
#include "tests/support/bites.h"

namespace intercusp::zlist {
namespace {

View view_of_pixels(int width, int height, double pixel_mm) {
  View view;
  view.grid = {.u0_mm = -0.5 * width * pixel_mm,
               .v0_mm = -0.5 * height * pixel_mm,
               .pixel_mm = pixel_mm,
               .width = width,
               .height = height};
  return view;
}

//! Curved, flat and needle-thin faces, wider than the window.
TriangleMesh mixed_mesh() {
  // A plate that stands almost on edge: its side has a cosine of 0.004 and still covers a row of pixels.
  Eigen::Isometry3d almost_upright = Eigen::Isometry3d::Identity();
  almost_upright.linear() = Eigen::AngleAxisd(std::acos(0.004), Eigen::Vector3d::UnitX()).toRotationMatrix();
  TriangleMesh mesh =
      testing::together({shapes::torus({0, 0, 0}, {0, 0.4, 1}, 5, 2, 60, 30),
                         shapes::sphere({4, 1, 2}, 1.5, 24), shapes::box({-9, -9, -3}, {9, 2, -2.5}),
                         shapes::moved(shapes::fine_box({-3, -20, 0}, {3, 20, 0.001}, 1), almost_upright)});
  // A pyramid 0.2 µm thick: any rounding may flip its faces.
  const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
  for (const Eigen::Vector3d& corner :
       {Eigen::Vector3d(-4, -4, 3), {4, -4, 3.0}, {0, -4 + 2e-7, 3}, {0, -4, 3 + 2e-7}}) {
    mesh.vertices.push_back(corner);
  }
  for (const Face& face : {Face{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}}) {
    mesh.faces.push_back({first + face[0], first + face[1], first + face[2]});
  }
  return mesh;
}

TEST(PosedMesh, no_cluster_that_is_skipped_would_have_been_seen) {
  std::mt19937 random(31);
  const ClusteredMesh clusters(solid_of(mixed_mesh()));
  PosedMesh posed(clusters);
  BandLists lists;
  const View view = view_of_pixels(150, 110, 0.08);
  for (int round = 0; round < 25; ++round) {
    // Along an axis of the mesh many faces are edge-on; slightly off the axis some of them turn.
    Eigen::Isometry3d pose = round % 3 == 2 ? testing::random_pose(random, 4) : Eigen::Isometry3d::Identity();
    if (round % 3 == 1) pose.linear() = Eigen::AngleAxisd(1e-5 * round, Eigen::Vector3d::UnitX()).matrix();
    posed.place(pose, view, 0);
    for (int band = 0; band < posed.band_count(); ++band) {
      lists.make(posed, band);
      std::vector<std::uint64_t> exits(posed.pixels(band), 0), entries(posed.pixels(band), 0);
      const auto all = [](PixelExtent, PixelExtent, float) { return true; };
      posed.keep_last_exits(band, all, exits.data());
      posed.keep_last_entries(band, all, entries.data());
      std::vector<float> limits;
      posed.find_entering_limits(band, limits);
      for (std::size_t pixel = 0; pixel < exits.size(); ++pixel) {
        std::uint64_t last_exit = 0, last_entry = 0;
        for (const Layer& layer : lists.at(pixel)) {
          std::uint64_t& last = layer.leaves() ? last_exit : last_entry;
          last = std::max(last, depth_key(layer.depth, layer.exit_face & ~exit_bit));
        }
        ASSERT_EQ(exits[pixel], last_exit) << round << ' ' << pixel;
        ASSERT_EQ(entries[pixel], last_entry) << round << ' ' << pixel;
        const std::size_t width = static_cast<std::size_t>(view.grid.width);
        const float limit =
            limits[pixel / width / tile_rows * posed.tiles_across() + pixel % width / tile_columns];
        if (last_entry != 0) {
          ASSERT_LE(depth_of_key(last_entry), limit) << round << ' ' << pixel;
        }
      }
    }
  }
}

TEST(PosedMesh, clusters_that_face_away_are_left_out) {
  // Lines along an axis leave a cube through one side, with a sixth of the faces. Only its clusters and those at its
  // edges are drawn: some 16 sides of clusters meet 4 others.
  const ClusteredMesh clusters(solid_of(shapes::fine_box({-4, -4, -4}, {4, 4, 4}, 0.25)));
  int leaving = 0, entering_alone = 0;
  for (const ClusterBounds& bounds : clusters.bounds()) {
    leaving += bounds.normals.max().z() > 0.5F;
    entering_alone += bounds.normals.max().z() < -0.5F;
  }
  const int count = static_cast<int>(clusters.cluster_count());
  EXPECT_GE(leaving, count / 6);
  EXPECT_LE(leaving, count / 3);
  EXPECT_GE(entering_alone, count / 12);
}

TEST(PosedMesh, a_jaw_too_large_for_its_pixels_is_refused) {
  const ClusteredMesh clusters(solid_of(shapes::box({-9e4, -9e4, -1}, {9e4, 9e4, 1})));
  PosedMesh posed(clusters);
  EXPECT_THROW(posed.place(Eigen::Isometry3d::Identity(), view_of_pixels(10, 10, 0.001), 0),
               std::length_error);
}

}  // namespace
}  // namespace intercusp::zlist
