// True distance near contact: from each point of the lower's surface that a map sees close to the upper, the
// distance to the closest point of the upper's anatomy in any direction. A clearance, taken along one
// direction, reads 1/cos of the slope too much (docs/ACCURACY.md); this does not.
#pragma once

#include <Eigen/Geometry>
#include <memory>
#include <vector>

#include "occlusion/geometry/solid.h"
#include "occlusion/maps/clearance_map.h"
#include "occlusion/rays/closest_points.h"

namespace intercusp {

constexpr double near_contact_mm = 0.5;

class TrueDistance {
 public:
  //! The upper rests: its tree is made once for all poses. \throw as ClosestPoints.
  TrueDistance(std::shared_ptr<const Solid> upper, std::shared_ptr<const Solid> lower);

  //! One entry per pixel, mm: the distance from where the pixel's line meets the lower face that the map
  //! names, negative where that lies inside the upper. NaN where the clearance is above `radius_mm` or there
  //! is none, and where no lower face bounds it. Kept; the next call overwrites it. \pre the map is of this
  //! bite in this pose. \throw std::invalid_argument for a hinge map.
  [[nodiscard]] const std::vector<float>& compute(const ClearanceMap& map,
                                                  const Eigen::Isometry3d& upper_from_lower,
                                                  double radius_mm = near_contact_mm);

 private:
  std::shared_ptr<const Solid> upper_, lower_;
  ClosestPoints upper_points_;
  std::vector<float> distance_mm_;
};

}  // namespace intercusp
