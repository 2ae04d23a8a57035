// A mesh in the form that FCL needs.
#pragma once

#include <fcl/geometry/bvh/BVH_model.h>

#include <memory>
#include <vector>

#include "occlusion/geometry/triangle_mesh.h"

namespace intercusp::bench {

//! FCL's own advice for meshes: boxes for yes or no, swept spheres for distance.
using FclTree = fcl::BVHModel<fcl::OBBRSSd>;

[[nodiscard]] inline std::shared_ptr<FclTree> fcl_tree_of(const TriangleMesh& mesh) {
  std::vector<fcl::Triangle> faces;
  faces.reserve(mesh.faces.size());
  for (const Face& face : mesh.faces) faces.emplace_back(face[0], face[1], face[2]);
  auto tree = std::make_shared<FclTree>();
  tree->beginModel();
  tree->addSubModel(mesh.vertices, faces);
  tree->endModel();
  return tree;
}

}  // namespace intercusp::bench
