// Tests whether a point lies inside a solid: the winding number along a line from it, in double.
//
// Distances take their sign from here, not from the normal at the closest point: where parts of a jaw overlap
// or a scan was closed by a skirt, the closest face may belong to another part than the one that holds the
// point.
#pragma once

#include <Eigen/Core>
#include <memory>
#include <optional>

#include "occlusion/geometry/triangle_mesh.h"

namespace intercusp {

class InsideTest {
 public:
  //! \param mesh must outlive this. \throw std::runtime_error if Embree has no device or cannot build the
  //! tree.
  explicit InsideTest(const TriangleMesh& mesh);
  ~InsideTest();
  InsideTest(InsideTest&&) noexcept;
  InsideTest& operator=(InsideTest&&) noexcept;

  //! Whether the winding number is at least 1. Empty if undecided: for a mesh with open edges (compared by index),
  //! which has no inside; or if every line tried passes an edge, or the point lies by a face between inside and
  //! outside, too closely for the rounding (1e-9 mm). Everything beyond the mesh's box is outside. A point on a face
  //! that lies within another part of the solid is inside. May be called from many threads at once; allocates nothing.
  [[nodiscard]] std::optional<bool> inside(const Eigen::Vector3d& point) const;

 private:
  class FaceBoxes;
  std::unique_ptr<FaceBoxes> boxes_;  //!< none where the mesh is open
};

}  // namespace intercusp
