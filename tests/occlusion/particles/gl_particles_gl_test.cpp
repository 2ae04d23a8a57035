// Particles by OpenGL against the same in double on the CPU.
#include "occlusion/particles/gl_particles.h"

#include <gtest/gtest.h>

#include <cmath>

#include "occlusion/particles/particles.h"

namespace intercusp {
namespace {

constexpr double until_s = 0.5;

QuadricCollider posed(QuadricCollider collider, const Eigen::Vector3d& place, double turn_rad) {
  collider.world_from_body =
      Eigen::Translation3d(place) * Eigen::AngleAxisd(turn_rad, Eigen::Vector3d(1, 2, -1).normalized());
  return collider;
}

//! One of each kind, side by side over a table.
std::vector<QuadricCollider> table_with_everything() {
  return {posed(colliders::rectangle(60, 60), {0, 0, -10}, 0.1),
          posed(colliders::disc(5), {-15, -15, 0}, 0.5),
          posed(colliders::ellipsoid({4, 3, 5}), {0, -15, 0}, 1),
          posed(colliders::cylinder({3, 4}, -5, 5), {15, -15, 0}, 1.5),
          posed(colliders::cone({0.5, 0.7}, 0, 6), {-15, 5, 0}, 2),
          posed(colliders::paraboloid({2, 1.5}, 6), {0, 5, 0}, 2.5),
          posed(colliders::hyperboloid_of_one_sheet({2, 3, 3}, -4, 4), {15, 5, 0}, 0.8),
          posed(colliders::hyperboloid_of_two_sheets({2, 2, 1.5}, -5, 5), {0, 18, 0}, 0.3)};
}

std::vector<Path> paths_of(const Emitter& emitter, int count) {
  std::vector<Path> paths;
  for (int i = 0; i < count; ++i) paths.push_back(path_of(emitter, static_cast<std::uint64_t>(i)));
  return paths;
}

//! The bound of gl_particles.h for an impact of this path on this collider at this time, in seconds; nothing where its
//! condition does not hold.
std::optional<double> time_bound_s(const QuadricCollider& collider, const Path& path, double time_s,
                                   const Eigen::Vector3d& middle) {
  Eigen::Isometry3d scene_from_body = collider.world_from_body;
  scene_from_body.pretranslate(-middle);
  const Eigen::Matrix4d q = moved(collider.surface, scene_from_body).q;
  const Eigen::Vector4d start = (path.start - middle).homogeneous(),
                        at = (path.at(time_s) - middle).homogeneous();
  Eigen::Vector4d velocity = Eigen::Vector4d::Zero(), acceleration = Eigen::Vector4d::Zero();
  velocity.head<3>() = path.velocity_at(time_s);
  acceleration.head<3>() = path.acceleration;
  Eigen::Vector4d magnitude = start.cwiseAbs();
  magnitude.head<3>() +=
      time_s * path.velocity.cwiseAbs() + 0.5 * time_s * time_s * path.acceleration.cwiseAbs();
  const double size = magnitude.dot(q.cwiseAbs() * magnitude);
  const double slope = 2 * velocity.dot(q * at),
               bend = 2 * velocity.dot(q * velocity) + 2 * acceleration.dot(q * at);
  constexpr double u = 0x1p-24;
  if (48 * u * size * std::abs(bend) > slope * slope) return std::nullopt;
  return 48 * u * size / std::abs(slope) + 8 * u * time_s;
}

//! Whether the same collider is hit from starts a hundredth of a millimetre beside.
bool is_decided(const std::vector<Collider>& colliders, const Path& path,
                const std::optional<Impact>& impact) {
  for (int side = 0; side < 6; ++side) {
    Path beside = path;
    beside.start[side / 2] += side % 2 == 0 ? 0.01 : -0.01;
    const std::optional<Impact> there = first_impact(colliders, beside, until_s);
    if (there.has_value() != impact.has_value() || (there && there->collider != impact->collider))
      return false;
    if (there && std::abs(there->time_s - impact->time_s) * impact->speed_mm_s() > 1)
      return false;  // another sheet
  }
  return true;
}

void expect_agreement(GlParticles& gl, const std::vector<QuadricCollider>& scene, const Emitter& emitter,
                      const Eigen::Vector3d& middle) {
  const std::vector<Collider> colliders(scene.begin(), scene.end());
  const std::vector<Path> paths = paths_of(emitter, 20000);
  const std::vector<GlImpact> by_gl = gl.first_impacts(paths, until_s);
  for (const std::string& message : gl.debug_messages()) ADD_FAILURE() << "OpenGL: " << message;
  int hits = 0, undecided = 0, wrong = 0;
  double worst_share = 0;
  for (std::size_t i = 0; i < paths.size(); ++i) {
    const std::optional<Impact> impact = first_impact(colliders, paths[i], until_s);
    const bool same = impact ? by_gl[i].collider == impact->collider : by_gl[i].collider == no_collider;
    const std::optional<double> bound =
        impact ? time_bound_s(scene[impact->collider], paths[i], impact->time_s, middle) : 0;
    const double off = impact ? std::abs(static_cast<double>(by_gl[i].time_s) - impact->time_s) : 0;
    if (same && (!impact || (bound && off <= *bound))) {
      if (impact) ++hits, worst_share = std::max(worst_share, off / *bound);
      continue;
    }
    if (!bound || !is_decided(colliders, paths[i], impact))
      ++undecided;
    else if (++wrong < 5)
      ADD_FAILURE() << i << ": collider " << by_gl[i].collider << " at " << by_gl[i].time_s
                    << " s instead of " << (impact ? impact->collider : no_collider) << " at "
                    << (impact ? impact->time_s : 0) << " s, "
                    << (impact ? impact->point.transpose() : Eigen::RowVector3d(0, 0, 0)) << "; " << off
                    << " s off, bound " << bound.value_or(0);
  }
  EXPECT_EQ(wrong, 0);
  EXPECT_LT(undecided, 200) << "grazing or at a rim: less than 1 %";
  EXPECT_GT(hits, 4000);
  ::testing::Test::RecordProperty("worst_share_of_bound_" + std::to_string(hits),
                                  std::to_string(worst_share));
}

TEST(GlParticles, agree_with_double_within_the_derived_bound) {
  const std::vector<QuadricCollider> scene = table_with_everything();
  GlParticles gl(scene);
  Bounds middles;
  for (const QuadricCollider& collider : scene)
    middles.add(collider.world_from_body * collider.within.centre());
  for (const Eigen::Vector3d& gravity : {Eigen::Vector3d(0, 0, 0), Eigen::Vector3d(1000, -500, -9810)}) {
    const Eigen::Vector3d down = Eigen::Vector3d(0.05, 0.1, -1).normalized();
    expect_agreement(
        gl, scene,
        {.place = {1, -2, 40}, .direction = down, .opening = DiscBeam{25}, .acceleration = gravity},
        middles.centre());
    expect_agreement(gl, scene,
                     {.place = {1, -2, 40},
                      .direction = down,
                      .opening = Cone{0.5},
                      .speed_mm_s = 400,
                      .acceleration = gravity},
                     middles.centre());
  }
}

TEST(GlParticles, nothing_to_hit_and_no_particles_are_no_work) {
  GlParticles none({});
  const std::vector<Path> paths = paths_of({}, 3);
  EXPECT_EQ(none.first_impacts(paths, 1)[2].collider, no_collider);
  GlParticles one({colliders::disc(1)});
  EXPECT_TRUE(one.first_impacts({}, 1).empty());
}

}  // namespace
}  // namespace intercusp
