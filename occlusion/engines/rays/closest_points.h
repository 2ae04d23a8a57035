// The closest point of a surface, in any direction.
//
// Embree's tree finds candidate faces; distances are computed in double precision from the mesh's vertices.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <memory>
#include <optional>

#include "occlusion/geometry/triangle_mesh.h"

namespace intercusp {

namespace rays {
class MeshTree;
}

struct ClosestPoint {
  double distance_mm;
  std::uint32_t face;
};

//! Distance from a point to a triangle.
[[nodiscard]] double distance_to_triangle(const Eigen::Vector3d& point, const Eigen::Vector3d& a,
                                          const Eigen::Vector3d& b, const Eigen::Vector3d& c);

class ClosestPoints {
 public:
  //! \param mesh must outlive this object
  //! \param face_count only the first so many faces are searched, for example a solid's anatomy
  //! \throw std::runtime_error if Embree has no device or cannot build the tree
  ClosestPoints(const TriangleMesh& mesh, std::size_t face_count);
  ~ClosestPoints();

  //! The closest face; empty if none is within the radius. Any one of several equally close faces may be
  //! returned. May be called from many threads at once.
  //! \param guess a face that may be close; the search starts with its distance
  [[nodiscard]] std::optional<ClosestPoint> within(const Eigen::Vector3d& point, double radius_mm,
                                                   std::optional<std::uint32_t> guess = std::nullopt) const;

 private:
  const TriangleMesh* mesh_;
  std::unique_ptr<rays::MeshTree> tree_;
};

}  // namespace intercusp
