// Particles by OpenGL against the same in double on the CPU.
#include "occlusion/particles/gl_particles.h"

#include <gtest/gtest.h>

#include <cmath>

#include "occlusion/geometry/shapes.h"
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

//! The bound of gl_particles.h for an impact of this path on this collider at this time, in seconds; empty if its
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

//! Whether the same collider is hit from starts a hundredth of a millimetre away.
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

//! Allowed difference between OpenGL and CPU in the time of an impact: both are within the bound of gl_particles.h.
//! Empty if the path grazes the face so closely that its condition does not hold.
std::optional<double> time_bound_s(const TriangleMesh& mesh, std::uint32_t face, const Path& path,
                                   double time_s) {
  const auto [a, b, c] = mesh.faces[face];
  const Eigen::Vector3d ab = mesh.vertices[b] - mesh.vertices[a], ac = mesh.vertices[c] - mesh.vertices[a];
  const auto across = [](const Eigen::Vector3d& p, const Eigen::Vector3d& q) {  // by magnitudes
    return Eigen::Vector3d(std::abs(p.y() * q.z()) + std::abs(p.z() * q.y()),
                           std::abs(p.z() * q.x()) + std::abs(p.x() * q.z()),
                           std::abs(p.x() * q.y()) + std::abs(p.y() * q.x()));
  };
  const Eigen::Vector3d reach =
      path.start.cwiseAbs() + mesh.vertices[a].cwiseAbs() +
      time_s * (path.velocity.cwiseAbs() + 0.5 * time_s * path.acceleration.cwiseAbs());
  const Eigen::Vector3d normal = ab.cross(ac);
  const double size = across(ab, ac).dot(reach), slope = normal.dot(path.velocity_at(time_s)),
               bend = normal.dot(path.acceleration);
  constexpr double u = 0x1p-53;
  if (48 * u * size * std::abs(bend) > slope * slope) return std::nullopt;
  return 2 * (48 * u * size / std::abs(slope) + 8 * u * time_s);
}

double off_plane_mm(const TriangleMesh& mesh, std::uint32_t face, const Eigen::Vector3d& point) {
  return std::abs(
      face_normal_twice_area(mesh, face).normalized().dot(point - mesh.vertices[mesh.faces[face][0]]));
}

struct Agreement {
  int hits = 0, other_collider = 0, later_or_earlier = 0, off_face = 0, too_close_to_tell = 0;
};

//! Compares OpenGL with the CPU; if a path meets meshes at two places within the bound, either face may be first.
Agreement agreement_on(std::span<const TriangleMesh* const> meshes, const std::vector<Path>& paths,
                       double end_s) {
  GlParticles gl({}, meshes);
  std::vector<Collider> colliders;
  for (const TriangleMesh* mesh : meshes) colliders.emplace_back(MeshCollider(*mesh));
  const std::vector<GlImpact> by_gl = gl.first_impacts(paths, end_s);
  for (const std::string& message : gl.debug_messages()) ADD_FAILURE() << "OpenGL: " << message;
  Agreement found;
  for (std::size_t i = 0; i < paths.size(); ++i) {
    const std::optional<Impact> impact = first_impact(colliders, paths[i], end_s);
    if (!impact || by_gl[i].collider == no_collider) {
      found.other_collider += impact.has_value() || by_gl[i].collider != no_collider;
      continue;
    }
    ++found.hits;
    found.other_collider += by_gl[i].collider != impact->collider;
    const TriangleMesh& mesh = *meshes[by_gl[i].collider];
    const Path& path = paths[i];
    const double t = by_gl[i].time_s,
                 reach_mm = path.start.norm() + t * path.velocity.norm() + t * t * path.acceleration.norm();
    found.off_face += !(off_plane_mm(mesh, by_gl[i].face, path.at(t)) < 1e-12 * std::max(1000.0, reach_mm));
    const std::optional<double> bound = time_bound_s(mesh, by_gl[i].face, path, t);
    found.too_close_to_tell += !bound;
    found.later_or_earlier += bound && !(std::abs(t - impact->time_s) <= *bound);
  }
  return found;
}

