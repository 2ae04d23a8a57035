#include "tests/occlusion/several/polyhedra.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

namespace intercusp::testing {

using Eigen::Vector2d;
using Eigen::Vector3d;

namespace {

std::uint32_t add_ring(Polyhedron& shape, const std::vector<Vector2d>& outline, double z, double times = 1) {
  const auto first = static_cast<std::uint32_t>(shape.vertices.size());
  for (const Vector2d& at : outline) shape.vertices.emplace_back(times * at.x(), times * at.y(), z);
  return first;
}

Polygon ring(std::uint32_t first, std::uint32_t count, bool up) {
  Polygon polygon;
  for (std::uint32_t i = 0; i < count; ++i) polygon.push_back(first + (up ? i : count - 1 - i));
  return polygon;
}

}  // namespace

Polyhedron moved(Polyhedron shape, const Eigen::Isometry3d& pose) {
  for (Vector3d& vertex : shape.vertices) vertex = pose * vertex;
  return shape;
}

Polyhedron moved(Polyhedron shape, const Vector3d& by) {
  for (Vector3d& vertex : shape.vertices) vertex += by;
  return shape;
}

Polyhedron joined(Polyhedron a, const Polyhedron& b) {
  const auto first = static_cast<std::uint32_t>(a.vertices.size());
  a.vertices.insert(a.vertices.end(), b.vertices.begin(), b.vertices.end());
  for (Polygon polygon : b.polygons) {
    for (std::uint32_t& vertex : polygon) vertex += first;
    a.polygons.push_back(std::move(polygon));
  }
  return a;
}

Polyhedron turned_inside_out(Polyhedron shape) {
  for (Polygon& polygon : shape.polygons) std::ranges::reverse(polygon);
  return shape;
}

void add_wall(Polyhedron& shape, std::uint32_t below, std::uint32_t above, std::uint32_t count) {
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint32_t j = (i + 1) % count;
    shape.polygons.push_back({below + i, below + j, above + j, above + i});
  }
}

Polyhedron frustum(const std::vector<Vector2d>& outline, double z_below, double z_above, double narrowing) {
  Polyhedron shape;
  const auto count = static_cast<std::uint32_t>(outline.size());
  const std::uint32_t below = add_ring(shape, outline, z_below),
                      above = add_ring(shape, outline, z_above, narrowing);
  add_wall(shape, below, above, count);
  shape.polygons.push_back(ring(below, count, false));
  shape.polygons.push_back(ring(above, count, true));
  return shape;
}

std::vector<Vector2d> rectangle(double x, double y) { return {{-x, -y}, {x, -y}, {x, y}, {-x, y}}; }

std::vector<Vector2d> circle(double radius, int corners, double phase) {
  std::vector<Vector2d> outline;
  for (int i = 0; i < corners; ++i) {
    const double angle = phase + 2 * std::numbers::pi * i / corners;
    outline.emplace_back(radius * std::cos(angle), radius * std::sin(angle));
  }
  return outline;
}

Polyhedron box(const Vector3d& low, const Vector3d& high) {
  const Vector3d half = 0.5 * (high - low);
  Polyhedron shape = frustum(rectangle(half.x(), half.y()), -half.z(), half.z());
  for (Vector3d& vertex : shape.vertices) {  // corners to the bit
    for (int k = 0; k < 3; ++k) vertex[k] = vertex[k] < 0 ? low[k] : high[k];
  }
  return shape;
}

Polyhedron cube(double half) { return box(Vector3d::Constant(-half), Vector3d::Constant(half)); }

