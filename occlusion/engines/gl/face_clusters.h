// Clusters of neighbouring faces that a draw includes or skips as a whole.
//
// Faces are sorted along a space-filling curve, so that a run of them has a small box and similar normals. A
// cone around the normals shows whether a whole cluster faces away.
#pragma once

#include <Eigen/Geometry>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "occlusion/geometry/triangle_mesh.h"

namespace intercusp::gl {

//! Faces [first, first + count).
struct FaceRange {
  std::uint32_t first = 0;
  std::uint32_t count = 0;
};

//! Every face's unit normal is within the cone, or the cone is not known.
struct NormalCone {
  Eigen::Vector3d axis = Eigen::Vector3d::Zero();
  double sine = 2;  //!< of the half angle; above 1 where normals differ by a right angle and more

  //! Whether every normal n has n · direction < -least. \pre `direction` is of unit length.
  [[nodiscard]] bool turned_from(const Eigen::Vector3d& direction, double least) const {
    return axis.dot(direction) < -(sine + least);
  }
};

constexpr std::size_t faces_per_cluster = 128;

struct FaceCluster {
  FaceRange faces;  //!< places in the order
  Eigen::AlignedBox3d box;
  NormalCone normals;
  //! Least altitude of a face, mm. OpenGL snaps vertices to parts of a pixel, which may flip faces smaller
  //! than that.
  double least_altitude_mm = 0;
  double longest_side_mm = 0;  //!< of any face
};

//! Sorts faces along a Morton curve; within a cluster they keep the mesh's order.
//! \param leading_faces the first that many stay before all others
[[nodiscard]] std::vector<std::int32_t> order_along_curve(const TriangleMesh& mesh,
                                                          std::size_t leading_faces);

[[nodiscard]] std::vector<FaceCluster> clusters_of(const TriangleMesh& mesh,
                                                   const std::vector<std::int32_t>& order);

}  // namespace intercusp::gl
