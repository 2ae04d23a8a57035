// Tetrahedra with whole coordinates: integers alone decide whether two of them meet.
#pragma once

#include <algorithm>
#include <array>
#include <limits>
#include <utility>
#include <vector>

#include "occlusion/geometry/triangle_mesh.h"

namespace intercusp::testing {

using Whole = std::array<long, 3>;
using Tetrahedron = std::array<Whole, 4>;

inline Whole minus(const Whole& a, const Whole& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }
inline Whole cross(const Whole& a, const Whole& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
inline long dot(const Whole& a, const Whole& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
inline long volume(const Tetrahedron& t) {
  return dot(cross(minus(t[1], t[0]), minus(t[2], t[0])), minus(t[3], t[0]));
}

inline TriangleMesh mesh_of(const Tetrahedron& t) {
  TriangleMesh mesh;
  for (const Whole& c : t) mesh.vertices.emplace_back(c[0], c[1], c[2]);
  mesh.faces = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}};
  return mesh;
}

//! Gap between two tetrahedra along the best of the directions that can separate them: normals of faces and cross
//! products of edges. Above 0: apart; 0: they touch; below 0: their interiors meet. Exact.
inline long best_gap(const Tetrahedron& a, const Tetrahedron& b) {
  std::vector<Whole> a_edges, b_edges, directions;
  for (int i = 0; i < 4; ++i) {
    for (int j = 0; j < i; ++j) {
      a_edges.push_back(minus(a[i], a[j]));
      b_edges.push_back(minus(b[i], b[j]));
    }
  }
  for (const auto* first : {&a_edges, &b_edges}) {
    for (const Whole& e : *first) {
      for (const Whole& f : a_edges) directions.push_back(cross(e, f));
      for (const Whole& f : b_edges) directions.push_back(cross(e, f));
    }
  }
  long best = std::numeric_limits<long>::min();
  for (const Whole& n : directions) {
    if (n == Whole{}) continue;
    long a_most = std::numeric_limits<long>::min(), b_least = std::numeric_limits<long>::max();
    for (const Whole& c : a) a_most = std::max(a_most, dot(n, c));
    for (const Whole& c : b) b_least = std::min(b_least, dot(n, c));
    best = std::max(best, b_least - a_most);
  }
  return best;
}

}  // namespace intercusp::testing
