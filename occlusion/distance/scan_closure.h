// The skirt and base that import added to close a scan. They are not anatomy, so readings that depend on them
// are marked.
#pragma once

#include <Eigen/Core>
#include <memory>

#include "occlusion/engines/rays/closest_points.h"
#include "occlusion/geometry/solid.h"

namespace intercusp {

class ScanClosure {
 public:
  //! \throw as ClosestPoints.
  explicit ScanClosure(const Solid& solid);

  //! Whether a face added by import lies within the radius of the point.
  [[nodiscard]] bool is_within(const Eigen::Vector3d& point, double radius_mm) const;

 private:
  struct Faces {
    explicit Faces(const Solid& solid);
    TriangleMesh mesh;
    ClosestPoints points;
  };
  std::unique_ptr<const Faces> faces_;  //!< null for a jaw that is all anatomy
};

}  // namespace intercusp
