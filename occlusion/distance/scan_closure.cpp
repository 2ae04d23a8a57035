#include "occlusion/distance/scan_closure.h"

#include <cstdint>
#include <unordered_map>

namespace intercusp {
namespace {

//! A mesh of these faces with only their vertices.
TriangleMesh added_faces(const Solid& solid) {
  TriangleMesh added;
  std::unordered_map<std::uint32_t, std::uint32_t> number;  // in `added`
  for (std::size_t face = solid.anatomy_faces; face < solid.mesh.faces.size(); ++face) {
    Face& corners = added.faces.emplace_back(solid.mesh.faces[face]);
    for (std::uint32_t& vertex : corners) {
      const auto [place, is_new] = number.try_emplace(vertex, added.vertices.size());
      if (is_new) added.vertices.push_back(solid.mesh.vertices[vertex]);
      vertex = place->second;
    }
  }
  return added;
}

}  // namespace

ScanClosure::Faces::Faces(const Solid& solid) : mesh(added_faces(solid)), points(mesh, mesh.faces.size()) {}

ScanClosure::ScanClosure(const Solid& solid) {
  if (solid.anatomy_faces < solid.mesh.faces.size()) faces_ = std::make_unique<const Faces>(solid);
}

bool ScanClosure::is_within(const Eigen::Vector3d& point, double radius_mm) const {
  return faces_ && faces_->points.within(point, radius_mm).has_value();
}

}  // namespace intercusp