void expect_the_same(const Agreement& found, int least_hits) {
  EXPECT_EQ(found.other_collider, 0);
  EXPECT_EQ(found.later_or_earlier, 0);
  EXPECT_EQ(found.off_face, 0);
  EXPECT_EQ(found.too_close_to_tell, 0);
  EXPECT_GE(found.hits, least_hits);
}

TEST(GlParticles, meshes_are_met_where_and_when_the_cpu_meets_them) {
  const TriangleMesh ring = shapes::torus({-10, 0, 0}, {1, 2, 3}, 8, 3, 120, 60),
                     ball = shapes::sphere({12, 3, -4}, 7, 40),
                     table = shapes::fine_box({-40, -40, -20}, {40, 40, -15}, 2.5);
  const std::vector<const TriangleMesh*> meshes = {&ring, &ball, &table};
  for (const Eigen::Vector3d& gravity : {Eigen::Vector3d(0, 0, 0), Eigen::Vector3d(1000, -500, -9810)}) {
    const Eigen::Vector3d down = Eigen::Vector3d(0.05, 0.1, -1).normalized();
    expect_the_same(
        agreement_on(
            meshes,
            paths_of(
                {.place = {1, -2, 40}, .direction = down, .opening = DiscBeam{25}, .acceleration = gravity},
                20000),
            until_s),
        15000);
    expect_the_same(agreement_on(meshes,
                                 paths_of({.place = {1, -2, 40},
                                           .direction = down,
                                           .opening = Cone{0.5},
                                           .speed_mm_s = 400,
                                           .acceleration = gravity},
                                          20000),
                                 until_s),
                    15000);
  }
}

TEST(GlParticles, fountains_and_long_flights_come_down_on_the_same_face) {
  const TriangleMesh ball = shapes::sphere({0, 0, -30}, 12, 40),
                     table = shapes::fine_box({-300, -300, -50}, {300, 300, -45}, 20);
  const std::vector<const TriangleMesh*> meshes = {&ball, &table};
  for (const double speed : {300.0, 1200.0}) {
    expect_the_same(agreement_on(meshes,
                                 paths_of({.place = {0, 0, -10},
                                           .direction = {0, 0, 1},
                                           .opening = Cone{0.7},
                                           .speed_mm_s = speed,
                                           .acceleration = {0, 0, -9810}},
                                          10000),
                                 1000),
                    9000);
  }
  // Up by 5 km and back after a minute.
  expect_the_same(agreement_on(meshes,
                               paths_of({.place = {0, 0, -10},
                                         .direction = {0, 0, 1},
                                         .opening = Cone{5e-6},
                                         .speed_mm_s = 3e5,
                                         .acceleration = {0, 0, -9810}},
                                        1000),
                               1e6),
                  1000);
}

TEST(GlParticles, grazing_paths_hit_or_pass_a_mesh_as_on_the_cpu) {
  const TriangleMesh ball = shapes::sphere({1, 2, 3}, 10, 60), box = shapes::box({-5, -5, 25}, {5, 5, 35});
  const std::vector<const TriangleMesh*> meshes = {&ball, &box};
  std::vector<Path> paths;
  for (int i = 0; i < 5000; ++i) {
    // Along the silhouette, this far inside the sphere; the mesh itself lies up to 0.02 mm inside.
    const double angle = 0.001234 * i, inside = 1e-5 * (i % 2000);
    const Eigen::Vector3d beside(std::cos(angle), std::sin(angle), 0),
        along = beside.cross(Eigen::Vector3d(0.3, -0.2, 1)).normalized();
    const Eigen::Vector3d tip = Eigen::Vector3d(1, 2, 3) + (10 - inside) * beside;
    paths.push_back({tip - 60 * along, 1000 * along, {0, 0, 0}});
    // The same with a bend towards the ball: its top is at the tip.
    const Eigen::Vector3d pull = -4000 * beside;
    paths.push_back({tip - 0.05 * 1000 * along + 0.5 * 0.05 * 0.05 * pull, 1000 * along - 0.05 * pull, pull});
    // Under the box, its top this far above or below the bottom.
    const double above = (i % 2 == 0 ? 1 : -1) * std::pow(10, -7 + (i % 60) * 0.1);
    paths.push_back({{-10, 0.001 * (i - 2500), 25 + above - 100}, {10, 0, 200}, {0, 0, -200}});
  }
  const Agreement found = agreement_on(meshes, paths, 10);
  expect_the_same(found, 4000);
  EXPECT_LT(found.hits, 14500) << "some pass";
}

