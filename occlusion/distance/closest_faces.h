// Closest faces of sixteen neighbouring points at a time, with one traversal of a tree of boxes (packets, as
// in Wald et al. 2001 for rays). For single or scattered points use occlusion/engines/rays/closest_points.h,
// which finds the same.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "occlusion/distance/kernels/kernels.h"
#include "occlusion/geometry/triangle_mesh.h"

namespace intercusp {

class ClosestFaces {
 public:
  //! \param face_count the first that many faces take part. The mesh must outlive this.
  ClosestFaces(const TriangleMesh& mesh, std::size_t face_count);

  //! For each point of the group the closest face nearer than the group's limit, and its squared distance. The distance
  //! is right to some 1e-15 of the size of the face and the point's coordinates. Of faces at exactly the same distance,
  //! the lowest number is named. May be called from many threads at once. \param kernel one of surface::all_kernels();
  //! they find the same
  void search(surface::PointGroup& group,
              surface::ClosestFacesKernel kernel = surface::all_kernels().first->closest_faces) const;

 private:
  struct Builder;
  [[nodiscard]] surface::FaceTreeView view() const;

  const TriangleMesh* mesh_;
  std::vector<surface::FaceBoxes> boxes_;
  std::unique_ptr<surface::RoughFace[]> rough_;
  std::vector<std::uint32_t> numbers_;  //!< of the faces in the mesh
  Eigen::Vector3d centre_ = Eigen::Vector3d::Zero();
  double radius_mm_ = 0;
};

}  // namespace intercusp
