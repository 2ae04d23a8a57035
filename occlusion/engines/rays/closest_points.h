// The closest point of a surface, in any direction.
//
// Embree's tree finds candidate faces; distances are computed in double from the mesh's vertices.
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
  //! \param face_count the first that many faces take part: a solid's anatomy, say. The mesh must outlive
  //! this. \throw std::runtime_error if Embree has no device or cannot build the tree.
  ClosestPoints(const TriangleMesh& mesh, std::size_t face_count);
  ~ClosestPoints();

  //! The closest face, empty if none is within the radius. Any of several equally close faces may be named. May be
  //! called from many threads at once.
  //! \param guess a face that may be close: the search begins within its distance
  [[nodiscard]] std::optional<ClosestPoint> within(const Eigen::Vector3d& point, double radius_mm,
                                                   std::optional<std::uint32_t> guess = std::nullopt) const;

 private:
  const TriangleMesh* mesh_;
  std::unique_ptr<rays::MeshTree> tree_;
};

}  // namespace intercusp
