// Finds the closest faces of sixteen neighbouring points at a time, with one traversal of a tree of boxes
// (packets, as for rays in Wald et al. 2001). For single or scattered points use
// occlusion/engines/rays/closest_points.h, which gives equal results.
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
  //! \param mesh must outlive this object
  //! \param face_count only the first so many faces are searched
  ClosestFaces(const TriangleMesh& mesh, std::size_t face_count);

  //! For each point of the group, finds the closest face nearer than the group's limit, and its squared
  //! distance. The distance is accurate to some 1e-15 of the size of the face and the point's
  //! coordinates. Among faces at exactly equal distance, the lowest number is returned. May be called
  //! from many threads at once.
  //! \param kernel one of surface::all_kernels(); all give equal results
  void search(surface::PointGroup& group,
              surface::ClosestFacesKernel kernel = surface::all_kernels().first->closest_faces) const;

 private:
  struct Builder;
  [[nodiscard]] surface::FaceTreeView view() const;

  const TriangleMesh* mesh_;
  std::vector<surface::FaceBoxes> boxes_;
  std::unique_ptr<surface::RoughFace[]> rough_;
  std::vector<std::uint32_t> numbers_;  //!< number in the mesh of each face of the tree
  Eigen::Vector3d centre_ = Eigen::Vector3d::Zero();
  double radius_mm_ = 0;
};

}  // namespace intercusp
