#include "occlusion/motion/near_point.h"

#include "occlusion/geometry/closest_on_triangle.h"

namespace intercusp::motion {
namespace {

bool is_within(const BoxTree::Node& node, const Eigen::Vector3d& point, double radius_mm) {
  const Eigen::Vector3d beyond = ((point - node.centre()).cwiseAbs() - node.half()).cwiseMax(0.0);
  return beyond.squaredNorm() <= radius_mm * radius_mm;
}

//! Calls visit(face, closest point, distance) for faces within a radius, which it may reduce.
template <class Visit>
void visit_near(const PreparedJaw& jaw, const Eigen::Vector3d& point, double& radius_mm, const Visit& visit) {
  if (jaw.tree.empty()) return;
  std::vector<std::uint32_t> nodes = {JawTree::root};
  while (!nodes.empty()) {
    const std::uint32_t node = nodes.back();
    nodes.pop_back();
    if (!is_within(jaw.tree.node(node), point, radius_mm)) continue;
    if (const auto children = jaw.tree.children(node)) {
      nodes.insert(nodes.end(), children->begin(), children->end());
      continue;
    }
    for (const std::uint32_t face : jaw.tree.faces(node)) {
      const auto& [a, b, c] = jaw.solid->mesh.faces[face];
      const auto& vertices = jaw.solid->mesh.vertices;
      const Eigen::Vector3d closest = closest_on_triangle(point, vertices[a], vertices[b], vertices[c]).point;
      const double distance = (closest - point).norm();
      if (distance <= radius_mm) visit(face, closest, distance);
    }
  }
}

}  // namespace

std::vector<NearFace> faces_near(const PreparedJaw& jaw, const Eigen::Vector3d& point, double radius_mm) {
  std::vector<NearFace> near;
  visit_near(jaw, point, radius_mm, [&](std::uint32_t face, const Eigen::Vector3d& closest, double) {
    near.push_back({face, closest});
  });
  return near;
}

std::optional<NearFace> closest_within(const PreparedJaw& jaw, const Eigen::Vector3d& point,
                                       double radius_mm) {
  std::optional<NearFace> nearest;
  visit_near(jaw, point, radius_mm,
             [&](std::uint32_t face, const Eigen::Vector3d& closest, double distance_mm) {
               nearest = {face, closest};
               radius_mm = distance_mm;
             });
  return nearest;
}

Eigen::Vector3d normal_of(const PreparedJaw& jaw, std::uint32_t face) {
  const auto& [a, b, c] = jaw.solid->mesh.faces[face];
  const auto& vertices = jaw.solid->mesh.vertices;
  return (vertices[b] - vertices[a]).cross(vertices[c] - vertices[a]);
}

bool is_straight_along(const Eigen::Vector3d& normal, const Eigen::Vector3d& way) {
  return normal.dot(way) > 0.999999 * normal.norm() * way.norm();
}

}  // namespace intercusp::motion
