#include "occlusion/particles/quadric_collider.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <string>
#include <vector>

namespace intercusp {
namespace {

struct Known {
  std::string name;
  QuadricCollider collider;
  Eigen::Vector3d from, along;  //!< unit length
  double distance_mm;
  Eigen::Vector3d normal;
};

const Eigen::Vector3d ux = Eigen::Vector3d::UnitX(), uy = Eigen::Vector3d::UnitY(),
                      uz = Eigen::Vector3d::UnitZ();

//! Distances to the first crossing, computed on paper.
std::vector<Known> known_impacts() {
  const double half = std::sqrt(0.5);
  return {
      {"rectangle", colliders::rectangle(4, 6), {1.9, -2.9, 10}, -uz, 10, uz},
      {"rectangle from below", colliders::rectangle(4, 6), {1.9, 2.9, -10}, uz, 10, uz},
      {"disc", colliders::disc(3), {2.1, 2.1, 5}, -uz, 5, uz},
      {"disc obliquely", colliders::disc(3), {-4, 0, 5}, (ux - uz) * half, 5 / half, uz},
      {"ellipsoid", colliders::ellipsoid({3, 2, 1}), {0, 0, 10}, -uz, 9, uz},
      {"ellipsoid aside", colliders::ellipsoid({3, 2, 1}), {10, 0, 0}, -ux, 7, ux},
      {"ellipsoid from its centre", colliders::ellipsoid({3, 2, 1}), {0, 0, 0}, uy, 2, uy},
      {"cylinder", colliders::cylinder({3, 2}, -5, 5), {10, 0, 4.9}, -ux, 7, ux},
      {"cylinder through its open end",
       colliders::cylinder({2, 2}, -5, 5),
       {0, 0, 6},
       (ux - uz) * half,
       2 / half,
       ux},
      {"cone", colliders::cone({0.5, 0.5}, 0, 8), {10, 0, 4}, -ux, 8, Eigen::Vector3d(2, 0, -1).normalized()},
      {"both halves of a cone",
       colliders::cone({0.5, 0.5}, -8, 8),
       {10, 0, -4},
       -ux,
       8,
       Eigen::Vector3d(2, 0, 1).normalized()},
      {"paraboloid",
       colliders::paraboloid({2, 2}, 9),
       {1, 0, -5},
       uz,
       5.25,
       Eigen::Vector3d(0.5, 0, -1).normalized()},
      {"paraboloid from its mouth", colliders::paraboloid({2, 2}, 9), {0, 0, 12}, -uz, 12, -uz},
      {"hyperboloid of one sheet",
       colliders::hyperboloid_of_one_sheet({2, 1, 3}, -4, 4),
       {10, 0, 0},
       -ux,
       8,
       ux},
      {"hyperboloid of two sheets",
       colliders::hyperboloid_of_two_sheets({2, 1, 3}, -9, 9),
       {0, 0, 1},
       uz,
       2,
       -uz},
      {"its other sheet", colliders::hyperboloid_of_two_sheets({2, 1, 3}, -9, 9), {0, 0, 1}, -uz, 4, uz},
  };
}

//! In a frame that is turned and shifted, so that no axis is special.
Eigen::Isometry3d elsewhere() {
  Eigen::Isometry3d pose = Eigen::Isometry3d::Identity();
  pose.translate(Eigen::Vector3d(30, -20, 7))
      .rotate(Eigen::AngleAxisd(1.1, Eigen::Vector3d(1, 2, -1).normalized()));
  return pose;
}

void expect_known(const Known& known, double speed, double acceleration) {
  QuadricCollider collider = known.collider;
  collider.world_from_body = elsewhere();
  const Path path =
      moved(Path{known.from, speed * known.along, acceleration * known.along}, collider.world_from_body);
  const std::optional<Impact> impact = first_impact(collider, path, forever);
  ASSERT_TRUE(impact) << known.name;
  // s = v·t + a·t²/2, and v² grows by 2·a·s.
  const double end_speed = std::sqrt(speed * speed + 2 * acceleration * known.distance_mm);
  const double time = acceleration == 0 ? known.distance_mm / speed : (end_speed - speed) / acceleration;
  EXPECT_NEAR(impact->time_s, time, 1e-12) << known.name;
  EXPECT_NEAR(impact->speed_mm_s(), end_speed, 1e-9) << known.name;
  const Eigen::Vector3d place = known.from + known.distance_mm * known.along;
  EXPECT_LT((impact->point - collider.world_from_body * place).norm(), 1e-10) << known.name;
  EXPECT_LT((impact->normal - collider.world_from_body.linear() * known.normal).norm(), 1e-9) << known.name;
  EXPECT_FALSE(first_impact(collider, path, 0.999 * time)) << known.name << ": later than asked";
}

TEST(QuadricCollider, place_time_and_speed_are_those_on_paper) {
  for (const Known& known : known_impacts()) {
    expect_known(known, 500, 0);
    expect_known(known, 500, 9810);
    expect_known(known, 500, -2000);  // slows down, and still arrives
  }
}

TEST(QuadricCollider, what_lies_beyond_its_bounds_is_passed) {
  const auto passes = [](const QuadricCollider& collider, const Eigen::Vector3d& from,
                         const Eigen::Vector3d& velocity) {
    return !first_impact(collider, {from, velocity, {0, 0, 0}}, forever) &&
           !first_impact(collider, {from, velocity, 0.1 * velocity}, forever);
  };
  EXPECT_TRUE(passes(colliders::rectangle(4, 6), {2.1, 0, 10}, -uz));
  EXPECT_TRUE(passes(colliders::disc(3), {2.2, 2.2, 5}, -uz)) << "in its box, beyond its rim";
  EXPECT_TRUE(passes(colliders::cylinder({3, 2}, -5, 5), {10, 0, 5.1}, -ux));
  EXPECT_TRUE(passes(colliders::cylinder({3, 2}, -5, 5), {0, 0, 9}, -uz)) << "through both open ends";
  EXPECT_TRUE(passes(colliders::cone({0.5, 0.5}, 0, 8), {10, 0, -4}, -ux)) << "the other half";
  EXPECT_TRUE(passes(colliders::paraboloid({2, 2}, 9), {10, 0, 9.1}, -ux));
  EXPECT_TRUE(passes(colliders::hyperboloid_of_one_sheet({2, 1, 3}, -4, 4), {0, 0, 9}, -uz))
      << "through its waist";
  EXPECT_TRUE(passes(colliders::hyperboloid_of_two_sheets({2, 1, 3}, -9, 9), {10, 0, 0}, -ux))
      << "between its sheets";
  EXPECT_TRUE(passes(colliders::ellipsoid({3, 2, 1}), {0, 0, 10}, uz)) << "behind the start";
}

TEST(QuadricCollider, a_parabola_falls_on_what_a_line_flies_over) {
  // Thrown horizontally from 5 mm above the floor: lands after sqrt(2·5/g), at any distance.
  const double time = std::sqrt(2 * 5 / 9810.0);
  const Path thrown{{-100 * time, 0, 5}, {100, 0, 0}, {0, 0, -9810}};
  const std::optional<Impact> impact = first_impact(colliders::disc(1), thrown, forever);
  ASSERT_TRUE(impact);
  EXPECT_NEAR(impact->time_s, time, 1e-14);
  EXPECT_LT(impact->point.norm(), 1e-12);
  EXPECT_NEAR(impact->speed_mm_s(), std::sqrt(100 * 100 + 2 * 9810 * 5), 1e-10);
  EXPECT_FALSE(first_impact(colliders::disc(1), {thrown.start, thrown.velocity, {0, 0, 0}}, forever));
}

TEST(QuadricCollider, grazing_is_a_hit_from_a_millionth_of_a_millimetre_on) {
  const QuadricCollider sphere = colliders::ellipsoid({2, 2, 2});
  // A throw whose highest point is the sphere's lowest, bent more sharply than the sphere there.
  const auto throw_to = [](double top) { return Path{{-10, 0, top - 100}, {10, 0, 200}, {0, 0, -200}}; };
  for (const double off : {1e-6, 1e-3, 0.1}) {
    EXPECT_TRUE(first_impact(sphere, {{-10, 0, 2 - off}, ux, {0, 0, 0}}, forever)) << off;
    EXPECT_FALSE(first_impact(sphere, {{-10, 0, 2 + off}, ux, {0, 0, 0}}, forever)) << off;
    EXPECT_TRUE(first_impact(sphere, throw_to(-2 + off), forever)) << off;
    EXPECT_FALSE(first_impact(sphere, throw_to(-2 - off), forever)) << off;
  }
}

TEST(QuadricCollider, a_particle_that_starts_on_it_leaves_it_and_may_come_back) {
  const QuadricCollider floor = colliders::rectangle(100, 100);
  const Path bounce{{0, 0, 0}, {0, 0, 50}, {0, 0, -1000}};
  const std::optional<Impact> back = first_impact(floor, bounce, forever, true);
  ASSERT_TRUE(back);
  EXPECT_NEAR(back->time_s, 0.1, 1e-15);
  EXPECT_FALSE(first_impact(floor, {{0, 0, 0}, {0, 0, 50}, {0, 0, 0}}, forever, true));
  // Inside a sphere from wall to wall.
  const std::optional<Impact> across =
      first_impact(colliders::ellipsoid({2, 2, 2}), {{2, 0, 0}, {-10, 0, 0}, {0, 0, 0}}, forever, true);
  ASSERT_TRUE(across);
  EXPECT_NEAR(across->time_s, 0.4, 1e-15);
}

//! How far a place is from the surface, to first order.
double off_surface_mm(const QuadricCollider& collider, const Eigen::Vector3d& point) {
  const Eigen::Vector4d p = (collider.world_from_body.inverse() * point).homogeneous();
  const Eigen::Vector4d qp = collider.surface.q * p;
  return std::abs(p.dot(qp)) / (2 * qp.head<3>().norm());
}

//! Which side of the surface the place is on; 0 beyond the bounds.
int side_of(const QuadricCollider& collider, const Eigen::Vector3d& point) {
  const Eigen::Vector3d here = collider.world_from_body.inverse() * point;
  if ((here.array() < collider.within.min.array()).any() ||
      (here.array() > collider.within.max.array()).any())
    return 0;
  const Eigen::Vector4d p = here.homogeneous();
  if (collider.inside && p.dot(collider.inside->q * p) > 0) return 0;
  return p.dot(collider.surface.q * p) < 0 ? -1 : 1;
}

//! Random throws through the middle of each collider: the impact lies on the surface, and 2000 samples of the path to
//! it show no crossing.
TEST(QuadricCollider, random_throws_hit_where_they_first_cross) {
  std::mt19937_64 random(3);
  std::uniform_real_distribution<double> unit(-1, 1);
  const auto vector = [&](double size) {
    return Eigen::Vector3d(size * unit(random), size * unit(random), size * unit(random));
  };
  int hits = 0;
  for (const Known& known : known_impacts()) {
    QuadricCollider collider = known.collider;
    collider.world_from_body = elsewhere();
    for (int i = 0; i < 200; ++i) {
      const Eigen::Vector3d velocity = vector(400),
                            acceleration = i % 2 == 0 ? vector(9000) : Eigen::Vector3d(0, 0, 0);
      const double time = 0.05;  // when it is within 4 mm of the middle
      const Path path{
          collider.world_from_body * vector(4) - time * velocity - 0.5 * time * time * acceleration, velocity,
          acceleration};
      const std::optional<Impact> impact = first_impact(collider, path, 0.2);
      if (impact) {
        ++hits;
        EXPECT_LT(off_surface_mm(collider, impact->point), 1e-9) << known.name;
        EXPECT_LT((impact->point - path.at(impact->time_s)).norm(), 1e-9) << known.name;
      }
      const double end = impact ? impact->time_s : 0.2;
      int before = 0;
      for (int sample = 0; sample < 2000; ++sample) {
        const int side = side_of(collider, path.at(end * sample / 2000));
        ASSERT_FALSE(side * before < 0)
            << known.name << ": crossed at " << end * sample / 2000 << " s of " << end;
        before = side;
      }
    }
  }
  EXPECT_GT(hits, 1000);
}

}  // namespace
}  // namespace intercusp
