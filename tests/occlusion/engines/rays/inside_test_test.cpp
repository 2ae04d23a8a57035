#include "occlusion/engines/rays/inside_test.h"

#include <gtest/gtest.h>

#include <random>

#include "occlusion/geometry/shapes.h"
#include "tests/support/bites.h"
#include "tests/support/winding_number.h"

namespace intercusp {
namespace {

using testing::winding_number;

TEST(InsideTest, a_box_holds_what_lies_within_its_walls) {
  const TriangleMesh box = shapes::box({0, 0, 0}, {10, 10, 10});
  const InsideTest test(box);
  EXPECT_EQ(test.inside({5, 5, 5}), true);  // every line through it along an axis meets two edges
  EXPECT_EQ(test.inside({5, 5, 11}), false);
  EXPECT_EQ(test.inside({-100, 5, 5}), false);
  for (const double off : {1e-8, 1e-6, 1e-4}) {
    EXPECT_EQ(test.inside({3, 4, 10 - off}), true) << off;
    EXPECT_EQ(test.inside({3, 4, 10 + off}), false) << off;
    EXPECT_EQ(test.inside({10 - off, 10 - off, 10 - off}), true) << off;  // a corner: the thinnest wedge
  }
}

TEST(InsideTest, a_point_of_the_surface_is_undecided) {
  const TriangleMesh box = shapes::box({0, 0, 0}, {10, 10, 10});
  const InsideTest test(box);
  EXPECT_FALSE(test.inside({3, 4, 10}).has_value());
  EXPECT_FALSE(test.inside({3, 4, 10 - 1e-10}).has_value());
  EXPECT_FALSE(test.inside({5, 5, 0}).has_value());    // on the wall's diagonal
  EXPECT_FALSE(test.inside({0, 0, 0}).has_value());    // a corner
  EXPECT_FALSE(test.inside({10, 10, 5}).has_value());  // an edge
}

TEST(InsideTest, where_parts_overlap_the_point_is_inside_once) {
  const TriangleMesh parts =
      testing::together({shapes::box({0, 0, 0}, {10, 10, 10}), shapes::box({5, 5, 5}, {15, 15, 15})});
  const InsideTest test(parts);
  EXPECT_EQ(test.inside({2, 2, 2}), true);
  EXPECT_EQ(test.inside({7, 7, 7}), true);  // by both: parity would say outside
  EXPECT_EQ(test.inside({12, 12, 12}), true);
  EXPECT_EQ(test.inside({12, 12, 2}), false);
}

TEST(InsideTest, a_point_on_a_wall_within_another_part_is_inside) {
  const TriangleMesh parts =
      testing::together({shapes::box({0, 0, 0}, {10, 10, 10}), shapes::box({4, 4, 4}, {14, 14, 14})});
  const InsideTest test(parts);
  EXPECT_EQ(test.inside({10, 8, 7}), true);
  EXPECT_EQ(test.inside({10, 7, 7}), true) << "the wall's diagonal";
  EXPECT_EQ(test.inside({10, 10, 10}), true) << "its corner";
  EXPECT_EQ(test.inside({4, 5, 6}), true);
  EXPECT_FALSE(test.inside({10, 2, 3}).has_value()) << "this part of the wall bounds the solid";
  EXPECT_FALSE(test.inside({14, 8, 7}).has_value());
}

TEST(InsideTest, walls_in_the_same_place_bound_the_solid_once) {
  const TriangleMesh box = shapes::box({0, 0, 0}, {10, 10, 10});
  const TriangleMesh twice = testing::together({box, box});
  const InsideTest test(twice);
  EXPECT_FALSE(test.inside({3, 4, 10}).has_value());
  EXPECT_EQ(test.inside({3, 4, 9}), true);
  EXPECT_EQ(test.inside({3, 4, 11}), false);
}

TEST(InsideTest, a_mesh_turned_inside_out_holds_nothing) {
  TriangleMesh box = shapes::box({0, 0, 0}, {10, 10, 10});
  for (Face& face : box.faces) std::swap(face[0], face[1]);
  EXPECT_EQ(InsideTest(box).inside({5, 5, 5}), false);
}

TEST(InsideTest, an_open_mesh_has_no_inside) {
  TriangleMesh box = shapes::box({0, 0, 0}, {10, 10, 10});
  box.faces.pop_back();
  const InsideTest test(box);
  EXPECT_FALSE(test.inside({5, 5, 5}).has_value());
  EXPECT_FALSE(test.inside({50, 5, 5}).has_value());
}

TEST(InsideTest, nothing_is_inside_an_empty_mesh) {
  const TriangleMesh empty;
  EXPECT_EQ(InsideTest(empty).inside({0, 0, 0}), false);
}

// Vertices at heights that floats do not hold, and points a little beside faces, edges and vertices.
TEST(InsideTest, random_points_beside_the_surface_agree_with_solid_angles) {
  std::mt19937 random(41);
  const TriangleMesh mesh =
      shapes::moved(testing::together({shapes::torus({0, 0, 0}, {0, 0.4, 1}, 5, 2, 24, 12),
                                       shapes::box({1, 1, -2}, {6, 4, 4}), shapes::sphere({4, 3, 1}, 3, 8)}),
                    testing::random_pose(random, 40));
  const InsideTest test(mesh);
  std::uniform_int_distribution<std::size_t> any_face(0, mesh.faces.size() - 1);
  std::uniform_real_distribution<double> any(0, 1), exponent(-6, 0);
  std::normal_distribution<double> normal;
  int inside = 0;
  for (int i = 0; i < 3000; ++i) {
    const auto& [a, b, c] = mesh.faces[any_face(random)];
    const double s = i % 3 == 0 ? 0 : any(random), t = i % 3 == 1 ? 0 : any(random) * (1 - s);
    const Eigen::Vector3d on_face =
        (1 - s - t) * mesh.vertices[a] + s * mesh.vertices[b] + t * mesh.vertices[c];
    const Eigen::Vector3d aside =
        Eigen::Vector3d(normal(random), normal(random), normal(random)).normalized() *
        std::pow(10.0, exponent(random));
    const Eigen::Vector3d point = on_face + aside;
    double nearest = std::numeric_limits<double>::infinity();
    for (const auto& [j, k, l] : mesh.faces) {
      const Eigen::Vector3d n =
          (mesh.vertices[k] - mesh.vertices[j]).cross(mesh.vertices[l] - mesh.vertices[j]).normalized();
      nearest = std::min(nearest, std::abs(n.dot(point - mesh.vertices[j])));
    }
    if (nearest < 1e-8) continue;  // solid angles cannot tell here
    const bool truly = winding_number(mesh, point) > 0.5;
    ASSERT_EQ(test.inside(point), truly) << i;
    inside += truly ? 1 : 0;
  }
  EXPECT_GT(inside, 1000);
}

}  // namespace
}  // namespace intercusp
