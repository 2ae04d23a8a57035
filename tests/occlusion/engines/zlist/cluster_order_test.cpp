#include "occlusion/engines/zlist/clustered_mesh.h"

#include <gtest/gtest.h>
#include <oneapi/tbb/global_control.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "occlusion/engines/zlist/kernels/kernels.h"
#include "occlusion/geometry/shapes.h"

namespace intercusp::zlist {
namespace {

//! A sphere of small faces, one face that is far longer than they are, and one without area.
TriangleMesh sphere_with_odd_faces() {
  TriangleMesh mesh = shapes::sphere({0, 0, 0}, 10, 60);
  const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
  for (const Eigen::Vector3d& corner : {Eigen::Vector3d(0, 0, 0), Eigen::Vector3d(90, 0, 0),
                                        Eigen::Vector3d(0, 90, 0), Eigen::Vector3d(45, 0, 0)}) {
    mesh.vertices.push_back(corner);
  }
  mesh.faces.insert(mesh.faces.begin(), {first, first + 1, first + 2});
  mesh.faces.insert(mesh.faces.begin() + 100, {first, first + 1, first + 3});
  return mesh;
}

double longest_edge(const TriangleMesh& mesh) {
  double longest = 0;
  for (const auto& [a, b, c] : mesh.faces) {
    longest = std::max({longest, (mesh.vertices[a] - mesh.vertices[b]).norm(),
                        (mesh.vertices[b] - mesh.vertices[c]).norm(),
                        (mesh.vertices[c] - mesh.vertices[a]).norm()});
  }
  return longest;
}

TEST(ClusterOrder, every_face_is_there_once_and_kinds_are_apart) {
  const TriangleMesh mesh = sphere_with_odd_faces();
  const ClusterOrder order = cluster_order(mesh, 1);
  std::vector<std::uint32_t> faces = order.faces;
  std::sort(faces.begin(), faces.end());
  ASSERT_EQ(faces.size(), mesh.faces.size());
  for (std::uint32_t face = 0; face < faces.size(); ++face) ASSERT_EQ(faces[face], face);
  ASSERT_GE(order.begins.size(), 3U);
  EXPECT_EQ(order.begins[0], 0U);
  for (std::size_t i = 1; i < order.begins.size(); ++i) {
    ASSERT_LE(order.begins[i] - order.begins[i - 1], std::uint32_t{cluster_faces}) << i;
  }
  const std::size_t last = order.begins.size() - 1;
  ASSERT_EQ(order.begins[last - 1], mesh.faces.size() - 2);
  ASSERT_EQ(order.begins[last], mesh.faces.size() - 1);
  EXPECT_EQ(order.faces[order.begins[last - 1]], 0U) << "the long face";
  EXPECT_EQ(order.faces[order.begins[last]], 100U) << "the face without area";
}

//! Faces of about equal size: a square patch of a cluster's area would have this side; cutting in halves
//! makes boxes up to twice as long as wide, and patches meet along ragged edges.
TEST(ClusterOrder, clusters_are_compact) {
  const TriangleMesh mesh = shapes::sphere({0, 0, 0}, 10, 60);
  const double usual_edge = longest_edge(mesh);
  const ClusterOrder order = cluster_order(mesh, usual_edge);
  const double side =
      std::sqrt(4 * 3.14159265 * 100 / static_cast<double>(mesh.faces.size()) * cluster_faces);
  std::vector<double> sizes;
  for (std::size_t cluster = 0; cluster < order.begins.size(); ++cluster) {
    const std::size_t end =
        cluster + 1 < order.begins.size() ? order.begins[cluster + 1] : order.faces.size();
    Bounds bounds;
    for (std::size_t i = order.begins[cluster]; i < end; ++i) {
      for (const std::uint32_t vertex : mesh.faces[order.faces[i]]) bounds.add(mesh.vertices[vertex]);
    }
    sizes.push_back(bounds.size().maxCoeff());
  }
  std::sort(sizes.begin(), sizes.end());
  EXPECT_LT(sizes[sizes.size() / 2], 2 * side);
}

TEST(ClusterOrder, is_the_same_for_one_thread) {
  const TriangleMesh mesh = shapes::sphere({0, 0, 0}, 10, 120);
  const ClusterOrder many = cluster_order(mesh, 0.5);
  const tbb::global_control one(tbb::global_control::max_allowed_parallelism, 1);
  EXPECT_EQ(cluster_order(mesh, 0.5).faces, many.faces);
}

TEST(ClusterOrder, thinness_of_a_right_triangle) {
  // Perimeter 12, area 6.
  EXPECT_DOUBLE_EQ(thinness_of({0, 0, 0}, {3, 0, 0}, {0, 4, 0}), 1);
  EXPECT_EQ(thinness_of({0, 0, 0}, {3, 0, 0}, {6, 0, 0}), std::numeric_limits<double>::infinity());
}

}  // namespace
}  // namespace intercusp::zlist
