// True distance near contact, live: from each point of the lower's surface that a map sees close to the
// upper, the distance to the closest point of the upper's anatomy in any direction. A clearance, taken along
// one direction, reads 1/cos of the slope too much (docs/ACCURACY.md); this does not.
//
// The map gives the point, the sign and a bound: an overlap ends at the lower's face that the map names, so
// that point lies inside the upper (occlusion/maps/clearance_map.h), and no closest point is further than the
// gap along the line. Pixels near each other are searched together, sixteen at a time (closest_faces.h).
#pragma once

#include <Eigen/Geometry>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "occlusion/distance/closest_faces.h"
#include "occlusion/distance/scan_closure.h"
#include "occlusion/distance/scan_rim.h"
#include "occlusion/engines/rays/inside_test.h"
#include "occlusion/geometry/solid.h"
#include "occlusion/maps/clearance_map.h"

namespace intercusp {

constexpr double near_contact_mm = 0.5;

//! What is known of a pixel's true distance.
enum class DistanceMark : std::uint8_t {
  none,     //!< not asked for: no clearance, one above the radius, or no lower face that bounds it
  certain,  //!< the distance, with its sign
  at_rim,   //!< the closest point lies on the rim of the upper's scan: what lies beyond is unknown and may be
            //!< closer
  undecided  //!< what import closed the scan with runs between the two points: there is no sign, and no
             //!< distance
};

//! One entry per pixel.
struct TrueDistances {
  std::vector<float> mm;  //!< negative inside the upper; NaN where the mark is none or undecided
  std::vector<DistanceMark> mark;
};

class TrueDistance {
 public:
  //! The upper rests: its trees are made once for all poses. \throw as ClosestPoints.
  TrueDistance(std::shared_ptr<const Solid> upper, std::shared_ptr<const Solid> lower);

  //! The distances at the pixels whose clearance is at most `radius_mm`. Kept; the next call overwrites them.
  //! \pre the map is of this bite in this pose.
  [[nodiscard]] const TrueDistances& compute(const ClearanceMap& map,
                                             const Eigen::Isometry3d& upper_from_lower,
                                             double radius_mm = near_contact_mm);

 private:
  //! What an open scan needs besides.
  struct Closure {
    explicit Closure(const Solid& upper);
    ScanClosure added;
    InsideTest inside;
    ScanRim rim;
  };
  struct Asked;
  struct Pixels;
  void find_in_tile(const Asked& asked, int tile_column, int tile_row);
  void find(const Asked& asked, const Pixels& pixels);
  //! \param closure_is_near false: no face that import added is as near as the closest; then it is not on the
  //! rim
  [[nodiscard]] DistanceMark mark_of(const Eigen::Vector3d& point, std::uint32_t face, double distance_mm,
                                     bool inside, bool closure_is_near) const;

  std::shared_ptr<const Solid> upper_, lower_;
  ClosestFaces upper_faces_;
  std::unique_ptr<const Closure> closure_;  //!< none where all of the upper was scanned
  TrueDistances distances_;
};

}  // namespace intercusp
