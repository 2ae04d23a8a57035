// The skirt and base that import closed a scan with: nobody has scanned them, so whatever they decide is
// marked. Most places are far from them, and that is quickly seen.
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

  //! Whether a face that import added is as close to the point as that.
  [[nodiscard]] bool is_within(const Eigen::Vector3d& point, double radius_mm) const;

 private:
  struct Faces {
    explicit Faces(const Solid& solid);
    TriangleMesh mesh;
    ClosestPoints points;
  };
  std::unique_ptr<const Faces> faces_;  //!< none where the jaw is anatomy throughout
};

}  // namespace intercusp
