// The impact map: where droplets ended on a collider, when and how fast (Knott 2003, sections 3.4.2 and 3.4.3).
//
// The map is the collider's surface seen along the nozzle's direction, with two sides: facing the nozzle and turned
// away. So its pixels are squares of the same size in mm, as the thesis requires (section 3.5.1), on meshes and bodies.
// Where several droplets end in one pixel the earliest gives time and speed, and all are counted.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>

#include "occlusion/geometry/triangle_mesh.h"
#include "occlusion/particles/impact.h"
#include "occlusion/view/view.h"

namespace intercusp {

//! Droplets that ended in one pixel, at least one.
struct ImpactPlace {
  std::uint32_t hits = 0;
  double first_s = 0;     //!< arrival of the earliest
  double speed_mm_s = 0;  //!< its speed
  double depth_mm = 0;    //!< its depth in the view
};

struct ImpactMap {
  using Side =
      std::map<std::size_t, ImpactPlace>;  //!< by the pixel's index in the grid; empty pixels are left out

  View view;                       //!< along the nozzle's direction, in the frame of the files, mm
  double near_mm = 0, far_mm = 0;  //!< depths in the view between which the collider lies
  Side facing, averted;            //!< by the surface's normal: against the direction, or along it
};

//! `down` of views along a direction: −z of the files, or y for a direction near ±z.
[[nodiscard]] Eigen::Vector3d down_of_view_along(const Eigen::Vector3d& direction);

//! The index of the pixel that holds a place of the view; beyond the window that of the nearest.
[[nodiscard]] std::size_t pixel_at(const PixelGrid& grid, const Eigen::Vector2d& place);

//! Without impacts. \param mesh the collider or its mesh; not empty
//! \param direction of the nozzle, unit length \param longest_px pixels along the longer edge of the window
[[nodiscard]] ImpactMap empty_impact_map(const TriangleMesh& mesh, const Eigen::Vector3d& direction,
                                         int longest_px = 256);

//! \param impact on the map's collider
void add_impact(ImpactMap& map, const Impact& impact);

}  // namespace intercusp
