// A scan at the scale that teeth are sought at: edges of about half a millimetre, whatever the file's are.
#pragma once

#include <Eigen/Geometry>
#include <cstdint>
#include <span>
#include <vector>

#include "occlusion/geometry/triangle_mesh.h"
#include "occlusion/teeth/weld.h"

namespace intercusp {

struct ScanSurface {
  //! A frame that belongs to the shape: its middle and principal axes. Vertices are in order of their place along
  //! these axes, so that a pose of the scan changes no decision.
  Eigen::Isometry3d own_from_scan = Eigen::Isometry3d::Identity();
  TriangleMesh mesh;                     //!< mm, the scan's frame; no two vertices in the same place
  std::vector<Face> whole_faces;         //!< of the same vertices, before long edges were split
  std::vector<std::uint32_t> of_vertex;  //!< its vertex for each vertex of the scan, or `no_vertex` (weld.h)
  WeldedScan before_merging;             //!< empty unless neighbours were merged
};

//! Merges vertices in the same place, drops faces without area or with bad indices or coordinates, splits long
//! edges and, where edges are short, merges neighbours. The result does not depend on the order of the
//! scan's vertices and faces.
[[nodiscard]] ScanSurface scan_surface(std::span<const Eigen::Vector3d> vertices,
                                       std::span<const Face> faces);

}  // namespace intercusp