TEST(GlParticles, no_path_slips_between_faces_of_a_mesh) {
  // Turned, so that no number is round.
  const Eigen::Isometry3d pose =
      Eigen::Translation3d(3, -7, 11) * Eigen::AngleAxisd(0.7, Eigen::Vector3d(1, 2, -1).normalized());
  const TriangleMesh box = shapes::moved(shapes::fine_box({-5, -5, -5}, {5, 5, 5}, 0.5), pose);
  std::vector<Path> paths;
  for (int i = -38; i <= 38; ++i) {
    for (int j = -9; j <= 9; ++j) {  // at edges, and every fourth at a corner
      const Eigen::Vector3d at(0.125 * i, 0.5 * j, 5), from(0.1 * i + 0.37, -0.2 * j, 40),
          pull(0, 300, -1000);
      paths.push_back(moved(Path{from, 100 * (at - from).normalized(), {0, 0, 0}}, pose));
      paths.push_back(moved(Path{from, (at - from) / 0.2 - 0.1 * pull, pull}, pose));
    }
  }
  GlParticles gl({}, std::vector<const TriangleMesh*>{&box});
  const std::vector<GlImpact> impacts = gl.first_impacts(paths, 10);
  for (std::size_t i = 0; i < paths.size(); ++i) {
    ASSERT_EQ(impacts[i].collider, 0U) << i;
    EXPECT_NEAR((pose.inverse() * paths[i].at(impacts[i].time_s)).z(), 5, 1e-9);
  }
}

TEST(GlParticles, meshes_are_numbered_after_quadrics_and_their_faces_from_0) {
  const TriangleMesh low = shapes::box({-5, -5, -20}, {5, 5, -10}), none,
                     high = shapes::box({-5, -5, 0}, {5, 5, 3});
  GlParticles gl({posed(colliders::disc(1), {0, 0, 10}, 0)},
                 std::vector<const TriangleMesh*>{&low, &none, &high});
  const std::vector<Path> paths = {{{0.5, 0.2, 20}, {0, 0, -10}, {0, 0, 0}},
                                   {{2, 1, 20}, {0, 0, -10}, {0, 0, 0}},
                                   {{2, 1, -5}, {0, 0, -10}, {0, 0, 0}},
                                   {{2, 1, -5}, {10, 0, 0}, {0, 0, 0}}};
  const std::vector<GlImpact> impacts = gl.first_impacts(paths, 100);
  EXPECT_EQ(impacts[0].collider, 0U);
  EXPECT_EQ(impacts[0].face, no_impact_face);
  EXPECT_EQ(impacts[1].collider, 3U);
  EXPECT_DOUBLE_EQ(impacts[1].time_s, 1.7);
  EXPECT_EQ(impacts[1].face, MeshCollider(high).first_impact(paths[1], 100)->face);
  EXPECT_EQ(impacts[2].collider, 1U);
  EXPECT_EQ(impacts[2].face, MeshCollider(low).first_impact(paths[2], 100)->face);
  EXPECT_EQ(impacts[3].collider, no_collider);
  EXPECT_EQ(gl.first_impacts(paths, 1.6)[1].collider, no_collider) << "later than asked";
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
