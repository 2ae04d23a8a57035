// Meshes with known answers for the tests of repair, and functions to check the results.
#pragma once

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>
#include <span>
#include <utility>
#include <vector>

#include "io/mesh/raw_mesh.h"
#include "io/mesh/repair/make_solid.h"
#include "occlusion/geometry/shapes.h"

namespace intercusp::testing {

inline RawMesh raw_of(const TriangleMesh& mesh) { return {.vertices = mesh.vertices, .faces = mesh.faces}; }

//! Three separate vertices per face, as in STL.
inline RawMesh soup_of(const RawMesh& mesh) {
  RawMesh soup;
  for (const Face& face : mesh.faces) {
    const auto first = static_cast<std::uint32_t>(soup.vertices.size());
    for (const std::uint32_t v : face) {
      soup.vertices.push_back(mesh.vertices[v]);
      if (!mesh.labels.empty()) soup.labels.push_back(mesh.labels[v]);
    }
    soup.faces.push_back({first, first + 1, first + 2});
  }
  return soup;
}

inline RawMesh together(const RawMesh& a, const RawMesh& b) {
  RawMesh sum = a;
  const auto first = static_cast<std::uint32_t>(a.vertices.size());
  sum.vertices.insert(sum.vertices.end(), b.vertices.begin(), b.vertices.end());
  sum.labels.insert(sum.labels.end(), b.labels.begin(), b.labels.end());
  for (const auto& [i, j, k] : b.faces) sum.faces.push_back({first + i, first + j, first + k});
  return sum;
}

inline RawMesh inside_out(RawMesh mesh) {
  for (Face& face : mesh.faces) std::swap(face[1], face[2]);
  return mesh;
}

//! Without the faces of which `gone` is true.
template <class Predicate>
RawMesh without_faces(RawMesh mesh, Predicate gone) {
  std::erase_if(mesh.faces, [&](const Face& face) {
    return gone(
        Eigen::Vector3d((mesh.vertices[face[0]] + mesh.vertices[face[1]] + mesh.vertices[face[2]]) / 3));
  });
  return mesh;
}

//! Sheet over the cells of a grid from (0, 0) to (columns, rows) for which `has_cell`, facing +z, at
//! height(x, y).
template <class HasCell, class Height>
RawMesh sheet(int columns, int rows, HasCell has_cell, Height height) {
  RawMesh mesh;
  for (int y = 0; y <= rows; ++y) {
    for (int x = 0; x <= columns; ++x) mesh.vertices.emplace_back(x, y, height(x, y));
  }
  const auto vertex = [&](int x, int y) { return static_cast<std::uint32_t>(y * (columns + 1) + x); };
  for (int y = 0; y < rows; ++y) {
    for (int x = 0; x < columns; ++x) {
      if (!has_cell(x, y)) continue;
      mesh.faces.push_back({vertex(x, y), vertex(x + 1, y), vertex(x + 1, y + 1)});
      mesh.faces.push_back({vertex(x, y), vertex(x + 1, y + 1), vertex(x, y + 1)});
    }
  }
  return mesh;
}

//! Winding number about a point by solid angles, rounded; reports the distance of the sum from a whole number.
inline int winding(const TriangleMesh& mesh, const Eigen::Vector3d& point) {
  double angle = 0;
  for (const auto& [i, j, k] : mesh.faces) {
    const Eigen::Vector3d a = mesh.vertices[i] - point;
    const Eigen::Vector3d b = mesh.vertices[j] - point;
    const Eigen::Vector3d c = mesh.vertices[k] - point;
    const double la = a.norm();
    const double lb = b.norm();
    const double lc = c.norm();
    angle += 2 * std::atan2(a.dot(b.cross(c)), la * lb * lc + a.dot(b) * lc + b.dot(c) * la + c.dot(a) * lb);
  }
  const double number = angle / (4 * std::numbers::pi);
  EXPECT_NEAR(number, std::round(number), 1e-6) << "the mesh is not closed";
  return static_cast<int>(std::lround(number));
}

//! Checks the requirements of every repaired solid.
inline void expect_solid(const RepairedSolid& repaired) {
  const TriangleMesh& mesh = repaired.solid.mesh;
  EXPECT_EQ(count_open_edges(mesh), 0U);
  EXPECT_GT(signed_volume(mesh), 0);
  EXPECT_LE(repaired.solid.anatomy_faces, mesh.faces.size());
  EXPECT_EQ(repaired.solid.anatomy_faces + repaired.solid.cap_faces + repaired.counts.skirt_and_base_faces,
            mesh.faces.size());
  EXPECT_EQ(repaired.closed_by_import, repaired.counts.closed_boundaries > 0 || repaired.solid.cap_faces > 0);
  if (!repaired.solid.labels.empty()) {
    EXPECT_EQ(repaired.solid.labels.size(), mesh.vertices.size());
  }
  std::vector<std::pair<std::uint32_t, std::uint32_t>> edges;
  for (const Face& face : mesh.faces) {
    for (std::size_t i = 0; i < 3; ++i) edges.emplace_back(face[i], face[(i + 1) % 3]);
  }
  std::sort(edges.begin(), edges.end());
  EXPECT_EQ(std::adjacent_find(edges.begin(), edges.end()), edges.end()) << "an edge has more than two faces";
}

}  // namespace intercusp::testing
