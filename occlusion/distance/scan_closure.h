// The limits of a scan: its rim, and the skirt and base that import added to close it. They are not anatomy,
// so readings that depend on them are marked.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <memory>
#include <vector>

#include "occlusion/engines/rays/closest_points.h"
#include "occlusion/geometry/closest_on_triangle.h"
#include "occlusion/geometry/solid.h"

namespace intercusp {

class ScanClosure {
 public:
  //! \throw as ClosestPoints
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

//! The rim of a scan: the edges between a jaw's anatomy and the skirt that import added.
class ScanRim {
 public:
  explicit ScanRim(const Solid& solid);

  //! Whether a part of an anatomical face lies on the rim. The rim consists of edges with no anatomy beyond
  //! them, and their ends.
  [[nodiscard]] bool holds(const Face& face, TrianglePart part) const;

 private:
  [[nodiscard]] bool holds_edge(std::uint32_t a, std::uint32_t b) const;

  std::vector<std::uint64_t> edges_;     //!< sorted keys
  std::vector<std::uint32_t> vertices_;  //!< sorted
};

}  // namespace intercusp
