#include "occlusion/teeth/valley_sides.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "occlusion/geometry/adjacency.h"
#include "occlusion/geometry/decompositions.h"

namespace intercusp {
namespace {

constexpr double clear_difference = 0.1;  //!< 1/mm; what is less says nothing of the side
constexpr int smoothing_rounds = 3;       //!< of the step from crown to gum, to see which way it faces
constexpr double ahead = 0.5;             //!< cosine within which a neighbour lies in a direction

struct ScanEdge {
  std::uint32_t a, b;
};

std::vector<ScanEdge> edges_of(std::size_t vertices, std::span<const Face> faces) {
  std::vector<ScanEdge> edges;
  for_each_edge(vertices, faces, [&](std::uint32_t a, std::uint32_t b, std::span<const EdgeSide>) {
    edges.push_back({a, b});
  });
  return edges;
}

//! Vertices with a neighbour on the other side.
std::vector<char> at_border(const std::vector<int>& tooth, const std::vector<ScanEdge>& edges) {
  std::vector<char> border(tooth.size(), 0);
  for (const ScanEdge& e : edges)
    if ((tooth[e.a] < 0) != (tooth[e.b] < 0)) border[e.a] = border[e.b] = 1;
  return border;
}

//! 1 on crowns, 0 on gum, and in between near the border.
std::vector<double> smooth_step(const std::vector<int>& tooth, const std::vector<ScanEdge>& edges) {
  std::vector<double> value(tooth.size());
  std::vector<int> degree(tooth.size(), 0);
  for (std::size_t v = 0; v < value.size(); ++v) value[v] = tooth[v] < 0 ? 0 : 1;
  for (const ScanEdge& e : edges) {
    ++degree[e.a];
    ++degree[e.b];
  }
  for (int round = 0; round < smoothing_rounds; ++round) {
    std::vector<double> sum(value.size(), 0);
    for (const ScanEdge& e : edges) {
      sum[e.a] += value[e.b];
      sum[e.b] += value[e.a];
    }
    for (std::size_t v = 0; v < value.size(); ++v)
      if (degree[v] > 0) value[v] = 0.5 * (value[v] + sum[v] / degree[v]);
  }
  return value;
}

//! Unit vectors in the surface towards the crown; zero without a step.
std::vector<Eigen::Vector3d> towards_crown(const std::vector<double>& step,
                                           const std::vector<ScanEdge>& edges,
                                           const std::vector<Eigen::Vector3d>& vertices,
                                           const SurfaceShape& shape) {
  std::vector<Eigen::Vector3d> slope(step.size(), Eigen::Vector3d::Zero());
  for (const ScanEdge& e : edges) {
    const Eigen::Vector3d along = vertices[e.b] - vertices[e.a];
    const Eigen::Vector3d rise = (step[e.b] - step[e.a]) / along.squaredNorm() * along;
    slope[e.a] += rise;
    slope[e.b] += rise;
  }
  for (std::size_t v = 0; v < slope.size(); ++v) {
    slope[v] -= slope[v].dot(shape.normal[v]) * shape.normal[v];
    slope[v] = slope[v].stableNormalized();
  }
  return slope;
}

//! The neighbours of a vertex in one direction: sums of their curvature, of their distance and of how far they lie below its
//! tangent plane, as a share of the distance.
struct Side {
  double bend = 0, length_mm = 0, fall = 0, count = 0;
  //! Averaged and bare curvature, 1/mm, positive where convex.
  [[nodiscard]] double convexity() const { return bend / count + 2 * fall / length_mm; }
};

}  // namespace

std::vector<int> moved_to_valleys(std::vector<int> tooth, const std::vector<Eigen::Vector3d>& vertices,
                                  std::span<const Face> faces, const SurfaceShape& shape) {
  const std::vector<ScanEdge> edges = edges_of(tooth.size(), faces);
  const std::vector<char> border = at_border(tooth, edges);
  const std::vector<Eigen::Vector3d> to_crown =
      towards_crown(smooth_step(tooth, edges), edges, vertices, shape);
  std::vector<double> least_bend(tooth.size(), 0);
  std::vector<char> wanted = border;
  for (const ScanEdge& e : edges)
    if (border[e.a] || border[e.b]) wanted[e.a] = wanted[e.b] = 1;
  for (std::size_t v = 0; v < tooth.size(); ++v) {
    if (wanted[v]) least_bend[v] = eigenvalues(shape.curvature[v])[0];
  }
  std::vector<Side> crown_side(tooth.size()), gum_side(tooth.size());
  std::vector<int> nearest(tooth.size(), -1);  // the tooth of a neighbour
  for (const ScanEdge& e : edges) {
    for (const auto& [v, w] : {std::pair{e.a, e.b}, std::pair{e.b, e.a}}) {
      if (!border[v] || shape.near_margin[v]) continue;
      if (tooth[w] >= 0) nearest[v] = nearest[v] < 0 ? tooth[w] : std::min(nearest[v], tooth[w]);
      const Eigen::Vector3d along = vertices[w] - vertices[v];
      const double length = along.norm();
      const double cosine = along.dot(to_crown[v]) / length;
      if (std::abs(cosine) <= ahead) continue;
      Side& side = cosine > 0 ? crown_side[v] : gum_side[v];
      side.bend += least_bend[w];
      side.length_mm += length;
      side.fall -= along.dot(shape.normal[v]) / length;
      ++side.count;
    }
  }
  for (std::size_t v = 0; v < tooth.size(); ++v) {
    if (crown_side[v].count == 0 || gum_side[v].count == 0) continue;
    const double gain = crown_side[v].convexity() - gum_side[v].convexity();
    if (gain < -clear_difference)
      tooth[v] = -1;
    else if (gain > clear_difference && tooth[v] < 0)
      tooth[v] = nearest[v];
  }
  return tooth;
}

}  // namespace intercusp
