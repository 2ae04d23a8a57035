// A jaw in the case frame with smooth normals, for shaded pictures and exported meshes.
#pragma once

#include <Eigen/Geometry>
#include <vector>

#include "occlusion/case/bite.h"
#include "occlusion/maps/clearance_map.h"

namespace intercusp {

struct PosedJaw {
  const Solid* solid = nullptr;  //!< must outlive this object
  Jaw jaw = Jaw::lower;
  Eigen::Isometry3d case_from_solid = Eigen::Isometry3d::Identity();
  std::vector<Eigen::Vector3d> points;  //!< vertices in the case frame, mm
  //! Unit, outward: the area-weighted mean of the faces around the vertex; zero if it has none.
  std::vector<Eigen::Vector3d> normals;
};

[[nodiscard]] PosedJaw posed_jaw(const Solid& solid, Jaw jaw, const Eigen::Isometry3d& case_from_solid);
[[nodiscard]] PosedJaw posed_jaw(const Bite& bite, Jaw jaw);

//! The map's clearance at points of one jaw's surface.
class SurfaceClearance {
 public:
  //! \pre the map is orthographic; map and jaw outlive this object
  SurfaceClearance(const ClearanceMap& map, const PosedJaw& jaw);

  //! Clearance in mm at a point of the jaw's surface, interpolated between pixel centres. NaN where the map
  //! does not measure that surface: behind another surface, facing away, outside the map, or too steep.
  //! \param normal unit, outward; point and normal are in the case frame
  [[nodiscard]] float at(const Eigen::Vector3d& point, const Eigen::Vector3d& normal) const;

 private:
  const ClearanceMap& map_;
  Jaw jaw_;
  //! Depth of the face that bounds the clearance at each pixel's centre; NaN if there is none.
  std::vector<float> depth_mm_;
  std::vector<float> slope_;  //!< tangent of the angle between that face and the picture plane
};

//! Clearance at every vertex of the scanned surface, mm. NaN at other vertices and where SurfaceClearance is
//! NaN.
[[nodiscard]] std::vector<float> clearance_at_vertices(const SurfaceClearance& surface, const PosedJaw& jaw);

}  // namespace intercusp
