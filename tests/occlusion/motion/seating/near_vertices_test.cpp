#include "occlusion/motion/seating/elastic_bed.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>

#include "tests/occlusion/motion/seating/scenes.h"

namespace intercusp {
namespace {

using testing::small_pose;

//! A bumpy ball with its vertices in random order, and below it a plate that is not anatomy.
Solid ball_on_a_plate(std::mt19937& random) {
  TriangleMesh ball = shapes::sphere({0, 0, 0}, 5, 40);
  std::uniform_real_distribution<double> bump(0.97, 1.03);
  for (Eigen::Vector3d& vertex : ball.vertices) vertex *= bump(random);
  std::vector<std::uint32_t> place(ball.vertices.size());
  std::iota(place.begin(), place.end(), 0U);
  std::ranges::shuffle(place, random);
  TriangleMesh shuffled = ball;
  for (std::size_t i = 0; i < place.size(); ++i) shuffled.vertices[place[i]] = ball.vertices[i];
  for (Face& face : shuffled.faces) {
    for (std::uint32_t& corner : face) corner = place[corner];
  }
  Solid solid = solid_of(testing::together({shuffled, shapes::box({-6, -6, -8}, {6, 6, -7})}));
  solid.anatomy_faces = ball.faces.size();
  return solid;
}

TEST(NearVertices, are_those_of_the_anatomy_that_a_search_of_their_own_finds) {
  std::mt19937 random(24);
  const Solid jaw = ball_on_a_plate(random);
  const JawDistance other(std::make_shared<const Solid>(ball_on_a_plate(random)));
  const NearVertices near(jaw);
  std::vector<std::uint8_t> is_anatomy(jaw.mesh.vertices.size(), 0);
  for (std::size_t face = 0; face < jaw.anatomy_faces; ++face) {
    for (const std::uint32_t vertex : jaw.mesh.faces[face]) is_anatomy[vertex] = 1;
  }
  for (const double reach_mm : {0.06, 0.9, 3.0, 6.0}) {
    const Eigen::Isometry3d pose = small_pose(random, 4, 60);
    const std::vector<std::uint8_t> within = near.within(reach_mm, other, pose);
    std::size_t found = 0;
    for (std::size_t i = 0; i < within.size(); ++i) {
      const bool expected =
          is_anatomy[i] != 0 && other.closest(pose * jaw.mesh.vertices[i], reach_mm).has_value();
      EXPECT_EQ(within[i] != 0, expected) << i << " of " << reach_mm << " mm";
      found += within[i];
    }
    EXPECT_GT(found, 0U);
    EXPECT_LT(found, within.size());
  }
}

}  // namespace
}  // namespace intercusp
