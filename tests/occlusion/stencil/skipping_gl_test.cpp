// What a draw leaves out changes no pixel: faces that look away, lie aside or hold no pixel's centre, and, in
// a live map, the counts of settled pixels.
#include <cmath>
#include <random>

#include "occlusion/gl/face_clusters.h"
#include "occlusion/stencil/face_sieve.h"
#include "occlusion/stencil/plain_pass.h"
#include "scene.h"

namespace intercusp {
namespace {

Eigen::Isometry3d turned(double angle_rad, const Eigen::Vector3d& axis) {
  return Eigen::Isometry3d(Eigen::AngleAxisd(angle_rad, axis.normalized()));
}

TriangleMesh overlapping_tori() {
  TriangleMesh mesh = shapes::torus({0, 0, 0}, {0.3, 0.2, 1}, 3, 1, 90, 40);
  append(mesh, shapes::torus({1, 0, 0.5}, {1, 0.2, 0.5}, 2, 0.7, 90, 40));
  return mesh;
}

//! Poses near and far from the one in which the bodies were made, upside down among them.
std::vector<Eigen::Isometry3d> many_poses() {
  std::vector<Eigen::Isometry3d> poses = {shift(0, 0, -6), shift(0.4, 0.3, -1.2),
                                          shift(0, 0, -2) * turned(M_PI, {1, 0, 0}),
                                          shift(0, 0, -2) * turned(M_PI, {0, 0, 1})};
  std::mt19937 random(9);
  std::uniform_real_distribution<double> unit(-1, 1);
  for (int i = 0; i < 6; ++i) {
    poses.push_back(shift(unit(random), unit(random), 3 * unit(random) - 2) *
                    turned(M_PI * unit(random), {unit(random), unit(random), unit(random)}));
  }
  return poses;
}

void expect_same_answer(const ClearanceMap& a, const ClearanceMap& b) {
  EXPECT_TRUE(same_values(a.clearance_mm, b.clearance_mm));
  EXPECT_EQ(a.overlap_mm, b.overlap_mm);
  EXPECT_EQ(a.upper_face, b.upper_face);
  EXPECT_EQ(a.lower_face, b.lower_face);
  EXPECT_EQ(a.coverage, b.coverage);
  EXPECT_EQ(a.state, b.state);
}

TEST(StencilSkipping, single_faces_or_clusters_left_out_give_the_same_bits) {
  Scene scene = scene_of(overlapping_tori(), overlapping_tori());
  for (const double pixel_mm : {0.3, 0.04}) {  // faces far below and above a pixel
    scene.pixel_mm = pixel_mm;
    for (const Eigen::Isometry3d& pose : many_poses()) {
      scene.pose = pose;
      const ClearanceMap by_face = map_of(scene, {.skipping = StencilSkipping::faces});
      const ClearanceMap by_cluster = map_of(scene, {.skipping = StencilSkipping::clusters});
      expect_same_answer(by_face, by_cluster);
      EXPECT_EQ(by_face.resolved_by, by_cluster.resolved_by);
      EXPECT_EQ(by_face.lower_intervals, by_cluster.lower_intervals);
      EXPECT_EQ(by_face.upper_intervals, by_cluster.upper_intervals);
    }
  }
}

TEST(StencilSkipping, a_turned_sphere_is_the_same_sphere) {
  // Under a plate, in any pose: the gap of the closed form. Bound as for the sphere over a plate.
  const int rings = 200;
  Scene scene = scene_of(shapes::box({-6, -6, 6}, {6, 6, 8}), shapes::sphere({0, 0, 0}, 5, rings));
  const double sagitta_mm = 2 * 5 * (1 - std::cos(M_PI / (2 * rings)));
  const double bound_mm = sagitta_mm / 0.6 + scene.pixel_mm / 256 * 4 / 3 + float_depth_mm;
  for (const StencilSkipping skipping : {StencilSkipping::faces, StencilSkipping::clusters}) {
    for (const double angle : {0.0, 0.5, 1.6, 2.5, M_PI}) {
      scene.pose = turned(angle, {1, 0.3, 0.1});
      const ClearanceMap map = map_of(scene, {.live = true, .skipping = skipping});
      int seen = 0;
      for (int row = 0; row < map.frame.grid.height; ++row) {
        for (int column = 0; column < map.frame.grid.width; ++column) {
          const Eigen::Vector2d centre = map.frame.grid.centre(column, row);
          if (centre.norm() > 4) continue;
          ++seen;
          ASSERT_NEAR(map.clearance_mm[map.frame.grid.index(column, row)],
                      6 - std::sqrt(25 - centre.squaredNorm()), bound_mm);
        }
      }
      EXPECT_GT(seen, 4900);
    }
  }
}

TEST(StencilSkipping, what_lies_aside_of_an_overlap_still_counts_within_it) {
  // A long slab whose corners are far from the only pixels where the jaws overlap, and small parts in the
  // same tiles: they all count there.
  TriangleMesh lower = shapes::box({-30, -30, 0}, {30, 30, 1});
  append(lower, shapes::fine_box({0, 0, 2}, {0.5, 0.5, 3}, 0.03));
  append(lower, shapes::fine_box({0, 0, 3.5}, {0.5, 0.5, 4}, 0.03));
  const Scene scene = scene_of(shapes::box({-1, -1, 2.5}, {1, 1, 6}), lower);
  for (const StencilSkipping skipping : {StencilSkipping::faces, StencilSkipping::clusters}) {
    const ClearanceMap map = map_of(scene, {.skipping = skipping});
    for (const std::size_t i : common_pixels(map)) {
      const bool within = map.state[i] == PixelState::interfering;
      ASSERT_NEAR(map.clearance_mm[i], within ? -0.5 : 1.5, float_depth_mm);
      ASSERT_EQ(map.lower_intervals[i], within ? 3 : 1);
    }
    EXPECT_EQ(count_pixels(map).interfering, 25U);
  }
}

TEST(StencilLive, is_the_full_map_but_for_intervals_that_were_not_counted) {
  Scene scene = scene_of(overlapping_tori(), overlapping_tori());
  scene.pixel_mm = 0.05;
  std::size_t counted = 0;
  std::size_t left_out = 0;
  for (const Eigen::Isometry3d& pose : many_poses()) {
    scene.pose = pose;
    const ClearanceMap full = map_of(scene);
    const ClearanceMap live = map_of(scene, {.live = true});
    expect_same_answer(full, live);
    EXPECT_EQ(full.resolved_by, live.resolved_by);
    EXPECT_EQ(full.upper_intervals, live.upper_intervals);
    for (std::size_t i = 0; i < live.lower_intervals.size(); ++i) {
      if (live.lower_intervals[i] == full.lower_intervals[i]) {
        counted += live.lower_intervals[i] > 0 ? 1 : 0;
      } else {
        ASSERT_EQ(live.lower_intervals[i], 0);
        ++left_out;
      }
    }
  }
  EXPECT_GT(counted, 1000U);
  EXPECT_GT(left_out, 1000U);
}

TEST(StencilLive, every_form_decides_as_it_does_for_the_full_map) {
  Scene scene = scene_of(shapes::torus({0, 0, 0}, {0.3, 0.2, 1}, 3, 1, 60, 30),
                         shapes::torus({0, 0, 0}, {0.1, -0.2, 1}, 3, 1, 60, 30));
  for (const double z : {-3.0, -1.0, 0.5}) {
    scene.pose = shift(0.5, 0.2, z);
    for (const StencilOptions& options :
         {StencilOptions{.form = StencilForm::parity}, StencilOptions{.variant = StencilVariant::simplified},
          StencilOptions{.counter_bits = 2}}) {
      StencilOptions live = options;
      live.live = true;
      const ClearanceMap full = map_of(scene, options);
      expect_same_answer(full, map_of(scene, live));
      EXPECT_GT(count_pixels(full).both, 0U);
    }
  }
}

TEST(FaceSieve, keeps_every_face_that_holds_a_centre_and_few_others) {
  // Small faces at random in a window of 64 × 48 pixels; one unit of clip space is half the window.
  std::mt19937 random(4);
  std::uniform_real_distribution<float> place(-1.1F, 1.1F);
  std::uniform_real_distribution<float> size(-1.0F, 1.0F);
  const stencil::SieveWindow window{.width_px = 64, .height_px = 48, .subpixel_bits = 8};
  std::vector<Eigen::Vector3f> vertices;
  std::vector<Face> faces;
  for (std::uint32_t f = 0; f < 20000; ++f) {
    const Eigen::Vector3f middle(place(random), place(random), 0);
    const float pixels = f % 100 == 0 ? 8.0F : 0.7F;
    for (int corner = 0; corner < 3; ++corner) {
      vertices.emplace_back(middle + Eigen::Vector3f(size(random) / 32, size(random) / 24, 0) * pixels);
    }
    faces.push_back({3 * f, 3 * f + 1, 3 * f + 2});
  }
  stencil::FaceSieve sieve;
  sieve.place(vertices, window, 64);
  std::vector<std::uint32_t> sides(faces.size());
  sieve.find_sides(faces, sides);
  std::size_t kept_in_vain = 0;
  std::size_t holding = 0;
  for (std::size_t f = 0; f < faces.size(); ++f) {
    const Face& face = faces[f];
    std::array<Eigen::Vector2d, 3> corners;
    for (std::size_t c = 0; c < 3; ++c) {
      const Eigen::Vector2d clip = vertices[face.at(c)].head<2>().cast<double>();
      corners.at(c) = {(clip.x() + 1) * 32 - 0.5, (clip.y() + 1) * 24 - 0.5};
    }
    const auto cross = [](const Eigen::Vector2d& a, const Eigen::Vector2d& b) {
      return a.x() * b.y() - a.y() * b.x();
    };
    const double twice_area = cross(corners[1] - corners[0], corners[2] - corners[0]);
    const stencil::TileRange tiles = sieve.tiles(face);
    bool holds = false;
    for (int row = 0; row < 48; ++row) {
      for (int column = 0; column < 64; ++column) {
        const Eigen::Vector2d centre(column, row);
        bool inside = true;
        for (std::size_t c = 0; c < 3; ++c) {
          const double side = cross(corners.at((c + 1) % 3) - corners.at(c), centre - corners.at(c));
          inside = inside && side * twice_area >= 0;
        }
        if (!inside) continue;
        holds = true;
        ASSERT_TRUE(column / 16 >= tiles.first_column && column / 16 <= tiles.last_column);
        ASSERT_TRUE(row / 16 >= tiles.first_row && row / 16 <= tiles.last_row);
      }
    }
    if (holds) {
      ++holding;
      ASSERT_NE(sides[f] & (twice_area > 0 ? stencil::FaceSieve::front : stencil::FaceSieve::back), 0U);
    } else if (sides[f] != stencil::FaceSieve::no_side) {
      ++kept_in_vain;
    }
  }
  EXPECT_GT(holding, 2000U);
  EXPECT_LT(kept_in_vain, faces.size() / 20);
}

TEST(FaceClusters, turned_away_means_every_face_looks_away) {
  const TriangleMesh mesh = shapes::sphere({1, 2, 3}, 5, 100);
  const std::vector<std::int32_t> order = gl::order_along_curve(mesh, 0);
  const std::vector<gl::FaceCluster> clusters = gl::clusters_of(mesh, order);
  std::mt19937 random(8);
  std::normal_distribution<double> normal;
  for (int i = 0; i < 20; ++i) {
    const Eigen::Vector3d direction =
        Eigen::Vector3d(normal(random), normal(random), normal(random)).normalized();
    const double least = 0.05 * (i % 4);
    std::size_t away = 0;
    for (const gl::FaceCluster& cluster : clusters) {
      if (!cluster.normals.turned_from(direction, least)) continue;
      ++away;
      for (std::uint32_t f = cluster.faces.first; f < cluster.faces.first + cluster.faces.count; ++f) {
        const Eigen::Vector3d face_normal =
            face_normal_twice_area(mesh, static_cast<std::size_t>(order[f])).normalized();
        ASSERT_LT(face_normal.dot(direction), -least);
      }
    }
    EXPECT_GT(away, clusters.size() / 4);
    EXPECT_LT(away, clusters.size() / 2);
  }
}

TEST(PlainPass, draws_again_and_again_and_takes_some_time) {
  const Scene scene = scene_of(overlapping_tori(), overlapping_tori());
  stencil::PlainPass pass(*scene.lower);
  for (int i = 0; i < 3; ++i) EXPECT_GT(pass.run(scene.frame(), scene.pose), 0);
}

}  // namespace
}  // namespace intercusp
