// Step 1, the surface: a scan resampled to the scale of teeth, with its normals,
// curvature, holes and separate pieces.
#pragma once

#include <Eigen/Geometry>
#include <cstdint>
#include <span>
#include <vector>

#include "occlusion/geometry/triangle_mesh.h"
#include "occlusion/teeth/jaw_scan.h"

namespace intercusp {

struct ScanSurface {
  //! The shape's own frame: its centre and principal axes. Vertices are sorted along these axes, so that the
  //! pose of the scan changes no decision.
  Eigen::Isometry3d own_from_scan = Eigen::Isometry3d::Identity();
  TriangleMesh mesh;              //!< mm, in the scan's frame; each place once
  std::vector<Face> whole_faces;  //!< faces of these vertices before long edges were split
  //! The mesh's vertex for each vertex of the scan, or `no_vertex` (jaw_scan.h).
  std::vector<std::uint32_t> of_vertex;
  WeldedScan before_merging;  //!< empty unless neighbours were merged
};

//! Merges vertices in the same place; drops faces without area or with bad indices or coordinates;
//! splits long edges; merges neighbours where edges are short. The result does not depend on the order
//! of the scan's vertices and faces.
[[nodiscard]] ScanSurface scan_surface(std::span<const Eigen::Vector3d> vertices,
                                       std::span<const Face> faces);

struct SurfaceShape {
  std::vector<double> area_mm2;         //!< per vertex: a third of the area of its faces
  std::vector<Eigen::Vector3d> normal;  //!< unit, outward, per vertex
  //! Curvature tensor per vertex, 1/mm: p·K·p is the normal curvature along p, positive where convex.
  std::vector<Eigen::Matrix3d> curvature;
  std::vector<char> near_margin;  //!< within two edges of an open edge
};

//! Whether some normal curvature is below −`bend`, 1/mm: whether the curvature tensor plus `bend` times the
//! identity has a negative eigenvalue.
[[nodiscard]] bool is_concave(const Eigen::Matrix3d& curvature, double bend);

//! Normals and curvature of a surface; the curvature averages dihedral angles over about `radius_mm`
//! (Cohen-Steiner & Morvan 2003).
[[nodiscard]] SurfaceShape surface_shape(const TriangleMesh& mesh, double radius_mm);

struct Enclosure {
  bool closed = false;    //!< no hole is a margin: each has length² < 1.2 × the area of its component
  double volume_mm3 = 0;  //!< with a fan over each hole; negative if the surface is inside out
};

//! A printed model with a few pinholes is "open", but its enclosed volume still tells inside from outside.
[[nodiscard]] Enclosure enclosure_of(const TriangleMesh& mesh);

//! The separate piece of each vertex; −1 if the area of its piece is not that of a crown. All
//! −1 with fewer than four crowns.
[[nodiscard]] std::vector<int> crown_pieces(const TriangleMesh& mesh, const SurfaceShape& shape);

}  // namespace intercusp
