// The dental arch of one scan: a path along the crowns, and coordinates along and across it.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "occlusion/base/progress.h"
#include "occlusion/geometry/triangle_mesh.h"
#include "occlusion/teeth/surface_shape.h"

namespace intercusp {

struct ArchPoint {
  double along_mm = 0;   //!< clockwise as seen from the biting side, from the path's beginning
  double across_mm = 0;  //!< towards lips and cheeks
  double height_mm = 0;  //!< towards the opposite jaw
};

//! What lies higher above the occlusal plane is cheek or an instrument.
inline constexpr double stray_height_mm = 5;

struct ArchPath {
  Eigen::Vector3d origin;               //!< a point of the occlusal plane
  Eigen::Vector3d up, right, front;     //!< unit: towards the opposite jaw; axes of the occlusal plane
  std::vector<Eigen::Vector2d> points;  //!< along right and front, at equal steps
  double step_mm = 0;

  [[nodiscard]] double length_mm() const { return step_mm * static_cast<double>(points.size() - 1); }
  //! Unit vector of the scan's frame along the path.
  [[nodiscard]] Eigen::Vector3d tangent(double along_mm) const;
};

//! Where the biting side of an open scan may be: scanners see more of it than of the other.
[[nodiscard]] Eigen::Vector3d side_seen(const SurfaceShape& shape);

//! Where the biting side of a closed jaw may be: either end of each axis along which it is thin.
[[nodiscard]] std::vector<Eigen::Vector3d> sides_of_solid(const TriangleMesh& mesh,
                                                          const SurfaceShape& shape);

//! The arches that a surface may show, the likeliest first; some may have few points.
//! \param up about the direction of the bite, unit
[[nodiscard]] std::vector<ArchPath> find_arches(const TriangleMesh& mesh, const SurfaceShape& shape,
                                                const Eigen::Vector3d& up);

//! The arches on planes at right angles to a direction and on planes tilted from them by an angle, each at several heights.
//! \throw Cancelled
[[nodiscard]] std::vector<ArchPath> tilted_arches(const TriangleMesh& mesh, const SurfaceShape& shape,
                                                  const Eigen::Vector3d& up, double tilt_rad,
                                                  const Progress& progress);

}  // namespace intercusp