Polyhedron socket(const Vector2d& outer, const Vector2d& inner, double bottom, double floor, double top) {
  Polyhedron shape;
  const auto out = rectangle(outer.x(), outer.y()), in = rectangle(inner.x(), inner.y());
  const std::uint32_t below = add_ring(shape, out, bottom), rim = add_ring(shape, out, top);
  const std::uint32_t mouth = add_ring(shape, in, top), ground = add_ring(shape, in, floor);
  shape.polygons.push_back(ring(below, 4, false));
  add_wall(shape, below, rim, 4);
  add_wall(shape, rim, mouth, 4);
  add_wall(shape, mouth, ground, 4);
  shape.polygons.push_back(ring(ground, 4, true));
  return shape;
}

Polyhedron lathe(const std::vector<Vector2d>& profile, int around, double phase) {
  Polyhedron shape;
  const auto count = static_cast<std::uint32_t>(profile.size());
  for (int i = 0; i < around; ++i) {
    const double angle = phase + 2 * std::numbers::pi * i / around;
    for (const Vector2d& at : profile)
      shape.vertices.emplace_back(at.x() * std::cos(angle), at.x() * std::sin(angle), at.y());
  }
  for (int i = 0; i < around; ++i) {
    const auto here = static_cast<std::uint32_t>(i) * count,
               next = static_cast<std::uint32_t>((i + 1) % around) * count;
    for (std::uint32_t j = 0; j < count; ++j)
      shape.polygons.push_back({here + j, next + j, next + (j + 1) % count, here + (j + 1) % count});
  }
  return shape;
}

Polyhedron ball(double radius, int rings, int around) {
  Polyhedron shape;
  const auto count = static_cast<std::uint32_t>(around);
  std::vector<std::uint32_t> first;
  for (int i = 1; i < rings; ++i) {
    const double angle = std::numbers::pi * i / rings - std::numbers::pi / 2;
    first.push_back(add_ring(shape, circle(radius * std::cos(angle), around), radius * std::sin(angle)));
  }
  for (std::size_t i = 1; i < first.size(); ++i) add_wall(shape, first[i - 1], first[i], count);
  const auto south = static_cast<std::uint32_t>(shape.vertices.size()), north = south + 1;
  shape.vertices.emplace_back(0, 0, -radius);
  shape.vertices.emplace_back(0, 0, radius);
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint32_t j = (i + 1) % count;
    shape.polygons.push_back({south, first.front() + j, first.front() + i});
    shape.polygons.push_back({north, first.back() + i, first.back() + j});
  }
  return shape;
}

Polyhedron crown(const Vector2d& outer, const Vector2d& inner, double pocket, double top, double margin) {
  Polyhedron shape = socket(outer, inner, -top, -pocket, -margin);
  for (Vector3d& vertex : shape.vertices) vertex = {vertex.x(), -vertex.y(), -vertex.z()};
  return shape;
}

TriangleMesh prism(const std::vector<Eigen::Vector2d>& outline, const std::vector<Face>& triangles,
                   double least_y, double most_y) {
  TriangleMesh mesh;
  const auto count = static_cast<std::uint32_t>(outline.size());
  for (const double y : {least_y, most_y})
    for (const Eigen::Vector2d& corner : outline) mesh.vertices.emplace_back(corner.x(), y, corner.y());
  for (const auto& [a, b, c] : triangles) {
    mesh.faces.push_back({a, b, c});
    mesh.faces.push_back({count + a, count + c, count + b});
  }
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint32_t next = (i + 1) % count;
    mesh.faces.push_back({i, count + i, count + next});
    mesh.faces.push_back({i, count + next, next});
  }
  return mesh;
}

TriangleMesh triangulated(const Polyhedron& shape, std::uint32_t turn) {
  TriangleMesh mesh{.vertices = shape.vertices, .faces = {}};
  for (const Polygon& polygon : shape.polygons) {
    const auto count = static_cast<std::uint32_t>(polygon.size());
    for (std::uint32_t i = 1; i + 1 < count; ++i)
      mesh.faces.push_back(
          {polygon[turn % count], polygon[(turn + i) % count], polygon[(turn + i + 1) % count]});
  }
  return mesh;
}

}  // namespace intercusp::testing
