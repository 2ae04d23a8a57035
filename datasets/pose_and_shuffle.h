// The same surface in another pose and another order, which must not matter.
#pragma once

#include <Eigen/Geometry>
#include <cstdint>

#include "datasets/labelled_mesh.h"

namespace intercusp {

//! Any turn, all equally likely, and a shift of up to 50 mm along each axis.
[[nodiscard]] Eigen::Isometry3d random_pose(std::uint64_t seed);

void move(LabelledMesh& surface, const Eigen::Isometry3d& pose);

//! Vertices and faces in random order; each face starts at a random corner and keeps its direction.
void shuffle(LabelledMesh& surface, std::uint64_t seed);

}  // namespace intercusp
