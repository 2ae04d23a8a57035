// Tests whether a point lies inside a solid, by the winding number along a line from it, in double precision.
//
// Distances take their sign from this test, not from the normal at the closest point. Where parts of a jaw
// overlap or a scan was closed by a skirt, the closest face may belong to a part other than the one that
// contains the point.
#pragma once

#include <Eigen/Core>
#include <memory>
#include <optional>

#include "occlusion/geometry/triangle_mesh.h"

namespace intercusp {

class InsideTest {
 public:
  //! \param mesh must outlive this object
  //! \throw std::runtime_error if Embree has no device or cannot build the tree
  explicit InsideTest(const TriangleMesh& mesh);
  ~InsideTest();
  InsideTest(InsideTest&&) noexcept;
  InsideTest& operator=(InsideTest&&) noexcept;

  //! Whether the winding number is at least 1. Empty if undecided: for a mesh with open edges (compared by
  //! index), which has no inside; or if every line tried passes an edge, or a face between inside and outside
  //! passes the point, more closely than rounding resolves (1e-9 mm). Everything beyond the mesh's box is
  //! outside. A point on a face that lies inside another part of the solid is inside. May be called from many
  //! threads at once; allocates nothing.
  [[nodiscard]] std::optional<bool> inside(const Eigen::Vector3d& point) const;

 private:
  class FaceBoxes;
  std::unique_ptr<FaceBoxes> boxes_;  //!< null if the mesh is open
};

}  // namespace intercusp
