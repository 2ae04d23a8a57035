
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>
#include <string>

#include "occlusion/geometry/body_distance.h"
#include "occlusion/geometry/shapes.h"
#include "occlusion/particles/particles.h"

namespace intercusp {
namespace {

const Eigen::Vector3d x_axis = Eigen::Vector3d::UnitX(), y_axis = Eigen::Vector3d::UnitY(),
                      z_axis = Eigen::Vector3d::UnitZ();

//! In a frame that is turned and shifted, so that no axis is special.
Eigen::Isometry3d body_pose() {
  Eigen::Isometry3d pose = Eigen::Isometry3d::Identity();
  pose.translate(Eigen::Vector3d(30, -20, 7))
      .rotate(Eigen::AngleAxisd(1.1, Eigen::Vector3d(1, 2, -1).normalized()));
  return pose;
}

std::shared_ptr<const AnalyticBody> body(BodyKind kind, std::vector<double> size_mm,
                                         const Eigen::Isometry3d& pose = Eigen::Isometry3d::Identity()) {
  return std::make_shared<const AnalyticBody>(AnalyticBody{kind, std::move(size_mm), pose});
}

struct BodyThrow {
  std::string name;
  BodyKind kind;
  std::vector<double> size_mm;
  Eigen::Vector3d from, along;  //!< unit length
  double distance_mm;
  Eigen::Vector3d normal;
};

//! Distances to the first crossing, computed on paper.
std::vector<BodyThrow> body_throws() {
  const double half = std::sqrt(0.5);
  return {
      {"sphere", BodyKind::sphere, {3}, {0, 0, 10}, -z_axis, 7, z_axis},
      {"sphere aside", BodyKind::sphere, {5}, {3, 0, 10}, -z_axis, 6, {0.6, 0, 0.8}},
      {"sphere from its centre", BodyKind::sphere, {3}, {0, 0, 0}, y_axis, 3, y_axis},
      {"ellipsoid", BodyKind::ellipsoid, {3, 2, 1}, {10, 0, 0}, -x_axis, 7, x_axis},
      {"cylinder's side", BodyKind::cylinder, {3, 10}, {10, 0, 4.9}, -x_axis, 7, x_axis},
      {"cylinder's top", BodyKind::cylinder, {3, 10}, {2, 1, 9}, -z_axis, 4, z_axis},
      {"cylinder's bottom", BodyKind::cylinder, {3, 10}, {2, 1, -9}, z_axis, 4, -z_axis},
      {"cone's side",
       BodyKind::cone,
       {4, 0, 8},
       {10, 0, 0},
       -x_axis,
       8,
       Eigen::Vector3d(2, 0, 1).normalized()},
      {"cone's base", BodyKind::cone, {4, 0, 8}, {1, 2, -9}, z_axis, 5, -z_axis},
      {"cut cone's top", BodyKind::cone, {4, 2, 8}, {1, 1, 9}, -z_axis, 5, z_axis},
      {"torus", BodyKind::torus, {8, 2, 360}, {20, 0, 0}, -x_axis, 10, x_axis},
      {"torus from its middle", BodyKind::torus, {8, 2, 360}, {0, 0, 0}, y_axis, 6, -y_axis},
      {"torus obliquely", BodyKind::torus, {8, 2, 360}, {0, -8, 10}, -z_axis, 8, z_axis},
      {"torus's beginning", BodyKind::torus, {8, 2, 90}, {8.5, -5, 0.5}, y_axis, 5, -y_axis},
      {"torus's end", BodyKind::torus, {8, 2, 90}, {-5, 8.5, 0.5}, x_axis, 5, -x_axis},
      {"long torus's end", BodyKind::torus, {8, 2, 270}, {5, -8.5, 0.5}, -x_axis, 5, x_axis},
      {"box", BodyKind::box, {4, 6, 8}, {1.9, 2.9, 10}, -z_axis, 6, z_axis},
      {"box obliquely", BodyKind::box, {4, 6, 8}, {7, 0, 5}, (-x_axis - z_axis) * half, 5 / half, x_axis},
  };
}

void expect_body_throw(const BodyThrow& known, double speed, double acceleration) {
  const Eigen::Isometry3d pose = body_pose();
  const BodyCollider collider(body(known.kind, known.size_mm, pose));
  const Path path = moved(Path{known.from, speed * known.along, acceleration * known.along}, pose);
  const std::optional<Impact> impact = collider.first_impact(path, forever);
  ASSERT_TRUE(impact) << known.name;
  // s = v·t + a·t²/2, and v² grows by 2·a·s.
  const double end_speed = std::sqrt(speed * speed + 2 * acceleration * known.distance_mm);
  const double time = acceleration == 0 ? known.distance_mm / speed : (end_speed - speed) / acceleration;
  EXPECT_NEAR(impact->time_s, time, 1e-12) << known.name;
  EXPECT_NEAR(impact->speed_mm_s(), end_speed, 1e-8) << known.name;
  EXPECT_LT((impact->point - pose * (known.from + known.distance_mm * known.along)).norm(), 1e-9)
      << known.name;
  EXPECT_LT((impact->normal - pose.linear() * known.normal).norm(), 1e-9) << known.name;
  EXPECT_FALSE(collider.first_impact(path, 0.999 * time)) << known.name << ": later than asked";
}

TEST(BodyCollider, place_time_and_speed_are_those_on_paper) {
  for (const BodyThrow& known : body_throws()) {
    expect_body_throw(known, 500, 0);
    expect_body_throw(known, 500, 9810);
    expect_body_throw(known, 500, -2000);  // slows down, and still arrives
  }
}

TEST(BodyCollider, what_is_no_part_of_the_surface_is_passed) {
  const auto passes = [](BodyKind kind, const std::vector<double>& size, const Eigen::Vector3d& from,
                         const Eigen::Vector3d& velocity) {
    return !BodyCollider(body(kind, size)).first_impact({from, velocity, {0, 0, 0}}, forever);
  };
  EXPECT_TRUE(passes(BodyKind::sphere, {2}, {2.001, 0, 10}, -z_axis));
  EXPECT_TRUE(passes(BodyKind::cylinder, {3, 10}, {10, 0, 5.001}, -x_axis)) << "above its side";
  EXPECT_TRUE(passes(BodyKind::cylinder, {3, 10}, {2.2, 2.2, 9}, -z_axis)) << "beside its ends";
  EXPECT_TRUE(passes(BodyKind::cone, {4, 0, 8}, {10, 0, 5}, -x_axis)) << "the other half of the double cone";
  EXPECT_TRUE(passes(BodyKind::torus, {8, 2, 360}, {1, 2, 10}, -z_axis)) << "through its hole";
  EXPECT_TRUE(passes(BodyKind::torus, {8, 2, 90}, {-8, 0.1, 10}, -z_axis)) << "where the ring is left out";
  EXPECT_TRUE(passes(BodyKind::torus, {8, 2, 90}, {-8, -5, 0}, y_axis)) << "the far half of an end's plane";
  EXPECT_TRUE(passes(BodyKind::box, {4, 6, 8}, {2.001, 0, 10}, -z_axis));
}

//! Random throws through the middle of each body: the impact lies on the surface, and 2000 samples of the path to it
//! show no crossing.
TEST(BodyCollider, random_throws_hit_where_they_first_cross) {
  std::mt19937_64 random(5);
  std::uniform_real_distribution<double> unit(-1, 1);
  const auto vector = [&](double size) {
    return Eigen::Vector3d(size * unit(random), size * unit(random), size * unit(random));
  };
  int hits = 0;
  for (const BodyThrow& known : body_throws()) {
    const auto shape = body(known.kind, known.size_mm, body_pose());
    const BodyCollider collider(shape);
    for (int i = 0; i < 200; ++i) {
      const Eigen::Vector3d velocity = vector(400),
                            acceleration = i % 2 == 0 ? vector(9000) : Eigen::Vector3d(0, 0, 0);
      const double time = 0.05;  // when it is within 8 mm of the middle
      const Path path{shape->case_from_body * vector(8) - time * velocity - 0.5 * time * time * acceleration,
                      velocity, acceleration};
      const std::optional<Impact> impact = collider.first_impact(path, 0.2);
      if (impact) {
        ++hits;
        EXPECT_LT(std::abs(depth_in(*shape, impact->point).mm), 1e-9) << known.name;
        EXPECT_LT((impact->point - path.at(impact->time_s)).norm(), 1e-9) << known.name;
      }
      const double end = impact ? impact->time_s : 0.2;
      const bool inside = depth_in(*shape, path.start).mm > 0;
      for (int sample = 0; sample < 2000; ++sample) {
        const double depth = depth_in(*shape, path.at(end * sample / 2000)).mm;
        ASSERT_FALSE(std::abs(depth) > 1e-8 && (depth > 0) != inside)
            << known.name << ": crossed at " << end * sample / 2000 << " s of " << end;
      }
    }
  }
  EXPECT_GT(hits, 500);
}

TEST(BodyCollider, no_path_slips_between_two_walls) {
  const auto can = body(BodyKind::cylinder, {3, 10}, body_pose());
  const auto block = body(BodyKind::box, {4, 6, 8}, body_pose());
  std::mt19937_64 random(6);
  std::uniform_real_distribution<double> turn(0, 2 * std::numbers::pi), share(-1, 1);
  for (int i = 0; i < 3000; ++i) {
    const double angle = turn(random);
    const Eigen::Vector3d on_rim(3 * std::cos(angle), 3 * std::sin(angle), 5);
    const Eigen::Vector3d on_edge(2, 3 * share(random), 4);
    for (const auto& [shape, edge] : {std::pair(can, on_rim), std::pair(block, on_edge)}) {
      // From above and outside to the edge, and on towards the middle.
      const Eigen::Vector3d way = -(edge + Eigen::Vector3d(share(random), share(random), 0)).normalized();
      const Path path = moved({edge - 20 * way, 300 * way, {0, 0, 0}}, shape->case_from_body);
      const std::optional<Impact> impact = BodyCollider(shape).first_impact(path, forever);
      ASSERT_TRUE(impact) << i;
      EXPECT_LT((impact->point - shape->case_from_body * edge).norm(), 1e-7) << i;
    }
  }
}

//! Greatest difference of times of the first impact, formula against mesh, of throws at the middle of the sphere.
double most_apart_s(int rings, const Eigen::Vector3d& acceleration) {
  const TriangleMesh mesh = shapes::sphere({0, 0, 0}, 5, rings);
  const MeshCollider faces(mesh);
  const BodyCollider formula(body(BodyKind::sphere, {5}));
  double most = 0;
  for (std::uint64_t i = 0; i < 500; ++i) {
    const Path path = path_of(
        {.place = {1, 2, 40}, .direction = -z_axis, .opening = Cone{0.06}, .acceleration = acceleration}, i);
    most = std::max(most, std::abs(faces.first_impact(path, forever)->time_s -
                                   formula.first_impact(path, forever)->time_s));
  }
  return most;
}

TEST(BodyCollider, finer_meshes_of_a_sphere_come_closer_to_its_formula_by_the_square) {
  for (const Eigen::Vector3d& acceleration : {Eigen::Vector3d(0, 0, 0), Eigen::Vector3d(500, 0, -9810)}) {
    double coarser = most_apart_s(12, acceleration);
    for (const int rings : {24, 48, 96}) {
      const double finer = most_apart_s(rings, acceleration);
      EXPECT_NEAR(coarser / finer, 4, 1) << rings;
      coarser = finer;
    }
    EXPECT_LT(coarser, 1e-5) << "0.01 mm at 1000 mm/s";
  }
}

std::vector<Collider> one(const std::shared_ptr<const AnalyticBody>& shape) {
  std::vector<Collider> colliders;
  colliders.emplace_back(BodyCollider(shape));
  return colliders;
}

TEST(BodyCollider, a_particle_dropped_on_a_flat_top_rises_to_the_square_of_the_restitution) {
  constexpr double height = 12.5, g = 9810, e = 0.7;
  for (const auto& shape : {body(BodyKind::cylinder, {30, 10}), body(BodyKind::box, {80, 80, 10}),
                            body(BodyKind::cone, {40, 30, 10})}) {
    const Path drop{{1, 2, 5 + height}, {3, 0, 0}, {0, 0, -g}};
    const std::vector<Impact> impacts = impacts_of(one(shape), drop, forever, {.most = 3, .restitution = e});
    ASSERT_EQ(impacts.size(), 4U);
    const double fall = std::sqrt(2 * height / g);
    double time = fall, rises_to = height;
    for (std::size_t i = 0; i < impacts.size(); ++i) {
      EXPECT_NEAR(impacts[i].time_s, time, 1e-12) << i;
      // It falls from as high as it rose.
      EXPECT_NEAR(std::pow(impacts[i].velocity.z(), 2) / (2 * g), rises_to, 1e-9) << i;
      EXPECT_NEAR(impacts[i].point.x(), 1 + 3 * time, 1e-10) << "along the top nothing is lost";
      rises_to *= e * e;
      time += 2 * std::sqrt(2 * rises_to / g);
    }
  }
}

TEST(BodyCollider, a_particle_thrown_at_a_sphere_leaves_as_a_mirror_lets_it) {
  // At 3 mm beside the axis of a sphere of 5 mm the normal is (0.6, 0, 0.8): down turns into (0.96, 0, 0.28).
  std::vector<Collider> colliders = one(body(BodyKind::sphere, {5}));
  Eigen::Isometry3d pose = Eigen::Isometry3d::Identity();
  pose.translation() = Eigen::Vector3d(51, 0, 4 + 14);  // 48 mm aside, and 14 mm up
  colliders.emplace_back(BodyCollider(body(BodyKind::sphere, {1}, pose)));
  const std::vector<Impact> impacts =
      impacts_of(colliders, {{3, 0, 10}, {0, 0, -100}, {0, 0, 0}}, forever, {.most = 1, .restitution = 1});
  ASSERT_EQ(impacts.size(), 2U);
  EXPECT_NEAR(impacts[0].time_s, 0.06, 1e-14);
  EXPECT_EQ(impacts[1].collider, 1U);
  EXPECT_NEAR(impacts[1].time_s, 0.06 + 0.49, 1e-12) << "50 mm on to the middle, less the radius";
  EXPECT_LT((impacts[1].velocity - Eigen::Vector3d(96, 0, 28)).norm(), 1e-10);
}

TEST(BodyCollider, a_particle_bounces_once_off_whatever_is_convex) {
  for (const BodyThrow& known : body_throws()) {
    if (known.kind == BodyKind::torus) continue;
    const std::vector<Collider> colliders = one(body(known.kind, known.size_mm, body_pose()));
    for (std::uint64_t i = 0; i < 300; ++i) {
      const Path aimed =
          path_of({.place = body_pose() * Eigen::Vector3d(9, -6, 20),
                   .direction = body_pose().linear() * Eigen::Vector3d(-9, 6, -20).normalized(),
                   .opening = Cone{0.1}},
                  i);
      EXPECT_LE(impacts_of(colliders, aimed, forever, {.most = 3, .restitution = 0.001}).size(), 1U)
          << known.name << i;
    }
  }
}

TEST(BodyCollider, a_particle_that_hardly_leaves_a_wall_does_not_meet_it_again_where_roundings_are_large) {
  Eigen::Isometry3d far = body_pose();
  far.translation() = Eigen::Vector3d(400000, -300000, 200000);
  for (const auto& shape : {body(BodyKind::box, {4, 6, 8}, far), body(BodyKind::sphere, {4}, far)}) {
    for (std::uint64_t i = 0; i < 300; ++i) {
      const Path aimed = path_of({.place = far * Eigen::Vector3d(0, 0, 20),
                                  .direction = far.linear() * -z_axis,
                                  .opening = Cone{0.05}},
                                 i);
      EXPECT_EQ(impacts_of(one(shape), aimed, forever, {.most = 3, .restitution = 0.001}).size(), 1U) << i;
    }
  }
}

}  // namespace
}  // namespace intercusp
