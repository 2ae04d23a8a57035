#include "occlusion/geometry/vertex_normals.h"

namespace intercusp {

std::vector<Eigen::Vector3d> vertex_normals(std::span<const Eigen::Vector3d> vertices,
                                            std::span<const Face> faces) {
  std::vector<Eigen::Vector3d> normals(vertices.size(), Eigen::Vector3d::Zero());
  for (const Face& face : faces) {
    const Eigen::Vector3d& origin = vertices[face[0]];
    const Eigen::Vector3d normal = (vertices[face[1]] - origin).cross(vertices[face[2]] - origin);
    for (const std::uint32_t vertex : face) normals[vertex] += normal;
  }
  for (Eigen::Vector3d& normal : normals) normal.normalize();  // leaves zero as it is
  return normals;
}

}  // namespace intercusp
