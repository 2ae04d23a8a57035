// The biting surfaces of two jaws as heights above the occlusal plane, with which thousands of poses can be
// tried.
//
// A pose shifts the lower within the plane and turns it about superior. A closing force on springs, one per
// pixel, determines how far it closes and tilts. This is like the elastic bed of occlusion/motion/seating,
// but along superior alone.
#pragma once

#include <Eigen/Geometry>
#include <vector>

#include "occlusion/base/jaw.h"
#include "occlusion/geometry/solid.h"

namespace intercusp {

//! Heights above the plane z = 0 of a frame whose z is superior, on a lattice of square pixels through its
//! origin.
struct ArchHeights {
  static constexpr double pixel_mm = 0.5;
  static const float nothing;           //!< NaN, where there is no crown
  int first_column = 0, first_row = 0;  //!< in the lattice
  int columns = 0, rows = 0;
  std::vector<float> mm;  //!< row by row

  [[nodiscard]] float at(int column, int row) const {
    const int x = column - first_column, y = row - first_row;
    if (x < 0 || y < 0 || x >= columns || y >= rows) return nothing;
    return mm[static_cast<std::size_t>(y) * columns + x];
  }
};

//! Heights of the crowns (faces with a tooth number). For an upper jaw, the lowest surface that faces down;
//! for a lower jaw, the highest surface that faces up.
[[nodiscard]] ArchHeights arch_heights(const Solid& jaw, const Eigen::Isometry3d& frame_from_jaw, Jaw which);

struct HeightRest {
  //! The lower's motion from the pose in which its heights were taken to the pose in which it rests.
  Eigen::Isometry3d motion = Eigen::Isometry3d::Identity();
  //! The middle of the lower's heights that face the upper, in the pose in which they were taken. The force
  //! acts there.
  Eigen::Vector3d centre{0, 0, 0};
  double near_mm2 = 0;  //!< area within 0.5 mm; 0 if the arches share too little
};

//! The pose in which the lower comes to rest after a shift by whole pixels.
[[nodiscard]] HeightRest rest_of_heights(const ArchHeights& upper, const ArchHeights& lower, int columns,
                                         int rows);

}  // namespace intercusp
