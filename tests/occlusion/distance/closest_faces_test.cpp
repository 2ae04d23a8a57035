#include "occlusion/distance/closest_faces.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <utility>
#include <vector>

#include "occlusion/engines/rays/closest_points.h"
#include "occlusion/geometry/shapes.h"
#include "tests/support/bites.h"

namespace intercusp {
namespace {

using surface::lanes;
using surface::no_closest;
using surface::PointGroup;

constexpr double anywhere = std::numeric_limits<double>::infinity();

PointGroup group_about(const Eigen::Vector3d& middle, double spread_mm, std::mt19937& random) {
  std::uniform_real_distribution<double> unit(-1, 1);
  PointGroup group;
  for (int i = 0; i < lanes; ++i) {
    group.x[i] = middle.x() + spread_mm * unit(random);
    group.y[i] = middle.y() + spread_mm * unit(random);
    group.z[i] = middle.z() + spread_mm * unit(random);
    group.squared[i] = anywhere;
  }
  return group;
}

Eigen::Vector3d point_of(const PointGroup& group, int lane) {
  return {group.x[lane], group.y[lane], group.z[lane]};
}

double distance_to(const TriangleMesh& mesh, std::size_t face, const Eigen::Vector3d& point) {
  const auto& [a, b, c] = mesh.faces[face];
  return distance_to_triangle(point, mesh.vertices[a], mesh.vertices[b], mesh.vertices[c]);
}

//! Compares a group with a search over every face of a mesh.
void expect_closest(const TriangleMesh& mesh, const PointGroup& before, const PointGroup& after,
                    double tolerance_mm) {
  for (int i = 0; i < lanes; ++i) {
    double least = anywhere;
    for (std::size_t face = 0; face < mesh.faces.size(); ++face) {
      least = std::min(least, distance_to(mesh, face, point_of(after, i)));
    }
    const bool nearer = least * least < before.squared[i];
    ASSERT_EQ(after.face[i] != no_closest, nearer) << i;
    if (!nearer) continue;
    EXPECT_NEAR(std::sqrt(after.squared[i]), least, tolerance_mm) << i;
    EXPECT_NEAR(distance_to(mesh, static_cast<std::size_t>(after.face[i]), point_of(after, i)), least,
                tolerance_mm);
  }
}

class EveryKernel : public ::testing::TestWithParam<int> {
 protected:
  void SetUp() override {
    if (GetParam() >= surface::all_kernels().count) GTEST_SKIP() << "not for this processor";
    kernel_ = surface::all_kernels().first[GetParam()].closest_faces;
  }
  surface::ClosestFacesKernel kernel_ = nullptr;
};

TEST_P(EveryKernel, finds_what_looking_at_every_face_finds) {
  std::mt19937 random(29);
  std::uniform_real_distribution<double> place(-8, 8), spread(0, 2), reach(0.01, 4);
  const TriangleMesh mesh = testing::together(
      {shapes::torus({0, 0, 0}, {0, 0.4, 1}, 5, 2, 40, 20), shapes::box({1, 1, -2}, {6, 4, 4})});
  const ClosestFaces closest(mesh, mesh.faces.size());
  for (int i = 0; i < 60; ++i) {
    PointGroup before = group_about({place(random), place(random), place(random)}, spread(random), random);
    if (i % 2 == 1) {
      for (double& squared : before.squared) squared = std::pow(reach(random), 2);
    }
    PointGroup after = before;
    closest.search(after, kernel_);
    // The same sums in another order: some 1e-15 of coordinates up to 10 mm.
    expect_closest(mesh, before, after, 1e-13);
  }
}

double distance_to_edges(const TriangleMesh& mesh, const Face& face, const Eigen::Vector3d& point) {
  double least = anywhere;
  for (std::size_t i = 0; i < 3; ++i) {
    const Eigen::Vector3d& from = mesh.vertices[face[i]];
    const Eigen::Vector3d way = mesh.vertices[face[(i + 1) % 3]] - from;
    const double along = way.norm() > 0 ? std::clamp(way.dot(point - from) / way.squaredNorm(), 0.0, 1.0) : 0;
    least = std::min(least, (point - from - along * way).norm());
  }
  return least;
}

TEST_P(EveryKernel, takes_faces_without_area_as_their_edges) {
  std::mt19937 random(5);
  const std::vector<Eigen::Vector3d> vertices = {{0, 0, 0}, {3, 1, 0}, {6, 2, 0},       {1, 4, 1},
                                                 {1, 4, 1}, {1, 4, 1}, {1, 4.5, 1e-12}, {2, 9, 0}};
  for (const Face& face : {Face{0, 1, 2}, Face{3, 4, 5}, Face{1, 3, 4}, Face{2, 2, 0}, Face{0, 7, 6}}) {
    const TriangleMesh mesh{.vertices = vertices, .faces = {face}};
    const ClosestFaces closest(mesh, 1);
    for (int i = 0; i < 20; ++i) {
      PointGroup group = group_about({2, 3, 0.5}, 4, random);
      closest.search(group, kernel_);
      for (int lane = 0; lane < lanes; ++lane) {
        EXPECT_EQ(group.face[lane], 0);
        EXPECT_NEAR(std::sqrt(group.squared[lane]), distance_to_edges(mesh, face, point_of(group, lane)),
                    1e-11);
      }
    }
  }
}

TEST_P(EveryKernel, loses_nothing_to_roundings_far_from_the_mesh) {
  // At 1 m a float has steps of 0.00006 mm; neighbouring faces of this plate differ by less in their
  // distance.
  std::mt19937 random(3);
  std::uniform_real_distribution<double> unit(-1, 1);
  const TriangleMesh mesh = shapes::fine_box({-1, -1, -0.1}, {1, 1, 0}, 0.02);
  const ClosestFaces closest(mesh, mesh.faces.size());
  for (int i = 0; i < 4; ++i) {
    const PointGroup before =
        group_about({0.5 * unit(random), 0.5 * unit(random), 1000 + 100 * unit(random)}, 0.3, random);
    PointGroup after = before;
    closest.search(after, kernel_);
    expect_closest(mesh, before, after, 1e-12);
  }
}

TEST_P(EveryKernel, loses_nothing_to_roundings_among_sheets_finer_than_a_float) {
  // 100 mm from the middle a float has steps of 0.000008 mm; these sheets are closer to each other than that. Small
  // ones have small errors in their own frames, so that no other error hides that of their place.
  std::mt19937 random(8);
  std::uniform_real_distribution<double> height(0, 2e-5);
  for (const auto& [size, sheets] : {std::pair(2.0, 200), std::pair(0.0001, 20)}) {
    TriangleMesh mesh = shapes::box({-101, -101, -101}, {-99, -99, -99});
    for (int sheet = 0; sheet < sheets; ++sheet) {
      const double z = 100 + height(random);
      const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
      for (const Eigen::Vector2d& at : {Eigen::Vector2d(-1, -1), {1, -1}, {0, 1.5}}) {
        mesh.vertices.emplace_back(100 + size * at.x(), 100 + size * at.y(), z);
      }
      mesh.faces.push_back({first, first + 1, first + 2});
    }
    const ClosestFaces closest(mesh, mesh.faces.size());
    for (int i = 0; i < 100; ++i) {
      PointGroup before = group_about({100, 100, 100}, 0.25 * size, random);
      const double common = 100 + height(random);  // a bound for one point may hide an error at another
      for (double& z : before.z) z = i % 2 == 0 ? common : 100 + height(random);
      PointGroup after = before;
      closest.search(after, kernel_);
      expect_closest(mesh, before, after, 1e-12);
    }
  }
}

TEST_P(EveryKernel, loses_nothing_to_needles) {
  // Beyond the tip of a needle; at its sides the difference is too small for floats.
  std::mt19937 random(17);
  std::uniform_real_distribution<double> unit(-1, 1);
  for (const double width : {1e-2, 1e-4, 1e-6, 1e-8}) {
    TriangleMesh mesh;
    for (std::uint32_t i = 0; i < 40; ++i) {
      const Eigen::Vector3d tip(unit(random), unit(random), 0.2 * unit(random));
      const Eigen::Vector3d along = Eigen::Vector3d(unit(random), unit(random), unit(random)).normalized();
      const Eigen::Vector3d across = along.unitOrthogonal() * width;
      mesh.vertices.insert(mesh.vertices.end(), {tip, tip + along, tip + 0.9 * along + across});
      mesh.faces.push_back({3 * i, 3 * i + 1, 3 * i + 2});
    }
    const ClosestFaces closest(mesh, mesh.faces.size());
    for (int i = 0; i < 40; ++i) {
      const PointGroup before = group_about({unit(random), unit(random), unit(random)}, 0.3, random);
      PointGroup after = before;
      closest.search(after, kernel_);
      expect_closest(mesh, before, after, 1e-9);  // allows for the rotation of a needle's frame
    }
  }
}

TEST_P(EveryKernel, loses_nothing_to_roundings_of_large_faces) {
  // Squares of coordinates of 100 mm have steps of 0.001 mm² in floats; these faces differ by less near a point.
  std::mt19937 random(23);
  std::uniform_real_distribution<double> unit(-1, 1);
  TriangleMesh mesh;
  for (std::uint32_t i = 0; i < 60; ++i) {
    const double z = 1e-3 * unit(random);
    mesh.vertices.insert(mesh.vertices.end(), {{-90 + unit(random), -70 + unit(random), z},
                                               {95 + unit(random), -60 + unit(random), z},
                                               {unit(random), 99, z + 1e-3 * unit(random)}});
    mesh.faces.push_back({3 * i, 3 * i + 1, 3 * i + 2});
  }
  const ClosestFaces closest(mesh, mesh.faces.size());
  for (int i = 0; i < 40; ++i) {
    const PointGroup before =
        group_about({30 * unit(random), 30 * unit(random), 0.02 * unit(random)}, 0.01, random);
    PointGroup after = before;
    closest.search(after, kernel_);
    expect_closest(mesh, before, after, 1e-12);
  }
}

TEST_P(EveryKernel, names_the_lowest_number_of_faces_equally_far) {
  std::mt19937 random(31);
  TriangleMesh mesh = shapes::sphere({0, 0, 0}, 2, 12);
  const std::vector<Face> once = mesh.faces;
  mesh.faces.insert(mesh.faces.end(), once.rbegin(), once.rend());  // each twice
  const ClosestFaces closest(mesh, mesh.faces.size());
  for (int i = 0; i < 40; ++i) {
    PointGroup group = group_about({0, 0, 0}, 3, random);
    closest.search(group, kernel_);
    for (const double face : group.face) EXPECT_LT(face, static_cast<double>(once.size()));
  }
}

TEST_P(EveryKernel, finds_the_same_to_the_last_bit) {
  std::mt19937 random(37);
  const TriangleMesh mesh = shapes::torus({0, 0, 0}, {0, 0.4, 1}, 5, 2, 80, 40);
  const ClosestFaces closest(mesh, mesh.faces.size());
  for (int i = 0; i < 100; ++i) {
    PointGroup group = group_about({5, 0, 0}, 3, random), first = group;
    closest.search(group, kernel_);
    closest.search(first);
    for (int lane = 0; lane < lanes; ++lane) {
      EXPECT_EQ(group.squared[lane], first.squared[lane]);
      EXPECT_EQ(group.face[lane], first.face[lane]);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Kernels, EveryKernel, ::testing::Values(0, 1, 2),
                         [](const auto& which) { return "kernel" + std::to_string(which.param); });

TEST(ClosestFaces, of_any_number_of_faces_all_are_in_the_tree) {
  // Parts of sixteen: trees with one, two and three levels, full and not.
  std::mt19937 random(11);
  const TriangleMesh all = shapes::fine_box({0, 0, 0}, {4, 4, 4}, 0.5);
  for (const std::size_t count : {1U, 2U, 15U, 16U, 17U, 33U, 255U, 256U, 257U, 700U}) {
    ASSERT_LE(count, all.faces.size());
    TriangleMesh mesh{.vertices = all.vertices, .faces = {}};
    mesh.faces.assign(all.faces.begin(), all.faces.begin() + static_cast<std::ptrdiff_t>(count));
    const ClosestFaces closest(all, count);
    for (int i = 0; i < 4; ++i) {
      const PointGroup before = group_about({2, 2, 2}, 4, random);
      PointGroup after = before;
      closest.search(after);
      expect_closest(mesh, before, after, 1e-13);
    }
  }
}

TEST(ClosestFaces, nothing_is_close_to_no_faces) {
  std::mt19937 random(1);
  PointGroup group = group_about({0, 0, 0}, 1, random);
  ClosestFaces(TriangleMesh{}, 0).search(group);
  for (const double face : group.face) EXPECT_EQ(face, no_closest);
}

}  // namespace
}  // namespace intercusp
