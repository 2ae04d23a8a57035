// Step 1, the surface: a scan at the scale that teeth are sought at, with its normals and curvature, its holes and its separate pieces.
#pragma once

#include <Eigen/Geometry>
#include <cstdint>
#include <span>
#include <vector>

#include "occlusion/geometry/triangle_mesh.h"
#include "occlusion/teeth/jaw_scan.h"

namespace intercusp {

struct ScanSurface {
  //! A frame that belongs to the shape: its middle and principal axes. Vertices are in order of their place along
  //! these axes, so that a pose of the scan changes no decision.
  Eigen::Isometry3d own_from_scan = Eigen::Isometry3d::Identity();
  TriangleMesh mesh;              //!< mm, the scan's frame; no two vertices in the same place
  std::vector<Face> whole_faces;  //!< of the same vertices, before long edges were split
  std::vector<std::uint32_t>
      of_vertex;              //!< its vertex for each vertex of the scan, or `no_vertex` (jaw_scan.h)
  WeldedScan before_merging;  //!< empty unless neighbours were merged
};

//! Merges vertices in the same place, drops faces without area or with bad indices or coordinates, splits long
//! edges and, where edges are short, merges neighbours. The result does not depend on the order of the
//! scan's vertices and faces.
[[nodiscard]] ScanSurface scan_surface(std::span<const Eigen::Vector3d> vertices,
                                       std::span<const Face> faces);

struct SurfaceShape {
  std::vector<double> area_mm2;         //!< a third of the faces around each vertex
  std::vector<Eigen::Vector3d> normal;  //!< unit, outward, per vertex
  //! Curvature tensor per vertex, 1/mm: p·K·p is the normal curvature along p, positive where convex.
  std::vector<Eigen::Matrix3d> curvature;
  std::vector<char> near_margin;  //!< within two edges of an open edge
};

//! Whether a surface is concave by more than `bend`, 1/mm, in some direction: whether the curvature with `bend` added in all
//! directions has an eigenvalue below zero.
[[nodiscard]] bool is_concave(const Eigen::Matrix3d& curvature, double bend);

//! Averages dihedral angles over about `radius_mm` (Cohen-Steiner & Morvan 2003).
[[nodiscard]] SurfaceShape surface_shape(const TriangleMesh& mesh, double radius_mm);

struct Enclosure {
  bool closed = false;    //!< but for holes that are no margin: length² < 1.2 × the area of their component
  double volume_mm3 = 0;  //!< with fans over all holes; negative where the surface is inside out
};

//! A few pinholes leave a printed model "open", but its enclosed volume still tells inside from outside.
[[nodiscard]] Enclosure enclosure_of(const TriangleMesh& mesh);

//! The separate piece of each vertex, −1 where its piece is no crown by its area. All −1 with fewer than four crowns.
[[nodiscard]] std::vector<int> crown_pieces(const TriangleMesh& mesh, const SurfaceShape& shape);

}  // namespace intercusp
