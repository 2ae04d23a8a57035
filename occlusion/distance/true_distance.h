// True distance near contact, fast enough for live use. For each point of the lower's surface that a
// clearance map sees close to the upper, it is the distance to the closest point of the upper's anatomy in
// any direction. On a slope, the clearance along one direction is too large by 1/cos of the slope
// (docs/ACCURACY.md).
//
// The clearance map gives the point, the sign and a bound. An overlap ends at the face of the lower that the
// map names, so this point lies inside the upper (occlusion/maps/clearance_map.h). The closest point is no
// farther than the gap along the line. Sixteen neighbouring pixels are searched together (closest_faces.h).
#pragma once

#include <Eigen/Geometry>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "occlusion/distance/closest_faces.h"
#include "occlusion/distance/scan_closure.h"
#include "occlusion/engines/rays/inside_test.h"
#include "occlusion/geometry/solid.h"
#include "occlusion/maps/clearance_map.h"
#include "occlusion/view/view.h"

namespace intercusp {

//! How certain a pixel's distance is.
enum class DistanceMark : std::uint8_t {
  none,     //!< not searched: no clearance, one beyond the search radius, or no face of the lower
  certain,  //!< distance and sign are known
  at_rim,   //!< the closest point lies on the rim of the upper's scan; what lies beyond may be closer
  //! A surface that import added runs between the two points, so neither sign nor distance is known.
  undecided
};

//! Every array has one entry per pixel, row by row from the top left.
struct DistanceMap {
  View view;
  std::vector<float> distance_mm;  //!< negative inside the upper; NaN if the mark is none or undecided
  std::vector<DistanceMark> mark;
};

constexpr double near_contact_mm = 0.5;

class TrueDistance {
 public:
  //! Builds the upper's trees once for all poses.
  //! \throw as ClosestPoints
  TrueDistance(std::shared_ptr<const Solid> upper, std::shared_ptr<const Solid> lower);

  //! Computes the distances at the pixels whose clearance is at most `radius_mm`. The next call
  //! overwrites the result.
  //! \pre the map is of this bite in this pose
  [[nodiscard]] const DistanceMap& compute(const ClearanceMap& map, const Eigen::Isometry3d& upper_from_lower,
                                           double radius_mm = near_contact_mm) {
    return compute(map, map.clearance_mm, upper_from_lower, radius_mm);
  }

  //! As above, but searches each pixel only as far as its bound.
  //! \param bound_mm per pixel: search limit, at most the clearance, with its sign; above `radius_mm`
  //! skips the pixel
  [[nodiscard]] const DistanceMap& compute(const ClearanceMap& map, std::span<const float> bound_mm,
                                           const Eigen::Isometry3d& upper_from_lower, double radius_mm);

 private:
  //! Data that only an open scan needs.
  struct Closure {
    explicit Closure(const Solid& upper);
    ScanClosure added;
    InsideTest inside;
    ScanRim rim;
  };
  struct Asked;
  struct PixelPlace;
  void fit_tiles(const View& view);
  void find_in_tile(const Asked& asked, int tile_column, int tile_row);
  void find_asked(const Asked& asked, const PixelPlace& first, int columns, int rows);
  void find(const Asked& asked, std::span<const PixelPlace> places);
  //! \param closure_is_near false if no added face is as near as the closest face, so that face
  //! is not on the rim
  [[nodiscard]] DistanceMark mark_of(const Eigen::Vector3d& point, std::uint32_t face, double distance_mm,
                                     bool inside, bool closure_is_near) const;

  std::shared_ptr<const Solid> upper_, lower_;
  ClosestFaces upper_faces_;
  std::unique_ptr<const Closure> closure_;  //!< null if the whole upper was scanned
  DistanceMap distances_;
  std::vector<std::uint8_t> tile_is_blank_;  //!< per tile: 1 if no pixel of the tile has a distance
};

}  // namespace intercusp
