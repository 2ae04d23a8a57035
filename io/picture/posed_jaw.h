// A jaw in the case frame with smooth normals, for shaded pictures and exported meshes.
#pragma once

#include <Eigen/Geometry>
#include <vector>

#include "occlusion/case/bite.h"
#include "occlusion/maps/clearance_map.h"

namespace intercusp {

struct PosedJaw {
  const Solid* solid = nullptr;  //!< must outlive it
  Jaw jaw = Jaw::lower;
  Eigen::Isometry3d case_from_solid = Eigen::Isometry3d::Identity();
  std::vector<Eigen::Vector3d> points;  //!< vertices in the case frame, mm
  std::vector<Eigen::Vector3d>
      normals;  //!< unit, outward, area-weighted mean of the faces around; zero where none
};

[[nodiscard]] PosedJaw posed_jaw(const Solid& solid, Jaw jaw, const Eigen::Isometry3d& case_from_solid);
[[nodiscard]] PosedJaw posed_jaw(const Bite& bite, Jaw jaw);

//! The map's clearance at points of one jaw's surface.
class SurfaceClearance {
 public:
  //! \pre an orthographic map; map and jaw outlive this.
  SurfaceClearance(const ClearanceMap& map, const PosedJaw& jaw);

  //! Clearance in mm at a point of the jaw's surface, interpolated between pixel centres; NaN where the map does not measure
  //! that surface: behind another, facing away, outside the map, or too steep.
  //! \param normal unit, outward; both in the case frame
  [[nodiscard]] float at(const Eigen::Vector3d& point, const Eigen::Vector3d& normal) const;

 private:
  const ClearanceMap& map_;
  Jaw jaw_;
  std::vector<float>
      depth_mm_;              //!< of the face that bounds the clearance, at each pixel's centre; NaN without
  std::vector<float> slope_;  //!< tangent of that face's angle to the picture plane
};

//! Clearance at every vertex of the scanned surface, mm; NaN elsewhere and where SurfaceClearance is NaN.
[[nodiscard]] std::vector<float> clearance_at_vertices(const SurfaceClearance& surface, const PosedJaw& jaw);

}  // namespace intercusp
