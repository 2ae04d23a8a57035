#include "occlusion/geometry/shapes.h"

#include <cmath>
#include <map>
#include <numbers>

namespace intercusp::shapes {
namespace {

constexpr double pi = std::numbers::pi;

std::uint32_t index(std::size_t i) { return static_cast<std::uint32_t>(i); }

//! Merges vertices with the same coordinates, so that separately built walls become one body.
TriangleMesh welded(const TriangleMesh& mesh) {
  std::map<std::array<double, 3>, std::uint32_t> known;
  TriangleMesh result;
  std::vector<std::uint32_t> new_index;
  for (const Eigen::Vector3d& v : mesh.vertices) {
    const auto [place, added] = known.try_emplace({v.x(), v.y(), v.z()}, index(result.vertices.size()));
    if (added) result.vertices.push_back(v);
    new_index.push_back(place->second);
  }
  for (const auto& [a, b, c] : mesh.faces) result.faces.push_back({new_index[a], new_index[b], new_index[c]});
  return result;
}

//! Joins two consecutive rings of `around` vertices each by a closed band of faces.
void join_rings(TriangleMesh& mesh, std::uint32_t first, std::uint32_t second, std::uint32_t around) {
  for (std::uint32_t i = 0; i < around; ++i) {
    const std::uint32_t j = (i + 1) % around;
    mesh.faces.push_back({first + i, first + j, second + j});
    mesh.faces.push_back({first + i, second + j, second + i});
  }
}

double cross(const Eigen::Vector2d& a, const Eigen::Vector2d& b, const Eigen::Vector2d& c) {
  return (b.x() - a.x()) * (c.y() - a.y()) - (b.y() - a.y()) * (c.x() - a.x());
}

//! Ear clipping; for small outlines only.
std::vector<Face> triangulate(const std::vector<Eigen::Vector2d>& outline) {
  std::vector<std::uint32_t> left;
  for (std::size_t i = 0; i < outline.size(); ++i) left.push_back(index(i));
  std::vector<Face> faces;
  while (left.size() > 3) {
    std::size_t ear = 0;
    for (; ear < left.size(); ++ear) {
      const std::uint32_t a = left[(ear + left.size() - 1) % left.size()];
      const std::uint32_t b = left[ear];
      const std::uint32_t c = left[(ear + 1) % left.size()];
      if (cross(outline[a], outline[b], outline[c]) <= 0) continue;
      bool holds_another = false;
      for (const std::uint32_t p : left) {
        if (p == a || p == b || p == c) continue;
        holds_another |= cross(outline[a], outline[b], outline[p]) >= 0 &&
                         cross(outline[b], outline[c], outline[p]) >= 0 &&
                         cross(outline[c], outline[a], outline[p]) >= 0;
      }
      if (holds_another) continue;
      faces.push_back({a, b, c});
      break;
    }
    if (ear == left.size()) break;  // the outline crosses itself: a mistake of the caller
    left.erase(left.begin() + static_cast<std::ptrdiff_t>(ear));
  }
  if (left.size() == 3) faces.push_back({left[0], left[1], left[2]});
  return faces;
}

//! Two unit vectors that make a right-handed frame with `axis`.
std::pair<Eigen::Vector3d, Eigen::Vector3d> frame_about(const Eigen::Vector3d& axis) {
  const Eigen::Vector3d u = axis.unitOrthogonal();
  return {u, axis.normalized().cross(u)};
}

}  // namespace

TriangleMesh box(const Eigen::Vector3d& min, const Eigen::Vector3d& max) {
  TriangleMesh mesh;
  for (int i = 0; i < 8; ++i) {
    mesh.vertices.emplace_back((i & 1) != 0 ? max.x() : min.x(), (i & 2) != 0 ? max.y() : min.y(),
                               (i & 4) != 0 ? max.z() : min.z());
  }
  mesh.faces = {{0, 3, 1}, {0, 2, 3}, {4, 5, 7}, {4, 7, 6}, {0, 1, 5}, {0, 5, 4},
                {2, 7, 3}, {2, 6, 7}, {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}};
  return mesh;
}

TriangleMesh fine_box(const Eigen::Vector3d& min, const Eigen::Vector3d& max, double cell_mm) {
  TriangleMesh mesh;
  const auto cells = [&](int axis) {
    return std::max(1, static_cast<int>(std::ceil((max - min)[axis] / cell_mm)));
  };
  const auto coordinate = [&](int axis, int i) {
    const int n = cells(axis);
    return i == n ? max[axis] : min[axis] + (max[axis] - min[axis]) * i / n;
  };
  for (int axis = 0; axis < 3; ++axis) {
    const int a = (axis + 1) % 3;
    const int b = (axis + 2) % 3;
    for (const bool top : {false, true}) {
      const std::uint32_t first = index(mesh.vertices.size());
      for (int j = 0; j <= cells(b); ++j) {
        for (int i = 0; i <= cells(a); ++i) {
          Eigen::Vector3d v;
          v[axis] = top ? max[axis] : min[axis];
          v[a] = coordinate(a, i);
          v[b] = coordinate(b, j);
          mesh.vertices.push_back(v);
        }
      }
      const std::uint32_t stride = index(cells(a)) + 1;
      for (int j = 0; j < cells(b); ++j) {
        for (int i = 0; i < cells(a); ++i) {
          const std::uint32_t p = first + index(j) * stride + index(i);
          const std::array<std::uint32_t, 4> quad = {p, p + 1, p + stride + 1, p + stride};
          if (top) {
            mesh.faces.push_back({quad[0], quad[1], quad[2]});
            mesh.faces.push_back({quad[0], quad[2], quad[3]});
          } else {
            mesh.faces.push_back({quad[0], quad[2], quad[1]});
            mesh.faces.push_back({quad[0], quad[3], quad[2]});
          }
        }
      }
    }
  }
  return welded(mesh);
}

TriangleMesh sphere(const Eigen::Vector3d& centre, double radius_mm, int rings) {
  TriangleMesh mesh;
  const std::uint32_t around = 2 * index(rings);
  mesh.vertices.push_back(centre - Eigen::Vector3d(0, 0, radius_mm));
  for (int r = 1; r < rings; ++r) {
    const double latitude = pi * r / rings - pi / 2;
    for (std::uint32_t i = 0; i < around; ++i) {
      const double longitude = 2 * pi * i / around;
      mesh.vertices.push_back(centre + radius_mm * Eigen::Vector3d(std::cos(latitude) * std::cos(longitude),
                                                                   std::cos(latitude) * std::sin(longitude),
                                                                   std::sin(latitude)));
    }
  }
  const std::uint32_t top = index(mesh.vertices.size());
  mesh.vertices.push_back(centre + Eigen::Vector3d(0, 0, radius_mm));
  for (std::uint32_t i = 0; i < around; ++i) mesh.faces.push_back({0, 1 + (i + 1) % around, 1 + i});
  for (int r = 1; r + 1 < rings; ++r)
    join_rings(mesh, 1 + index(r - 1) * around, 1 + index(r) * around, around);
  const std::uint32_t last = top - around;
  for (std::uint32_t i = 0; i < around; ++i) mesh.faces.push_back({top, last + i, last + (i + 1) % around});
  return mesh;
}

TriangleMesh cylinder(const Eigen::Vector3d& from, const Eigen::Vector3d& to, double radius_mm, int sides) {
  TriangleMesh mesh;
  const auto [u, v] = frame_about(to - from);
  const std::uint32_t around = index(sides);
  for (const Eigen::Vector3d& end : {from, to}) {
    for (std::uint32_t i = 0; i < around; ++i) {
      const double angle = 2 * pi * i / around;
      mesh.vertices.push_back(end + radius_mm * (std::cos(angle) * u + std::sin(angle) * v));
    }
  }
  mesh.vertices.push_back(from);
  mesh.vertices.push_back(to);
  join_rings(mesh, 0, around, around);
  for (std::uint32_t i = 0; i < around; ++i) {
    const std::uint32_t j = (i + 1) % around;
    mesh.faces.push_back({2 * around, j, i});
    mesh.faces.push_back({2 * around + 1, around + i, around + j});
  }
  return mesh;
}

TriangleMesh torus(const Eigen::Vector3d& centre, const Eigen::Vector3d& axis, double ring_radius_mm,
                   double tube_radius_mm, int around_ring, int around_tube) {
  TriangleMesh mesh;
  const auto [u, v] = frame_about(axis);
  const Eigen::Vector3d w = axis.normalized();
  for (int i = 0; i < around_ring; ++i) {
    const double ring_angle = 2 * pi * i / around_ring;
    const Eigen::Vector3d outward = std::cos(ring_angle) * u + std::sin(ring_angle) * v;
    for (int j = 0; j < around_tube; ++j) {
      const double tube_angle = 2 * pi * j / around_tube;
      mesh.vertices.push_back(centre + (ring_radius_mm + tube_radius_mm * std::cos(tube_angle)) * outward +
                              tube_radius_mm * std::sin(tube_angle) * w);
    }
  }
  const std::uint32_t tube = index(around_tube);
  for (int i = 0; i < around_ring; ++i) {
    join_rings(mesh, index((i + 1) % around_ring) * tube, index(i) * tube, tube);
  }
  return mesh;
}

TriangleMesh prism(const std::vector<Eigen::Vector2d>& outline, double z_min, double z_max) {
  TriangleMesh mesh;
  const std::uint32_t n = index(outline.size());
  for (const double z : {z_min, z_max}) {
    for (const Eigen::Vector2d& p : outline) mesh.vertices.emplace_back(p.x(), p.y(), z);
  }
  join_rings(mesh, 0, n, n);
  for (const auto& [a, b, c] : triangulate(outline)) {
    mesh.faces.push_back({a, c, b});
    mesh.faces.push_back({a + n, b + n, c + n});
  }
  return mesh;
}

TriangleMesh moved(TriangleMesh mesh, const Eigen::Isometry3d& pose) {
  for (Eigen::Vector3d& vertex : mesh.vertices) vertex = pose * vertex;
  return mesh;
}

TriangleMesh subdivided(const TriangleMesh& mesh) {
  TriangleMesh result{.vertices = mesh.vertices, .faces = {}};
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> middles;
  const auto middle = [&](std::uint32_t a, std::uint32_t b) {
    const auto [place, added] = middles.try_emplace(std::minmax(a, b), index(result.vertices.size()));
    if (added) result.vertices.emplace_back(0.5 * (mesh.vertices[a] + mesh.vertices[b]));
    return place->second;
  };
  for (const auto& [a, b, c] : mesh.faces) {
    const std::uint32_t ab = middle(a, b);
    const std::uint32_t bc = middle(b, c);
    const std::uint32_t ca = middle(c, a);
    for (const Face& face : {Face{a, ab, ca}, Face{ab, b, bc}, Face{ca, bc, c}, Face{ab, bc, ca}}) {
      result.faces.push_back(face);
    }
  }
  return result;
}

}  // namespace intercusp::shapes
