#include "occlusion/teeth/surface_shape.h"

#include <cmath>
#include <cstddef>

#include "occlusion/geometry/adjacency.h"

namespace intercusp {
namespace {

using Tensor = Eigen::Matrix<double, 6, 1>;  // xx yy zz xy xz yz

Tensor outer(const Eigen::Vector3d& p, double weight) {
  Tensor t;
  t << p.x() * p.x(), p.y() * p.y(), p.z() * p.z(), p.x() * p.y(), p.x() * p.z(), p.y() * p.z();
  return weight * t;
}

Eigen::Matrix3d matrix_of(const Tensor& t) {
  Eigen::Matrix3d m;
  m << t[0], t[3], t[4], t[3], t[1], t[5], t[4], t[5], t[2];
  return m;
}

}  // namespace

bool is_concave(const Eigen::Matrix3d& curvature, double bend) {
  const Eigen::Matrix3d raised = curvature + bend * Eigen::Matrix3d::Identity();
  return raised(0, 0) < 0 || raised.topLeftCorner<2, 2>().determinant() < 0 || raised.determinant() < 0;
}

SurfaceShape surface_shape(const TriangleMesh& mesh, double radius_mm) {
  const std::size_t n = mesh.vertices.size();
  SurfaceShape shape;
  shape.area_mm2.assign(n, 0);
  shape.near_margin.assign(n, 0);
  shape.normal.assign(n, Eigen::Vector3d::Zero());
  std::vector<Eigen::Vector3d> face_normal(mesh.faces.size());
  for (std::size_t f = 0; f < mesh.faces.size(); ++f) {
    const Eigen::Vector3d twice = face_normal_twice_area(mesh, f);
    face_normal[f] = twice.normalized();
    for (const std::uint32_t v : mesh.faces[f]) {
      shape.area_mm2[v] += twice.norm() / 6;
      shape.normal[v] += twice;
    }
  }
  for (Eigen::Vector3d& normal : shape.normal) normal.normalize();
  // Integrals of curvature per vertex, then averages over neighbourhoods: diffusion of integral and area.
  std::vector<Tensor> bending(n, Tensor::Zero());
  struct Edge {
    std::uint32_t a, b;
    double length;
  };
  std::vector<Edge> edges;
  double length_sum = 0;
  for_each_edge(mesh, [&](std::uint32_t low, std::uint32_t high, std::span<const EdgeSide> sides) {
    const Eigen::Vector3d along = mesh.vertices[high] - mesh.vertices[low];
    const double length = along.norm();
    edges.push_back({low, high, length});
    length_sum += length;
    if (sides.size() == 1) shape.near_margin[low] = shape.near_margin[high] = 1;
    if (sides.size() != 2 || !(length > 0)) return;
    const bool first_is_low = mesh.faces[sides[0].face][sides[0].corner] == low;
    const Eigen::Vector3d e = (first_is_low ? along : Eigen::Vector3d(-along)) / length;
    const Eigen::Vector3d &n0 = face_normal[sides[0].face], &n1 = face_normal[sides[1].face];
    const double angle = std::atan2(n0.cross(n1).dot(e), n0.dot(n1));
    const Eigen::Vector3d across = (n0 + n1).cross(e).normalized();
    if (!across.allFinite()) return;
    const Tensor t = outer(across, 0.5 * angle * length);
    bending[low] += t;
    bending[high] += t;
  });
  if (edges.empty()) {
    shape.curvature.assign(n, Eigen::Matrix3d::Zero());
    return shape;
  }
  for (int round = 0; round < 2; ++round) {
    std::vector<char> wider = shape.near_margin;
    for (const Edge& e : edges) {
      if (shape.near_margin[e.a]) wider[e.b] = 1;
      if (shape.near_margin[e.b]) wider[e.a] = 1;
    }
    shape.near_margin = wider;
  }
  const double edge = length_sum / static_cast<double>(edges.size());
  // One round spreads by a variance of about edge² / 2 along each axis.
  const int rounds = std::max(1, static_cast<int>(std::lround(radius_mm * radius_mm / (0.5 * edge * edge))));
  std::vector<double> area = shape.area_mm2;
  std::vector<int> degree(n, 0);
  for (const Edge& e : edges) {
    ++degree[e.a];
    ++degree[e.b];
  }
  for (int round = 0; round < rounds; ++round) {
    std::vector<Tensor> next_bending = bending;
    std::vector<double> next_area = area;
    for (const Edge& e : edges) {
      const double share = 0.5 / std::max(degree[e.a], degree[e.b]);
      const Tensor flow = share * (bending[e.a] - bending[e.b]);
      const double area_flow = share * (area[e.a] - area[e.b]);
      next_bending[e.a] -= flow;
      next_bending[e.b] += flow;
      next_area[e.a] -= area_flow;
      next_area[e.b] += area_flow;
    }
    bending.swap(next_bending);
    area.swap(next_area);
  }
  shape.curvature.resize(n);
  for (std::size_t v = 0; v < n; ++v) shape.curvature[v] = matrix_of(bending[v] / std::max(area[v], 1e-9));
  return shape;
}

}  // namespace intercusp
