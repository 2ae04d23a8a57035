
#include <Eigen/Geometry>
#include <algorithm>

#include "occlusion/geometry/closest_on_triangle.h"

namespace intercusp {
namespace {

using Triangle = std::array<Eigen::Vector3d, 3>;

void keep_closer(TriangleGap& best, const Eigen::Vector3d& on_first, const Eigen::Vector3d& on_second) {
  const double squared = (on_first - on_second).squaredNorm();
  if (squared < best.squared_mm2) best = {squared, on_first, on_second};
}

//! Updates the gap with the closest points of two edges (Ericson 2005, Real-Time Collision Detection, 5.1.9).
void look_at_edges(TriangleGap& best, const Eigen::Vector3d& p, const Eigen::Vector3d& p_end,
                   const Eigen::Vector3d& q, const Eigen::Vector3d& q_end) {
  const Eigen::Vector3d along_p = p_end - p, along_q = q_end - q, between = p - q;
  const double pp = along_p.squaredNorm(), qq = along_q.squaredNorm(), pq = along_p.dot(along_q);
  if (pp <= 0 || qq <= 0) return;  // an edge without length is a corner, which is tested elsewhere
  const double p_between = along_p.dot(between), q_between = along_q.dot(between);
  const double parallel = pp * qq - pq * pq;
  double s =
      parallel > 1e-12 * pp * qq ? std::clamp((pq * q_between - p_between * qq) / parallel, 0.0, 1.0) : 0;
  double t = (pq * s + q_between) / qq;
  if (t < 0 || t > 1) {
    t = std::clamp(t, 0.0, 1.0);
    s = std::clamp((pq * t - p_between) / pp, 0.0, 1.0);
  }
  keep_closer(best, p + s * along_p, q + t * along_q);
}

}  // namespace

TriangleGap triangle_gap(const Triangle& first, const Triangle& second) {
  TriangleGap best{(first[0] - second[0]).squaredNorm(), first[0], second[0]};
  for (const Eigen::Vector3d& corner : first)
    keep_closer(best, corner, closest_on_triangle(corner, second[0], second[1], second[2]).point);
  for (const Eigen::Vector3d& corner : second)
    keep_closer(best, closest_on_triangle(corner, first[0], first[1], first[2]).point, corner);
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j)
      look_at_edges(best, first[i], first[(i + 1) % 3], second[j], second[(j + 1) % 3]);
  }
  return best;
}

}  // namespace intercusp
