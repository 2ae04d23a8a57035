#include "datasets/tessellate.h"

#include <Eigen/Geometry>
#include <cmath>
#include <numbers>

#include "occlusion/geometry/shapes.h"

namespace intercusp {
namespace {

std::uint32_t index(std::size_t i) { return static_cast<std::uint32_t>(i); }

//! Cuts `count` faces, evenly distributed, into three each at their middle.
TriangleMesh cut_some(const TriangleMesh& mesh, std::size_t count) {
  TriangleMesh result{.vertices = mesh.vertices, .faces = {}};
  const std::size_t n = mesh.faces.size();
  for (std::size_t f = 0; f < n; ++f) {
    const auto [a, b, c] = mesh.faces[f];
    if ((f + 1) * count / n == f * count / n) {
      result.faces.push_back({a, b, c});
      continue;
    }
    const std::uint32_t middle = index(result.vertices.size());
    result.vertices.push_back((mesh.vertices[a] + mesh.vertices[b] + mesh.vertices[c]) / 3);
    result.faces.push_back({a, b, middle});
    result.faces.push_back({b, c, middle});
    result.faces.push_back({c, a, middle});
  }
  return result;
}

//! Joins two rings of `sides` vertices. The first lies below the second; both are counter-clockwise
//! seen from above.
void join_rings(TriangleMesh& mesh, std::uint32_t first, std::uint32_t second, std::uint32_t sides) {
  for (std::uint32_t i = 0; i < sides; ++i) {
    const std::uint32_t j = (i + 1) % sides;
    mesh.faces.push_back({first + i, first + j, second + j});
    mesh.faces.push_back({first + i, second + j, second + i});
  }
}

void turn_outward(TriangleMesh& mesh) {
  if (signed_volume(mesh) >= 0) return;
  for (Face& face : mesh.faces) std::swap(face[1], face[2]);
}

}  // namespace

TriangleMesh with_triangles(TriangleMesh mesh, std::size_t triangles) {
  while (4 * mesh.faces.size() <= triangles) mesh = shapes::subdivided(mesh);
  while (mesh.faces.size() + 2 <= triangles) {
    mesh = cut_some(mesh, std::min((triangles - mesh.faces.size()) / 2, mesh.faces.size()));
  }
  return mesh;
}

TriangleMesh turned_body(const std::vector<Eigen::Vector2d>& profile, int sides) {
  TriangleMesh mesh;
  const auto around = static_cast<std::uint32_t>(sides);
  mesh.vertices.emplace_back(0, 0, profile.front().y());
  for (std::size_t k = 1; k + 1 < profile.size(); ++k) {
    for (int i = 0; i < sides; ++i) {
      const double angle = 2 * std::numbers::pi * i / sides;
      mesh.vertices.emplace_back(profile[k].x() * std::cos(angle), profile[k].x() * std::sin(angle),
                                 profile[k].y());
    }
  }
  mesh.vertices.emplace_back(0, 0, profile.back().y());
  const std::uint32_t top = index(mesh.vertices.size() - 1);
  for (std::uint32_t i = 0; i < around; ++i) {
    const std::uint32_t j = (i + 1) % around;
    mesh.faces.push_back({0, 1 + j, 1 + i});
    mesh.faces.push_back({top, top - around + i, top - around + j});
  }
  for (std::uint32_t k = 0; k + 3 < profile.size(); ++k) {
    join_rings(mesh, 1 + k * around, 1 + (k + 1) * around, around);
  }
  return mesh;
}

TriangleMesh tube(const std::vector<Eigen::Vector2d>& path_xz, const std::vector<double>& radius_mm,
                  int sides) {
  TriangleMesh mesh;
  const auto around = static_cast<std::uint32_t>(sides);
  for (std::size_t k = 0; k < path_xz.size(); ++k) {
    const Eigen::Vector2d& before = path_xz[k == 0 ? 0 : k - 1];
    const Eigen::Vector2d& after = path_xz[k + 1 == path_xz.size() ? k : k + 1];
    const Eigen::Vector2d along = (after - before).normalized();
    const Eigen::Vector3d side(-along.y(), 0, along.x());
    for (int i = 0; i < sides; ++i) {
      const double angle = 2 * std::numbers::pi * i / sides;
      mesh.vertices.push_back(Eigen::Vector3d(path_xz[k].x(), 0, path_xz[k].y()) +
                              radius_mm[k] *
                                  (std::cos(angle) * side + std::sin(angle) * Eigen::Vector3d::UnitY()));
    }
    if (k > 0) join_rings(mesh, index(k - 1) * around, index(k) * around, around);
  }
  const std::uint32_t last = index(mesh.vertices.size()) - around;
  for (std::uint32_t i = 1; i + 1 < around; ++i) {
    mesh.faces.push_back({0, i + 1, i});
    mesh.faces.push_back({last, last + i, last + i + 1});
  }
  turn_outward(mesh);
  return mesh;
}

TriangleMesh field_body(const HeightField& field, double floor_z) {
  TriangleMesh mesh;
  const std::size_t n = field.n;
  const std::size_t row = n + 1;
  const double half = 0.5 * static_cast<double>(n) * field.cell_mm;
  for (std::size_t k = 0; k < row * row; ++k) {
    mesh.vertices.emplace_back(static_cast<double>(k % row) * field.cell_mm - half,
                               static_cast<double>(k / row) * field.cell_mm - half, field.z[k]);
  }
  for (std::size_t j = 0; j < n; ++j) {
    for (std::size_t i = 0; i < n; ++i) {
      const std::uint32_t k = index(j * row + i);
      const std::uint32_t up = index(row);
      mesh.faces.push_back({k, k + 1, k + up + 1});
      mesh.faces.push_back({k, k + up + 1, k + up});
    }
  }
  std::vector<std::uint32_t> rim;  // counter-clockwise seen from above
  for (std::size_t i = 0; i < n; ++i) rim.push_back(index(i));
  for (std::size_t j = 0; j < n; ++j) rim.push_back(index(j * row + n));
  for (std::size_t i = n; i > 0; --i) rim.push_back(index(n * row + i));
  for (std::size_t j = n; j > 0; --j) rim.push_back(index(j * row));
  const std::uint32_t first = index(mesh.vertices.size());
  const std::uint32_t count = index(rim.size());
  for (const std::uint32_t k : rim)
    mesh.vertices.emplace_back(mesh.vertices[k].x(), mesh.vertices[k].y(), floor_z);
  mesh.vertices.emplace_back(0, 0, floor_z);
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint32_t j = (i + 1) % count;
    mesh.faces.push_back({rim[i], first + i, first + j});
    mesh.faces.push_back({rim[i], first + j, rim[j]});
    mesh.faces.push_back({first + count, first + j, first + i});
  }
  turn_outward(mesh);
  return mesh;
}

}  // namespace intercusp
