// The order in which a jaw's faces make good clusters: those of a cluster lie close together, look the same
// way and are of one size.
#pragma once

#include <cstdint>
#include <vector>

#include "occlusion/geometry/triangle_mesh.h"

namespace intercusp::zlist {

struct ClusterOrder {
  std::vector<std::uint32_t> faces;   //!< all faces of the mesh
  std::vector<std::uint32_t> begins;  //!< where clusters begin, ascending
};

//! Three kinds of faces would spoil each other's clusters: usual ones; long ones, which stretch a cluster's
//! box; and ones so thin that snapping a vertex may turn them over, which keep a cluster from being skipped.
//! The same for any number of threads.
//! \param usual_edge_mm nine faces out of ten have no longer edge
[[nodiscard]] ClusterOrder cluster_order(const TriangleMesh& mesh, double usual_edge_mm);

//! How easily moving its vertices turns a face over: its perimeter over twice its area, 1/mm; infinite
//! without area.
[[nodiscard]] double thinness_of(const Eigen::Vector3d& a, const Eigen::Vector3d& b,
                                 const Eigen::Vector3d& c);

}  // namespace intercusp::zlist
