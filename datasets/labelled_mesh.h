// A mesh with one integer per vertex, produced by generators and written by write_ply.
#pragma once

#include <Eigen/Geometry>
#include <cstdint>
#include <vector>

#include "occlusion/geometry/triangle_mesh.h"

namespace intercusp {

struct LabelledMesh {
  TriangleMesh mesh;
  std::vector<int> labels;  //!< FDI number per vertex, 0 = gum; empty without labels
};

// A surface in another pose and another order, which must not matter.

//! Any turn, all equally likely, and a shift of up to 50 mm along each axis.
[[nodiscard]] Eigen::Isometry3d random_pose(std::uint64_t seed);

void move(LabelledMesh& surface, const Eigen::Isometry3d& pose);

//! Vertices and faces in random order; each face starts at a random corner and keeps its direction.
void shuffle(LabelledMesh& surface, std::uint64_t seed);

}  // namespace intercusp
