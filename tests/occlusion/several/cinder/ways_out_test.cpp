#include "occlusion/several/cinder/gpu_bodies.h"

#include <gtest/gtest.h>

#include "occlusion/geometry/shapes.h"

namespace intercusp::cinder {
namespace {

//! How deep a vertex that is moved in by one length lies under the planes of its faces, the least of all.
double least_depth(const TriangleMesh& mesh) {
  const std::vector<Eigen::Vector3d> ways = ways_out(mesh);
  double least = longest_way_out;
  for (std::size_t face = 0; face < mesh.faces.size(); ++face) {
    const Eigen::Vector3d normal = face_normal_twice_area(mesh, face).normalized();
    for (const std::uint32_t vertex : mesh.faces[face]) least = std::min(least, normal.dot(ways[vertex]));
  }
  return least;
}

TEST(WaysOut, of_a_box_leave_along_the_diagonals_of_its_corners) {
  const TriangleMesh box = shapes::box({0, 0, 0}, {1, 20, 300});
  const std::vector<Eigen::Vector3d> ways = ways_out(box);
  for (std::size_t i = 0; i < ways.size(); ++i) {
    for (int axis = 0; axis < 3; ++axis) {
      EXPECT_NEAR(ways[i][axis], box.vertices[i][axis] > 0 ? 1 : -1, 1e-12);
    }
  }
}

TEST(WaysOut, bring_a_vertex_under_all_its_faces) {
  for (const TriangleMesh& mesh :
       {shapes::sphere({1, 2, 3}, 5, 12), shapes::cylinder({0, 0, 0}, {1, 1, 4}, 0.5, 3),
        shapes::torus({0, 0, 0}, {0, 1, 1}, 3, 1, 24, 12)}) {
    EXPECT_NEAR(least_depth(mesh), 1, 1e-9);
  }
}

TEST(WaysOut, of_a_needle_end_at_the_stated_length) {
  const TriangleMesh needle{.vertices = {{0, 0, 100}, {1, 0, 0}, {-1, 1, 0}, {-1, -1, 0}},
                            .faces = {{0, 1, 2}, {0, 2, 3}, {0, 3, 1}, {1, 3, 2}}};
  EXPECT_NEAR(ways_out(needle)[0].norm(), longest_way_out, 1e-9);
}

TEST(WaysOut, of_a_vertex_without_area_are_none) {
  const TriangleMesh line{.vertices = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {5, 5, 5}}, .faces = {{0, 1, 2}}};
  for (const Eigen::Vector3d& way : ways_out(line)) EXPECT_EQ(way, Eigen::Vector3d::Zero());
}

}  // namespace
}  // namespace intercusp::cinder
