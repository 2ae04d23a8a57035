#include "io/mesh/repair/parts.h"

#include <Eigen/Geometry>
#include <cmath>
#include <numbers>

namespace intercusp::repair {

std::vector<Part> parts_of(const WorkingMesh& mesh) {
  const Components components = components_of(mesh);
  std::vector<Part> parts(components.count);
  for (std::uint32_t f = 0; f < mesh.face_count(); ++f) {
    Part& part = parts[components.of_face[f]];
    part.faces.push_back(f);
    for (int corner = 0; corner < 3; ++corner) part.bounds.add(mesh.point(f, corner));
    part.turned_faces += mesh.turned[f];
    for (std::uint32_t h = 3 * f; h < 3 * f + 3; ++h) part.open |= mesh.twin[h] == none;
  }
  for (Part& part : parts) {
    const Eigen::Vector3d middle = part.bounds.centre();
    for (const std::uint32_t f : part.faces) {
      part.volume += (mesh.point(f, 0) - middle).dot(mesh.normal(f)) / 6;
    }
  }
  return parts;
}

double winding_number(const WorkingMesh& mesh, const Part& part, const Eigen::Vector3d& point) {
  double angle = 0;
  for (const std::uint32_t f : part.faces) {
    const Eigen::Vector3d a = mesh.point(f, 0) - point;
    const Eigen::Vector3d b = mesh.point(f, 1) - point;
    const Eigen::Vector3d c = mesh.point(f, 2) - point;
    const double la = a.norm();
    const double lb = b.norm();
    const double lc = c.norm();
    angle += 2 * std::atan2(a.dot(b.cross(c)), la * lb * lc + a.dot(b) * lc + b.dot(c) * la + c.dot(a) * lb);
  }
  return angle / (4 * std::numbers::pi);
}

}  // namespace intercusp::repair
