// The point of a triangle that is closest to a point, and on which part of the triangle it lies (Ericson
// 2005, Real-Time Collision Detection, 5.1.5).
#pragma once

#include <Eigen/Core>

namespace intercusp::bench {

template <typename Scalar>
struct ClosestOnTriangle {
  Eigen::Matrix<Scalar, 3, 1> point;
  int part;  //!< 0: the face; 1, 2, 3: vertex a, b, c; 4, 5, 6: edge ab, bc, ca
};

template <typename Scalar>
[[nodiscard]] ClosestOnTriangle<Scalar> closest_on_triangle(const Eigen::Matrix<Scalar, 3, 1>& p,
                                                            const Eigen::Matrix<Scalar, 3, 1>& a,
                                                            const Eigen::Matrix<Scalar, 3, 1>& b,
                                                            const Eigen::Matrix<Scalar, 3, 1>& c) {
  using Vector = Eigen::Matrix<Scalar, 3, 1>;
  const Vector ab = b - a;
  const Vector ac = c - a;
  const Vector ap = p - a;
  const Scalar d1 = ab.dot(ap);
  const Scalar d2 = ac.dot(ap);
  if (d1 <= 0 && d2 <= 0) return {a, 1};
  const Vector bp = p - b;
  const Scalar d3 = ab.dot(bp);
  const Scalar d4 = ac.dot(bp);
  if (d3 >= 0 && d4 <= d3) return {b, 2};
  const Scalar vc = d1 * d4 - d3 * d2;
  if (vc <= 0 && d1 >= 0 && d3 <= 0) return {a + d1 / (d1 - d3) * ab, 4};
  const Vector cp = p - c;
  const Scalar d5 = ab.dot(cp);
  const Scalar d6 = ac.dot(cp);
  if (d6 >= 0 && d5 <= d6) return {c, 3};
  const Scalar vb = d5 * d2 - d1 * d6;
  if (vb <= 0 && d2 >= 0 && d6 <= 0) return {a + d2 / (d2 - d6) * ac, 6};
  const Scalar va = d3 * d6 - d5 * d4;
  if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0) {
    return {b + (d4 - d3) / ((d4 - d3) + (d5 - d6)) * (c - b), 5};
  }
  const Scalar scale = 1 / (va + vb + vc);
  return {a + vb * scale * ab + vc * scale * ac, 0};
}

}  // namespace intercusp::bench
