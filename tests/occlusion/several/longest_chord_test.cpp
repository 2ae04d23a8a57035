// Chords against lengths known on paper.
#include "occlusion/several/longest_chord.h"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <random>
#include <vector>

#include "occlusion/geometry/shapes.h"
#include "tests/occlusion/several/polyhedra.h"
#include "tests/support/bites.h"

namespace intercusp {
namespace {

std::vector<BoundingPart> surface_of(const TriangleMesh& mesh) {
  std::vector<BoundingPart> surface;
  for (const auto& [a, b, c] : mesh.faces)
    surface.push_back({.corners = {mesh.vertices[a], mesh.vertices[b], mesh.vertices[c]}});
  return surface;
}

//! Of a mesh along z, in random poses.
void expect_longest(const TriangleMesh& mesh, double length_mm) {
  std::mt19937 random(3);
  for (int round = 0; round < 20; ++round) {
    const Eigen::Isometry3d pose = testing::random_pose(random, 5);
    for (const double known_mm : {0.0, 0.999 * length_mm}) {
      const auto chord = longest_chord(surface_of(shapes::moved(mesh, pose)), pose.linear().col(2), known_mm);
      ASSERT_TRUE(chord);
      EXPECT_NEAR(chord->mm, length_mm, chord->error_mm + 1e-7);
      EXPECT_LE(chord->error_mm, 1e-6);
    }
  }
}

TEST(LongestChord, a_chord_does_not_run_through_a_slot) {
  // A slot from x = 1 to the right; the top rises to z = 5 on the right.
  expect_longest(testing::prism({{0, 0}, {4, 0}, {4, 1}, {1, 1}, {1, 2}, {4, 2}, {4, 5}, {0, 3}},
                                {{0, 1, 3}, {1, 2, 3}, {0, 3, 4}, {0, 4, 7}, {4, 5, 6}, {4, 6, 7}}, -1, 1),
                 3.5);
}

TEST(LongestChord, a_chord_does_not_run_from_one_part_to_another) {
  TriangleMesh boxes = shapes::box({0, 0, 0}, {4, 4, 1});
  append(boxes, shapes::box({1, 1, 3}, {6, 3, 3.7}));
  expect_longest(boxes, 1);
}

TEST(LongestChord, no_chord_ends_on_an_added_face) {
  std::vector<BoundingPart> surface = surface_of(shapes::box({0, 0, 0}, {4, 4, 1}));
  for (BoundingPart& part : surface)
    part.anatomy = part.corners[0].z() + part.corners[1].z() + part.corners[2].z() < 3;
  EXPECT_FALSE(longest_chord(surface, Eigen::Vector3d::UnitZ(), 0));
}

TEST(LongestChord, nothing_is_found_in_no_surface) {
  EXPECT_FALSE(longest_chord({}, Eigen::Vector3d::UnitZ(), 0));
}

}  // namespace
}  // namespace intercusp
