// A mesh in an Embree tree, in floats relative to the mesh's centre to keep rounding small. The tree only
// finds candidate faces; all results are computed in double precision from the mesh itself.
#pragma once

#include <Eigen/Core>
#include <cstddef>

#include "occlusion/engines/rays/embree.h"
#include "occlusion/geometry/triangle_mesh.h"

namespace intercusp::rays {

//! Embree's query from a point on, relative to `centre`.
//! \param direction unit length
[[nodiscard]] RTCRayHit line_from(const Eigen::Vector3d& start, const Eigen::Vector3d& direction,
                                  const Eigen::Vector3d& centre);

class MeshTree {
 public:
  //! \param face_count the tree holds the first so many faces, each as one leaf
  //! \throw std::runtime_error if Embree has no device or cannot build the tree
  MeshTree(const TriangleMesh& mesh, std::size_t face_count, RTCSceneFlags flags);

  [[nodiscard]] RTCScene scene() const { return scene_.get(); }
  [[nodiscard]] const Eigen::Vector3d& centre() const { return centre_; }
  //! Radius of a sphere about the centre that contains the mesh; 0 without faces.
  [[nodiscard]] double radius_mm() const { return radius_mm_; }

 private:
  embree::Device device_;
  embree::Scene scene_;  //!< declared after the device, which it must not outlive
  Eigen::Vector3d centre_ = Eigen::Vector3d::Zero();
  double radius_mm_ = 0;
};

}  // namespace intercusp::rays
