#include "occlusion/particles/particles.h"

#include <gtest/gtest.h>
#include <tbb/task_arena.h>

#include <cmath>
#include <cstring>
#include <memory>
#include <numbers>

#include "occlusion/geometry/shapes.h"

namespace intercusp {
namespace {

Collider collider_of(BodyKind kind, std::vector<double> size_mm, const Eigen::Isometry3d& pose) {
  return BodyCollider(std::make_shared<AnalyticBody>(AnalyticBody{kind, std::move(size_mm), pose}));
}

Eigen::Isometry3d at_height(double height_mm) {
  return Eigen::Isometry3d(Eigen::Translation3d(0, 0, height_mm));
}

constexpr double disc_mm = 0.25;  // thickness

//! Its top lies at this height.
Collider disc(double radius_mm, double top_mm) {
  return collider_of(BodyKind::cylinder, {radius_mm, disc_mm}, at_height(top_mm - disc_mm / 2));
}

//! Its top is z = 0.
Collider plate(double side_mm) { return collider_of(BodyKind::box, {side_mm, side_mm, 2}, at_height(-1)); }

Collider ball(double radius_mm) { return collider_of(BodyKind::sphere, {radius_mm}, at_height(0)); }

template <class... Parts>
std::vector<Collider> scene(Parts&&... parts) {
  std::vector<Collider> colliders;
  (colliders.emplace_back(std::forward<Parts>(parts)), ...);
  return colliders;
}

std::vector<std::size_t> hits_of(const std::vector<Collider>& colliders, const Emitter& emitter,
                                 std::size_t count) {
  std::vector<std::size_t> hits(colliders.size() + 1);  // the last: escaped
  for (const std::optional<Impact>& impact : landings(colliders, emitter, 0, count))
    ++hits[impact ? impact->collider : colliders.size()];
  return hits;
}

//! Four standard deviations of a count with this expectation: one draw in 16 000 is further off.
double tolerance(double particles, double share) { return 4 * std::sqrt(particles * share * (1 - share)); }

TEST(Particles, the_earliest_of_all_colliders_is_hit) {
  const TriangleMesh box = shapes::box({-5, -5, -20}, {5, 5, -10});
  std::vector<Collider> colliders = scene(disc(3, 1), disc(2, 4));
  colliders.emplace_back(MeshCollider(box));
  const auto hit = [&](double at_x) {
    return first_impact(colliders, {{at_x, 0, 10}, {0, 0, -10}, {0, 0, 0}}, forever)->collider;
  };
  EXPECT_EQ(hit(0.5), 1U);
  EXPECT_EQ(hit(2.5), 0U);
  EXPECT_EQ(hit(3.5), 2U);
  EXPECT_FALSE(first_impact(colliders, {{6, 0, 10}, {0, 0, -10}, {0, 0, 0}}, forever));
}

TEST(Particles, of_two_met_at_once_the_first_in_the_order_given_is_hit) {
  const TriangleMesh box = shapes::box({-5, -5, -3}, {5, 5, 1.0 / 3});  // its top is the disc's plane
  for (const bool box_first : {true, false}) {
    std::vector<Collider> colliders;
    if (box_first) colliders.emplace_back(MeshCollider(box));
    colliders.push_back(disc(4, 1.0 / 3));
    if (!box_first) colliders.emplace_back(MeshCollider(box));
    for (int i = 0; i < 50; ++i) {
      const Eigen::Vector3d from(0.1 + 0.05 * i, 0.01 * i, 10 + i / 7.0), to(0.05 * i, 0.3, 1.0 / 3);
      const std::optional<Impact> impact =
          first_impact(colliders, {from, 37 * (to - from).normalized(), {0, 0, -100}}, forever);
      ASSERT_TRUE(impact);
      EXPECT_EQ(impact->collider, 0U) << box_first << ", " << i;
    }
  }
}

TEST(Particles, a_sphere_in_a_wide_beam_receives_the_flux_of_its_cross_section) {
  constexpr double beam_mm = 10, radius_mm = 3, particles = 200000;
  const Emitter beam{
      .place = {1, 1, 50}, .direction = -Eigen::Vector3d::UnitZ(), .opening = DiscBeam{beam_mm}};
  const std::vector<std::size_t> hits = hits_of(scene(ball(radius_mm)), beam, particles);
  const double share = std::pow(radius_mm / beam_mm, 2);
  EXPECT_NEAR(hits[0], particles * share, tolerance(particles, share));
  EXPECT_EQ(hits[0] + hits[1], particles);
}

TEST(Particles, the_shadow_of_a_disc_on_a_plane_has_the_area_of_the_disc) {
  constexpr double beam_mm = 10, radius_mm = 4, particles = 100000;
  const Emitter beam{
      .place = {0.5, -1, 50}, .direction = -Eigen::Vector3d::UnitZ(), .opening = DiscBeam{beam_mm}};
  const std::vector<Collider> colliders = scene(disc(radius_mm, 20), plate(100));
  std::size_t on_disc = 0, on_plane = 0;
  for (const std::optional<Impact>& impact : landings(colliders, beam, 0, particles)) {
    ASSERT_TRUE(impact);
    const double from_axis = impact->point.head<2>().norm();
    if (impact->collider == 0) {
      ++on_disc;
      EXPECT_LE(from_axis, radius_mm);
    } else {
      ++on_plane;
      EXPECT_GT(from_axis, radius_mm) << "in the shadow";
    }
  }
  const double share = std::pow(radius_mm / beam_mm, 2);
  EXPECT_NEAR(on_disc, particles * share, tolerance(particles, share));
  EXPECT_EQ(on_disc + on_plane, particles);
}

TEST(Particles, a_ball_before_a_cone_receives_the_solid_angle_of_the_ball) {
  constexpr double half_angle = 0.5, distance = 20, radius = 4, particles = 200000;
  const Emitter source{
      .place = {0, 0, distance}, .direction = -Eigen::Vector3d::UnitZ(), .opening = Cone{half_angle}};
  const std::vector<std::size_t> hits = hits_of(scene(ball(radius)), source, particles);
  const double share = (1 - std::sqrt(1 - std::pow(radius / distance, 2))) / (1 - std::cos(half_angle));
  EXPECT_NEAR(hits[0], particles * share, tolerance(particles, share));
}

//! Counts on a 10 x 10 grid of a plane against the flux that the approaches give, as a chi-square.
void expect_counts_of_the_flux(const Emitter& emitter) {
  constexpr int cells = 10, parts = 8;
  constexpr double side = 20, cell = side / cells;
  constexpr std::size_t particles = 300000;
  std::array<double, cells * cells> counts{}, expected{};
  for (const std::optional<Impact>& impact : landings(scene(plate(side)), emitter, 0, particles)) {
    if (!impact || impact->normal.z() < 0.5) continue;  // on a side
    const Eigen::Vector2i at = ((impact->point.head<2>().array() + side / 2) / cell).floor().cast<int>();
    ++counts[std::clamp(at.y(), 0, cells - 1) * cells + std::clamp(at.x(), 0, cells - 1)];
  }
  for (int y = 0; y < cells * parts; ++y) {
    for (int x = 0; x < cells * parts; ++x) {
      const Eigen::Vector3d point((x + 0.5) * cell / parts - side / 2, (y + 0.5) * cell / parts - side / 2,
                                  0);
      for (const Approach& approach : approaches_to(point, emitter)) {
        expected[y / parts * cells + x / parts] +=
            particles * std::abs(approach.flux_per_mm2.z()) * std::pow(cell / parts, 2);
      }
    }
  }
  double sum = 0, freedom = 0;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (expected[i] < 50) continue;
    sum += std::pow(counts[i] - expected[i], 2) / expected[i];
    ++freedom;
  }
  EXPECT_GT(freedom, 60);
  EXPECT_LT(sum, freedom + 5 * std::sqrt(2 * freedom)) << freedom;
}

TEST(Particles, land_as_densely_as_the_flux_of_the_approaches) {
  const Eigen::Vector3d down = Eigen::Vector3d(0.3, -0.1, -1).normalized();
  const Eigen::Vector3d gravity(0, 0, -9810), wind(4000, 3000, -1000);
  for (const Eigen::Vector3d& acceleration : {Eigen::Vector3d(0, 0, 0), gravity, wind}) {
    expect_counts_of_the_flux(
        {.place = {-6, 2, 20}, .direction = down, .opening = Cone{0.9}, .acceleration = acceleration});
    expect_counts_of_the_flux(
        {.place = {-6, 2, 20}, .direction = down, .opening = DiscBeam{40}, .acceleration = acceleration});
  }
  // A fountain: every place is reached by a high and a low throw.
  expect_counts_of_the_flux({.place = {0, 0, 0.5},
                             .direction = Eigen::Vector3d::UnitZ(),
                             .opening = Cone{0.8},
                             .speed_mm_s = 500,
                             .acceleration = gravity});
}

TEST(Particles, the_same_seed_gives_the_same_bits_on_any_number_of_threads) {
  const TriangleMesh sphere = shapes::sphere({0, 0, 0}, 5, 40);
  std::vector<Collider> colliders = scene(disc(2, 8));
  colliders.emplace_back(MeshCollider(sphere));
  const Emitter emitter{
      .place = {0, 0, 30}, .direction = -Eigen::Vector3d::UnitZ(), .acceleration = {0, 300, -9810}};
  std::vector<std::optional<Impact>> first;
  for (const int threads : {1, 2, tbb::task_arena::automatic}) {
    std::vector<std::optional<Impact>> impacts;
    tbb::task_arena(threads).execute([&] { impacts = landings(colliders, emitter, 0, 5000); });
    if (first.empty()) first = impacts;
    std::size_t hits = 0;
    for (std::size_t i = 0; i < impacts.size(); ++i) {
      ASSERT_EQ(impacts[i].has_value(), first[i].has_value());
      if (!impacts[i]) continue;
      ++hits;
      EXPECT_EQ(std::memcmp(&impacts[i]->time_s, &first[i]->time_s, sizeof(double)), 0);
      EXPECT_EQ(impacts[i]->point, first[i]->point);
      EXPECT_EQ(impacts[i]->face, first[i]->face);
    }
    EXPECT_GT(hits, 1000U);
  }
  // A part of them, computed separately.
  const std::vector<std::optional<Impact>> some = landings(colliders, emitter, 1000, 10);
  for (std::size_t i = 0; i < some.size(); ++i) EXPECT_EQ(some[i].has_value(), first[1000 + i].has_value());
}

TEST(Particles, bounce_as_a_ball_on_a_floor) {
  constexpr double height = 50, g = 9810, restitution = 0.8;
  const std::vector<Collider> floor = scene(plate(100));
  const Path drop{{1, 2, height}, {10, 0, 0}, {0, 0, -g}};
  const std::vector<Impact> impacts =
      impacts_of(floor, drop, forever, {.most = 3, .restitution = restitution});
  ASSERT_EQ(impacts.size(), 4U);
  const double fall = std::sqrt(2 * height / g);
  double time = fall, rising = std::sqrt(2 * g * height);
  for (const Impact& impact : impacts) {
    EXPECT_NEAR(impact.time_s, time, 1e-12);
    EXPECT_NEAR(impact.velocity.z(), -rising, 1e-9);
    EXPECT_NEAR(impact.velocity.x(), 10, 1e-12) << "along the floor nothing is lost";
    EXPECT_NEAR(impact.point.x(), 1 + 10 * time, 1e-11);
    rising *= restitution;
    time += 2 * rising / g;
  }
  EXPECT_EQ(impacts_of(floor, drop, forever).size(), 1U) << "removed on its first impact";
  EXPECT_EQ(impacts_of(floor, drop, 2 * fall, {.most = 3, .restitution = 0.8}).size(), 1U)
      << "its life ends before the second, 2.6 times the fall";
}

TEST(Particles, bounce_between_a_mesh_and_a_disc) {
  const TriangleMesh box = shapes::box({-5, -5, -3}, {5, 5, 0});
  std::vector<Collider> colliders = scene(disc(5, 10 + disc_mm));
  colliders.emplace_back(MeshCollider(box));
  const std::vector<Impact> impacts =
      impacts_of(colliders, {{0, 0, 5}, {0, 0, -10}, {0, 0, 0}}, forever, {.most = 3, .restitution = 1});
  ASSERT_EQ(impacts.size(), 4U);
  for (std::size_t i = 0; i < impacts.size(); ++i) {
    EXPECT_EQ(impacts[i].collider, i % 2 == 0 ? 1U : 0U);
    EXPECT_NEAR(impacts[i].time_s, 0.5 + static_cast<double>(i), 1e-12);
  }
}

TEST(Particles, bounce_once_off_whatever_is_convex) {
  Eigen::Isometry3d turned = Eigen::Isometry3d::Identity();
  turned.translate(Eigen::Vector3d(13, -7, 3))
      .rotate(Eigen::AngleAxisd(0.7, Eigen::Vector3d(3, 1, 2).normalized()));
  const TriangleMesh box = shapes::moved(shapes::box({-5, -5, -5}, {5, 5, 5}), turned);
  const std::vector<Collider> ellipsoid = scene(collider_of(BodyKind::ellipsoid, {3, 2, 4}, turned));
  std::vector<Collider> mesh;
  mesh.emplace_back(MeshCollider(box));
  for (int i = 0; i < 300; ++i) {
    const Path aimed = path_of({.place = turned * Eigen::Vector3d(0.5, 0.3, 30),
                                .direction = turned.linear() * -Eigen::Vector3d::UnitZ(),
                                .opening = Cone{0.05}},
                               static_cast<std::uint64_t>(i));
    EXPECT_EQ(impacts_of(ellipsoid, aimed, forever, {.most = 3}).size(), 1U) << i;
    // At the diagonal between two faces of one wall.
    const Eigen::Vector3d from = aimed.start, to = turned * Eigen::Vector3d(0.03 * i - 4, 0.03 * i - 4, 5);
    EXPECT_EQ(
        impacts_of(mesh, {from, 100 * (to - from).normalized(), {0, 0, 0}}, forever, {.most = 3}).size(), 1U)
        << i;
  }
}

}  // namespace
}  // namespace intercusp
