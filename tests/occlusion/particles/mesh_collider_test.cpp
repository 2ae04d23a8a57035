#include "occlusion/particles/particles.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "occlusion/geometry/shapes.h"

namespace intercusp {
namespace {

TEST(MeshCollider, a_box_is_met_at_the_place_time_and_speed_on_paper) {
  const TriangleMesh box = shapes::box({-5, -5, -5}, {5, 5, 5});
  const MeshCollider collider(box);
  for (const double g : {0.0, 9810.0, 1e-3}) {
    const std::optional<Impact> impact =
        collider.first_impact({{1, 2, 30}, {0, 0, -500}, {0, 0, -g}}, forever);
    ASSERT_TRUE(impact) << g;
    const double speed = std::sqrt(500 * 500 + 2 * g * 25);
    EXPECT_NEAR(impact->time_s, 2 * 25 / (speed + 500), 1e-14);
    EXPECT_NEAR(impact->speed_mm_s(), speed, 1e-10);
    EXPECT_LT((impact->point - Eigen::Vector3d(1, 2, 5)).norm(), 1e-12);
    EXPECT_EQ(impact->normal, Eigen::Vector3d(0, 0, 1));
    EXPECT_FALSE(impact->from_inside());
  }
}

TEST(MeshCollider, starts_inside_far_away_and_beside) {
  const TriangleMesh box = shapes::box({-5, -5, -5}, {5, 5, 5});
  const MeshCollider collider(box);
  const std::optional<Impact> inside = collider.first_impact({{1, 2, 3}, {0, 0, -10}, {0, 0, 0}}, forever);
  ASSERT_TRUE(inside);
  EXPECT_NEAR(inside->time_s, 0.8, 1e-14);
  EXPECT_TRUE(inside->from_inside());
  const std::optional<Impact> far = collider.first_impact({{1, 2, 4e5}, {0, 0, -1000}, {0, 0, 0}}, forever);
  ASSERT_TRUE(far);
  EXPECT_LT((far->point - Eigen::Vector3d(1, 2, 5)).norm(), 1e-9);
  EXPECT_FALSE(collider.first_impact({{5.001, 2, 30}, {0, 0, -10}, {0, 0, 0}}, forever));
  EXPECT_FALSE(collider.first_impact({{1, 2, 30}, {0, 0, 10}, {0, 0, 0}}, forever)) << "away from it";
  EXPECT_FALSE(collider.first_impact({{1, 2, 30}, {0, 0, -10}, {0, 0, 0}}, 2.49)) << "later than asked";
  EXPECT_FALSE(collider.first_impact({{1, 2, 3}, {0, 0, 0}, {0, 0, 0}}, forever)) << "at rest";
  const TriangleMesh none;
  EXPECT_FALSE(MeshCollider(none).first_impact({{0, 0, 1}, {0, 0, -1}, {0, 0, 0}}, forever));
}

TEST(MeshCollider, no_path_slips_between_faces) {
  // Straight at the edges and corners of a fine grid.
  const TriangleMesh box = shapes::fine_box({-5, -5, -5}, {5, 5, 5}, 0.5);
  const MeshCollider collider(box);
  for (int i = -9; i <= 9; ++i) {
    for (int j = -9; j <= 9; ++j) {
      const Eigen::Vector3d corner(0.5 * i, 0.5 * j, 5);
      const Eigen::Vector3d from(0.1 * i + 0.37, -0.2 * j, 40);
      const std::optional<Impact> impact =
          collider.first_impact({from, 100 * (corner - from).normalized(), {0, 0, 0}}, forever);
      ASSERT_TRUE(impact) << i << ", " << j;
      EXPECT_LT((impact->point - corner).norm(), 1e-9);
    }
  }
}

TEST(MeshCollider, a_lob_is_grazed_at_its_top) {
  const TriangleMesh box = shapes::box({-5, -5, 5}, {5, 5, 15});
  const MeshCollider collider(box);
  for (const double off : {1e-6, 1e-3, 0.1}) {
    // Highest at (0, 0), this far above or below the box's bottom.
    EXPECT_TRUE(collider.first_impact({{-10, 0, 5 + off - 100}, {10, 0, 200}, {0, 0, -200}}, forever)) << off;
    EXPECT_FALSE(collider.first_impact({{-10, 0, 5 - off - 100}, {10, 0, 200}, {0, 0, -200}}, forever))
        << off;
  }
}

TEST(MeshCollider, a_particle_leaves_the_face_it_starts_on_even_at_an_edge) {
  const TriangleMesh box = shapes::box({-5, -5, -5}, {5, 5, 5});
  const MeshCollider collider(box);
  const Path down{{0, 0, 10}, {0, 0, -10}, {0, 0, 0}};  // on the diagonal between two faces of the top
  const std::optional<Impact> impact = collider.first_impact(down, forever);
  ASSERT_TRUE(impact);
  EXPECT_FALSE(collider.first_impact({impact->point, {0, 0, 10}, {0, 0, 0}}, forever, impact->face));
  const std::optional<Impact> back =
      collider.first_impact({impact->point, {0, 0, 10}, {0, 0, -100}}, forever, impact->face);
  ASSERT_TRUE(back);
  EXPECT_NEAR(back->time_s, 0.2, 1e-14);
}

TEST(MeshCollider, a_throw_out_of_the_box_and_back_is_not_followed_outside) {
  // Starts next to the low box, rises by 50 000 km and falls on it 231 days later. Chord by chord a throw would take 70
  // million chords.
  TriangleMesh boxes = shapes::box({-5, -5, -5}, {5, 5, 0});
  append(boxes, shapes::box({20, -5, -5}, {30, 5, 20}));
  const MeshCollider collider(boxes);
  for (int i = 0; i < 20; ++i) {
    const double side = 12 + 0.1 * i, time = 2e7;
    const std::optional<Impact> impact =
        collider.first_impact({{side, 0, 5}, {0, 0, 1e7}, {-2 * side / (time * time), 0, -1}}, forever);
    ASSERT_TRUE(impact) << i;
    EXPECT_NEAR(impact->time_s, time, 1e-3);
    EXPECT_NEAR(impact->point.x(), 0, 1e-3);
    EXPECT_NEAR(impact->point.z(), 0, 1e-6);
  }
}

//! The earliest crossing of any face, testing all of them.
double first_of_all_faces(const TriangleMesh& mesh, const Path& path) {
  double first = forever;
  for (const Face& face : mesh.faces) {
    const Eigen::Vector3d a = mesh.vertices[face[0]], b = mesh.vertices[face[1]], c = mesh.vertices[face[2]];
    const Eigen::Vector3d n = (b - a).cross(c - a);
    const double q = 0.5 * n.dot(path.acceleration), v = n.dot(path.velocity), d = n.dot(path.start - a);
    const double root = std::sqrt(std::max(0.0, v * v - 4 * q * d));
    for (const double time :
         {q == 0 ? -d / v : (-v - root) / (2 * q), q == 0 ? -d / v : (-v + root) / (2 * q)}) {
      if (!(time > 0) || v * v < 4 * q * d || time >= first) continue;
      const Eigen::Vector3d p = path.at(time);
      const bool in = n.dot((b - a).cross(p - a)) >= 0 && n.dot((c - b).cross(p - b)) >= 0 &&
                      n.dot((a - c).cross(p - c)) >= 0;
      if (in) first = time;
    }
  }
  return first;
}

TEST(MeshCollider, the_first_face_is_that_of_a_look_at_all_faces) {
  const TriangleMesh torus = shapes::torus({30, -40, 5}, {1, 2, 3}, 10, 4, 60, 30);
  const MeshCollider collider(torus);
  std::mt19937_64 random(5);
  std::uniform_real_distribution<double> unit(-1, 1);
  const auto vector = [&](double size) {
    return Eigen::Vector3d(size * unit(random), size * unit(random), size * unit(random));
  };
  int hits = 0;
  for (int i = 0; i < 600; ++i) {
    const Eigen::Vector3d velocity = vector(400);
    const Eigen::Vector3d acceleration =
        i % 3 == 0 ? Eigen::Vector3d(0, 0, 0) : vector(i % 3 == 1 ? 9810 : 300000);
    const double time = 0.08 * (1 + unit(random));
    const Path path{
        Eigen::Vector3d(30, -40, 5) + vector(10) - time * velocity - 0.5 * time * time * acceleration,
        velocity, acceleration};
    const double expected = first_of_all_faces(torus, path);
    const std::optional<Impact> impact = collider.first_impact(path, forever);
    ASSERT_EQ(impact.has_value(), expected < forever) << i;
    if (!impact) continue;
    ++hits;
    EXPECT_LT(path.velocity_at(expected).norm() * std::abs(impact->time_s - expected), 1e-7) << i;
  }
  EXPECT_GT(hits, 300);
}

}  // namespace
}  // namespace intercusp
