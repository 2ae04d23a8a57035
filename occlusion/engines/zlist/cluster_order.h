// Sorts the faces of a jaw into clusters: near each other, with similar normals and of similar size.
#pragma once

#include <cstdint>
#include <vector>

#include "occlusion/geometry/triangle_mesh.h"

namespace intercusp::zlist {

struct ClusterOrder {
  std::vector<std::uint32_t> faces;   //!< all faces of the mesh
  std::vector<std::uint32_t> begins;  //!< where clusters begin, ascending
};

//! Separates three kinds of faces: usual ones; long ones, which enlarge a cluster's box; and ones so thin
//! that snapping may flip them, which keep a cluster from being skipped. Independent of the number of
//! threads.
//! \param usual_edge_mm nine faces out of ten have no edge longer than this
[[nodiscard]] ClusterOrder cluster_order(const TriangleMesh& mesh, double usual_edge_mm);

//! Sensitivity of a face to flipping when its vertices move: perimeter over twice the area, 1/mm; infinite
//! for zero area.
[[nodiscard]] double thinness_of(const Eigen::Vector3d& a, const Eigen::Vector3d& b,
                                 const Eigen::Vector3d& c);

}  // namespace intercusp::zlist
