#include "occlusion/particles/spray.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <numeric>

#include "occlusion/geometry/shapes.h"

namespace intercusp {
namespace {

using Solids = std::vector<SolidOrBody>;

SolidOrBody solid(TriangleMesh mesh) { return {std::make_shared<const Solid>(solid_of(std::move(mesh)))}; }

//! Straight down from 50 mm.
Emitter beam_of(double radius_mm) {
  return {.place = {0, 0, 50}, .direction = -Eigen::Vector3d::UnitZ(), .opening = DiscBeam{radius_mm}};
}

TEST(Spray, a_plate_in_the_shadow_of_another_is_reached_where_that_leaves_room) {
  // The beam covers both; the small plate keeps 8 x 8 of the large one's 20 x 20 mm in shadow, and so are walls and bottoms.
  const Solids solids = {solid(shapes::box({-10, -10, -1}, {10, 10, 0})),
                         solid(shapes::box({-4, -4, 10}, {4, 4, 11}))};
  constexpr double beam_mm = 20;
  constexpr int particles = 100000;
  const Spray sprayed = spray(solids, {.emitter = beam_of(beam_mm), .particles = particles});
  const SprayedSolid &large = sprayed.solids[0], &small = sprayed.solids[1];
  EXPECT_NEAR(large.coverage.area_mm2, 2 * 400 + 80, 1e-9);
  EXPECT_NEAR(large.coverage.reached_mm2, 400 - 64, large.coverage.reached_error_mm2);
  EXPECT_NEAR(small.coverage.reached_mm2, 64, small.coverage.reached_error_mm2);
  EXPECT_LT(large.coverage.reached_error_mm2, 0.01 * 336);
  EXPECT_GT(*large.coverage.evenness, 1 - 1e-9) << "a parallel beam on a plane";
  const auto expect_hits = [&](const SprayedSolid& solid, double area_mm2) {
    const double share = area_mm2 / (std::numbers::pi * beam_mm * beam_mm);
    EXPECT_NEAR(solid.hits, particles * share, 4 * std::sqrt(particles * share * (1 - share)));
  };
  expect_hits(large, 336);
  expect_hits(small, 64);
  EXPECT_EQ(large.hits + small.hits, sprayed.hits);
  EXPECT_EQ(sprayed.hits + sprayed.escaped(), sprayed.options.particles);
  EXPECT_NEAR(large.first_hit_s, 0.050, 1e-12);
  EXPECT_NEAR(large.last_hit_s, 0.050, 1e-12);
  EXPECT_NEAR(small.mean_speed_mm_s, 1000, 1e-9);
}

TEST(Spray, half_a_sphere_is_reached_and_its_evenness_is_that_on_paper) {
  const Solids solids = {solid(shapes::sphere({0, 0, 0}, 5, 100))};
  const Spray sprayed = spray(solids, {.emitter = beam_of(8), .particles = 1000});
  const SprayCoverage& coverage = sprayed.solids[0].coverage;
  EXPECT_NEAR(coverage.reached_share(), 0.5, 0.01) << "facets at the equator";
  // Droplets per mm² go with cos θ, which is uniform over the half sphere: mean |c - 1/2| / (2 · 1/2) = 1/4.
  EXPECT_NEAR(*coverage.evenness, 0.75, 0.005);
}

TEST(Spray, droplets_land_where_the_ways_back_expect_them) {
  const Solids solids = {solid(shapes::torus({0, 0, 0}, {1, 0, 2}, 8, 3, 40, 20)),
                         solid(shapes::sphere({3, 2, 12}, 3, 20))};
  constexpr int particles = 200000;
  const Spray sprayed = spray(solids, {.emitter = {.place = {-5, 3, 40},
                                                   .direction = Eigen::Vector3d(0.1, 0, -1).normalized(),
                                                   .opening = Cone{0.4},
                                                   .acceleration = {2000, 0, -9810}},
                                       .particles = particles});
  std::vector<std::vector<double>> first_s;
  for (const auto& solid : solids) first_s.emplace_back(solid.solid->mesh.faces.size(), forever);
  for (const std::optional<Impact>& impact :
       landings(*sprayed.colliders, sprayed.options.emitter, 0, particles)) {
    if (!impact) continue;
    double& first = first_s[impact->collider][impact->face];
    first = std::min(first, impact->time_s);
  }
  double sum = 0, freedom = 0, all = 0;
  for (std::size_t i = 0; i < solids.size(); ++i) {
    const SprayedSolid& solid = sprayed.solids[i];
    EXPECT_EQ(std::accumulate(solid.droplets.begin(), solid.droplets.end(), std::uint64_t{0}), solid.hits);
    for (std::size_t face = 0; face < solid.droplets.size(); ++face) {
      const double area = 0.5 * face_normal_twice_area(solids[i].solid->mesh, face).norm();
      const double expected = solid.expected_per_mm2[face] * area;
      all += expected;
      if (solid.reached[face] == 0) {
        EXPECT_LE(solid.droplets[face], 0.05 * particles * area / 100) << "a face in shadow";
      }
      if (expected < 20 || solid.reached[face] < 1) continue;
      sum += std::pow(solid.droplets[face] - expected, 2) / expected;
      ++freedom;
      EXPECT_EQ(solid.first_s[face], first_s[i][face]);
    }
  }
  EXPECT_GT(freedom, 200);
  // The flux varies within a face, and a face has few points: slightly more than the error of counting.
  EXPECT_LT(sum, 1.3 * freedom);
  EXPECT_NEAR(all, static_cast<double>(sprayed.hits), 0.01 * particles);
}

TEST(Spray, added_faces_stop_droplets_but_are_no_surface_to_cover) {
  Solid box = solid_of(shapes::fine_box({-10, -10, -1}, {10, 10, 0}, 1));
  std::stable_partition(box.mesh.faces.begin(), box.mesh.faces.end(),
                        [&](const Face& face) {  // x < 0 was scanned
                          return box.mesh.vertices[face[0]].x() + box.mesh.vertices[face[1]].x() +
                                     box.mesh.vertices[face[2]].x() <
                                 0;
                        });
  box.anatomy_faces = box.mesh.faces.size() / 2;
  const Solids solids = {{std::make_shared<const Solid>(box)}};
  const Spray sprayed = spray(solids, {.emitter = beam_of(5), .particles = 10000});
  const SprayedSolid& half = sprayed.solids[0];
  EXPECT_EQ(half.hits, 10000U);
  EXPECT_NEAR(half.added_hits, 5000, 200);
  EXPECT_EQ(half.coverage.droplets, half.hits - half.added_hits);
  EXPECT_NEAR(half.coverage.area_mm2, 200 + 200 + 40, 1e-9);
  EXPECT_NEAR(half.coverage.reached_mm2, std::numbers::pi * 25 / 2, 2 * half.coverage.reached_error_mm2);
}

TEST(Spray, teeth_are_told_apart_where_there_are_labels) {
  Solid both = solid_of(shapes::sphere({-4, 0, 0}, 3, 20));
  const std::size_t first = both.mesh.vertices.size(), first_faces = both.mesh.faces.size();
  append(both.mesh, shapes::sphere({4, 0, 0}, 3, 20));
  both.anatomy_faces = both.mesh.faces.size();
  both.labels.resize(both.mesh.vertices.size(), 36);
  std::fill_n(both.labels.begin(), first, 37);
  const Solids solids = {{std::make_shared<const Solid>(both)}};
  Emitter beam = beam_of(2);
  beam.place.x() = -4;
  const Spray sprayed = spray(solids, {.emitter = beam, .particles = 5000});
  const std::vector<ToothCoverage>& teeth = sprayed.solids[0].teeth;
  ASSERT_EQ(teeth.size(), 2U);
  EXPECT_EQ(teeth[0].fdi, 36);
  EXPECT_EQ(teeth[0].coverage.droplets, 0U);
  EXPECT_EQ(teeth[0].coverage.reached_mm2, 0);
  EXPECT_FALSE(teeth[0].coverage.evenness);
  EXPECT_EQ(teeth[1].fdi, 37);
  EXPECT_EQ(teeth[1].coverage.droplets, 5000U);
  EXPECT_GT(teeth[1].coverage.reached_mm2, std::numbers::pi * 4);
  EXPECT_NEAR(teeth[0].coverage.area_mm2 + teeth[1].coverage.area_mm2, sprayed.solids[0].coverage.area_mm2,
              1e-9);
  EXPECT_EQ(first_faces, both.mesh.faces.size() / 2);
}

TEST(Spray, the_result_is_the_same_each_time_however_many_blocks_it_takes) {
  const Solids solids = {solid(shapes::sphere({0, 0, 0}, 5, 30))};
  const SprayOptions options{.emitter = beam_of(8), .particles = 150000};
  const Spray one = spray(solids, options), other = spray(solids, options);
  EXPECT_EQ(one.solids[0].droplets, other.solids[0].droplets);
  EXPECT_EQ(one.solids[0].mean_speed_mm_s, other.solids[0].mean_speed_mm_s);
  EXPECT_EQ(one.solids[0].expected_per_mm2, other.solids[0].expected_per_mm2);
  // Later blocks have different particles: otherwise the counts would repeat.
  const Spray block = spray(solids, {.emitter = beam_of(8), .particles = 65536});
  std::size_t doubled = 0;
  for (std::size_t face = 0; face < block.solids[0].droplets.size(); ++face)
    doubled += one.solids[0].droplets[face] == 2 * block.solids[0].droplets[face] &&
               block.solids[0].droplets[face] > 5;
  EXPECT_LT(doubled, block.solids[0].droplets.size() / 10);
}

TEST(Spray, a_nozzle_inside_is_told_and_droplets_that_start_inside_are_counted) {
  const Solids solids = {solid(shapes::box({20, 0, 0}, {25, 5, 5})), solid(shapes::sphere({0, 0, 0}, 5, 20))};
  EXPECT_EQ(solid_around(solids, {1, 2, 1}), 1U);
  EXPECT_EQ(solid_around(solids, {21, 2, 1}), 0U);
  EXPECT_FALSE(solid_around(solids, {10, 2, 1}));
  EXPECT_FALSE(solid_around(solids, {4, 4, 4})) << "in the sphere's box";
  Emitter beside = beam_of(4);  // half of the disc lies in the box
  beside.place = {20, 2.5, 4};
  const Spray sprayed = spray(solids, {.emitter = beside, .particles = 1000});
  EXPECT_GT(sprayed.solids[0].inner_hits, 300U);
  EXPECT_EQ(sprayed.solids[0].inner_hits, sprayed.solids[0].hits);
}

//! An analytic sphere of 5 mm with a coarse mesh.
SolidOrBody round_body(int rings) {
  return {solid(shapes::sphere({0, 0, 0}, 5, rings)).solid,
          std::make_shared<const AnalyticBody>(AnalyticBody{BodyKind::sphere, {5}})};
}

TEST(Spray, a_body_of_a_formula_is_met_by_it_and_its_mesh_counts_the_droplets) {
  const Solids coarse = {round_body(6)};
  Emitter aside = beam_of(1e-6);
  aside.place = {2, 1, 50};
  const Spray thin = spray(coarse, {.emitter = aside, .particles = 10});
  EXPECT_NEAR(thin.solids[0].first_hit_s, 0.050 - 1e-3 * std::sqrt(20), 1e-9)
      << "the mesh is met 0.08 mm later";
  const Spray sprayed = spray(coarse, {.emitter = beam_of(8), .particles = 20000});
  const SprayedSolid& ball = sprayed.solids[0];
  const double share = 25.0 / 64;
  EXPECT_NEAR(ball.hits, 20000 * share, 4 * std::sqrt(20000 * share * (1 - share)));
  EXPECT_EQ(std::accumulate(ball.droplets.begin(), ball.droplets.end(), std::uint64_t{0}), ball.hits);
  EXPECT_NEAR(ball.first_hit_s, 0.045, 1e-5);
  EXPECT_NEAR(ball.last_hit_s, 0.050, 2e-4) << "at the equator";
  // As on the sphere, no facet shades another; only those that the equator cuts are partly reached.
  EXPECT_NEAR(ball.coverage.reached_share(), 0.5, 0.02);
  EXPECT_NEAR(*ball.coverage.evenness, 0.75, 0.02);
}

TEST(Spray, a_nozzle_is_inside_a_body_by_its_formula) {
  const Solids coarse = {round_body(6)};
  EXPECT_EQ(solid_around(coarse, {4.999 * std::sqrt(0.5), 0, 4.999 * std::sqrt(0.5)}), 0U)
      << "outside the mesh";
  EXPECT_FALSE(solid_around(coarse, {0, 0, 5.001}));
}

TEST(Spray, the_impact_map_holds_every_hit_at_its_place) {
  const Solids solids = {round_body(40), solid(shapes::box({-20, -20, -9}, {20, 20, -8}))};
  const Spray sprayed = spray(solids, {.emitter = beam_of(8), .particles = 20000});
  for (const SprayedSolid& one : sprayed.solids) {
    std::uint64_t hits = 0;
    const PixelGrid& grid = one.impacts.view.grid;
    for (const auto& [pixel, place] : one.impacts.facing) {
      hits += place.hits;
      const int width = grid.width, at = static_cast<int>(pixel);
      const double r2 = grid.centre(at % width, at / width).squaredNorm();
      if (&one == &sprayed.solids[1]) {
        EXPECT_GT(r2, std::pow(5 - grid.pixel_mm, 2)) << "in the ball's shadow";
        EXPECT_NEAR(place.first_s, 0.058, 1e-12);
      } else if (r2 < 16) {
        EXPECT_NEAR(place.first_s, 0.050 - 1e-3 * std::sqrt(25 - r2), 1e-3 * grid.pixel_mm);
      }
    }
    EXPECT_EQ(hits, one.hits);
    EXPECT_TRUE(one.impacts.averted.empty());
  }
}

TEST(Spray, a_droplet_that_bounces_counts_once_where_it_met_a_surface_last) {
  // Off the floor up to a roof, with half the speed, and down again with a quarter.
  const Solids solids = {solid(shapes::box({-50, -50, -1}, {50, 50, 0})),
                         solid(shapes::box({-50, -50, 60}, {50, 50, 61}))};
  const auto sprayed = [&](int bounces) {
    return spray(solids,
                 {.emitter = beam_of(3), .particles = 100, .bounces = {.most = bounces, .restitution = 0.5}});
  };
  const Spray none = sprayed(0), one = sprayed(1), two = sprayed(2);
  EXPECT_EQ(none.solids[0].hits, 100U);
  EXPECT_EQ(one.solids[0].hits, 0U);
  EXPECT_EQ(one.solids[1].hits, 100U);
  EXPECT_NEAR(one.solids[1].first_hit_s, 0.050 + 0.120, 1e-12);
  EXPECT_NEAR(one.solids[1].mean_speed_mm_s, 500, 1e-9);
  EXPECT_EQ(one.solids[1].impacts.averted.size() + one.solids[1].impacts.facing.size(),
            one.solids[1].impacts.averted.size())
      << "the roof's underside is turned away";
  EXPECT_EQ(two.solids[0].hits, 100U);
  EXPECT_NEAR(two.solids[0].last_hit_s, 0.050 + 0.120 + 0.240, 1e-12);
  EXPECT_EQ(two.hits + two.escaped(), 100U);
  EXPECT_EQ(none.solids[0].coverage.reached_mm2, two.solids[0].coverage.reached_mm2)
      << "what is reached is asked of the ways before any bounce";
}

TEST(Spray, nothing_arrives_from_behind) {
  const TriangleMesh plate = shapes::box({-5, -5, -1}, {5, 5, 0});
  std::vector<Collider> sheet;
  sheet.emplace_back(MeshCollider(plate));
  EXPECT_GT(share_per_mm2(sheet, beam_of(8), {1, 1, 0}, {0, 0, 1}), 0);
  EXPECT_EQ(share_per_mm2(sheet, beam_of(8), {1, 1, 0}, {0, 0, -1}), 0);
}

TEST(Spray, can_be_cancelled) {
  const Solids solids = {solid(shapes::sphere({0, 0, 0}, 5, 30))};
  const auto stop = [](double done) {
    if (done > 0.3) throw Cancelled();
  };
  EXPECT_THROW((void)spray(solids, {.emitter = beam_of(8), .particles = 200000}, stop), Cancelled);
}

}  // namespace
}  // namespace intercusp
