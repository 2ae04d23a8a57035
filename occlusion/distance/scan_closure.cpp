#include "occlusion/distance/scan_closure.h"

namespace intercusp {
namespace {

TriangleMesh added_faces(const Solid& solid) {
  TriangleMesh mesh{.vertices = solid.mesh.vertices, .faces = {}};
  mesh.faces.assign(solid.mesh.faces.begin() + static_cast<std::ptrdiff_t>(solid.anatomy_faces),
                    solid.mesh.faces.end());
  return mesh;
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
