// The point of a triangle that is closest to a given point, and the feature on which it lies (Ericson 2005,
// Real-Time Collision Detection, 5.1.5); and the distance between two triangles.
#pragma once

#include <Eigen/Core>
#include <array>

namespace intercusp {

enum class TrianglePart { face, corner_a, corner_b, corner_c, edge_ab, edge_bc, edge_ca };

struct ClosestOnTriangle {
  Eigen::Vector3d point;
  TrianglePart part;
};

[[nodiscard]] inline ClosestOnTriangle closest_on_triangle(const Eigen::Vector3d& p, const Eigen::Vector3d& a,
                                                           const Eigen::Vector3d& b,
                                                           const Eigen::Vector3d& c) {
  const Eigen::Vector3d ab = b - a, ac = c - a, ap = p - a;
  const double d1 = ab.dot(ap), d2 = ac.dot(ap);
  if (d1 <= 0 && d2 <= 0) return {a, TrianglePart::corner_a};
  const Eigen::Vector3d bp = p - b;
  const double d3 = ab.dot(bp), d4 = ac.dot(bp);
  if (d3 >= 0 && d4 <= d3) return {b, TrianglePart::corner_b};
  const double vc = d1 * d4 - d3 * d2;
  if (vc <= 0 && d1 >= 0 && d3 <= 0) return {a + d1 / (d1 - d3) * ab, TrianglePart::edge_ab};
  const Eigen::Vector3d cp = p - c;
  const double d5 = ab.dot(cp), d6 = ac.dot(cp);
  if (d6 >= 0 && d5 <= d6) return {c, TrianglePart::corner_c};
  const double vb = d5 * d2 - d1 * d6;
  if (vb <= 0 && d2 >= 0 && d6 <= 0) return {a + d2 / (d2 - d6) * ac, TrianglePart::edge_ca};
  const double va = d3 * d6 - d5 * d4;
  if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0) {
    return {b + (d4 - d3) / ((d4 - d3) + (d5 - d6)) * (c - b), TrianglePart::edge_bc};
  }
  const double scale = 1 / (va + vb + vc);
  return {a + vb * scale * ab + vc * scale * ac, TrianglePart::face};
}

//! Distance between two disjoint triangles, and the closest points.
struct TriangleGap {
  double squared_mm2;
  Eigen::Vector3d on_first, on_second;  //!< the closest points
};

//! The minimum over all pairs of corner and face and of edge and edge.
//! \pre the triangles do not cross; otherwise the result is the distance between their outlines
[[nodiscard]] TriangleGap triangle_gap(const std::array<Eigen::Vector3d, 3>& first,
                                       const std::array<Eigen::Vector3d, 3>& second);

}  // namespace intercusp
