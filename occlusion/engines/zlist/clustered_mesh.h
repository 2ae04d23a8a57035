// A jaw's mesh, prepared once for drawing in all poses: faces in clusters of similar orientation, so that
// draws can skip clusters.
//
// Each cluster has its own vertices, in single precision relative to a point shared by all clusters. A vertex used by
// two clusters has the same bits in both, so cracks cannot open. Rounding moves a vertex by at most 2^-24 of its
// distance from that point, 0.000004 mm at 64 mm.
#pragma once

#include <Eigen/Geometry>
#include <cstdint>
#include <vector>

#include "occlusion/engines/zlist/kernels/kernels.h"
#include "occlusion/geometry/solid.h"
#include "occlusion/geometry/triangle_mesh.h"

namespace intercusp::zlist {

//! Bounds of a cluster's positions and normals, in the mesh's frame about ClusteredMesh::centre().
struct ClusterBounds {
  Eigen::AlignedBox3f box;
  Eigen::AlignedBox3f normals;  //!< range of the unit normals, without the rounding of single precision
  //! Greatest perimeter over twice the area, 1/mm: how easily moving its vertices flips a face. Infinite if a
  //! face has no area; its normal is left out.
  float thinness = 0;
};

class ClusteredMesh {
 public:
  //! \throw std::length_error for more faces than 30 bits can number
  explicit ClusteredMesh(const Solid& jaw);

  [[nodiscard]] const Eigen::Vector3d& centre() const { return centre_; }
  [[nodiscard]] std::size_t cluster_count() const { return bounds_.size(); }
  [[nodiscard]] const std::vector<ClusterBounds>& bounds() const { return bounds_; }
  [[nodiscard]] const Eigen::AlignedBox3f& box() const { return box_; }

  //! Nine faces out of ten have no edge longer than this, mm.
  [[nodiscard]] double usual_edge_mm() const { return usual_edge_mm_; }

  //! A cluster as the drawing kernels read it.
  [[nodiscard]] ClusterView cluster(std::size_t index) const;

 private:
  struct ClusterRange {
    std::uint32_t first_vertex = 0, first_face = 0;
    std::uint32_t first_corner = 0;
    std::uint16_t vertex_count = 0, face_count = 0;
  };
  struct Workspace;
  void add_face(const Solid& jaw, std::uint32_t face, Workspace& work);
  void end_cluster(Workspace& work);

  Eigen::Vector3d centre_;
  Eigen::AlignedBox3f box_;
  double usual_edge_mm_ = 0;
  std::vector<ClusterBounds> bounds_;
  std::vector<ClusterRange> ranges_;
  std::vector<float> x_, y_, z_;
  std::vector<PackedFace> corners_;   // padded for each cluster
  std::vector<std::uint32_t> faces_;  // number in the mesh of each face, with its sheet_bit
};

//! Sorts the faces of a jaw into clusters: near each other, with similar normals and of similar size.
struct ClusterOrder {
  std::vector<std::uint32_t> faces;   //!< all faces of the mesh
  std::vector<std::uint32_t> begins;  //!< index of each cluster's first face, ascending
};

//! Separates three kinds of faces: usual ones; long ones, which enlarge a cluster's box; and ones so thin
//! that snapping may flip them, which prevent a cluster from being skipped. The result does not depend on the
//! number of threads.
//! \param usual_edge_mm nine faces out of ten have no edge longer than this
[[nodiscard]] ClusterOrder cluster_order(const TriangleMesh& mesh, double usual_edge_mm);

//! Sensitivity of a face to flipping when its vertices move: perimeter over twice the area, 1/mm; infinite
//! for zero area.
[[nodiscard]] double thinness_of(const Eigen::Vector3d& a, const Eigen::Vector3d& b,
                                 const Eigen::Vector3d& c);

}  // namespace intercusp::zlist
