// The interface of the three engines: an engine is prepared once for a case and then maps any pose.
#pragma once

#include <Eigen/Geometry>
#include <string>
#include <vector>

#include "occlusion/maps/clearance_map.h"

namespace intercusp {

struct StageTime {
  std::string name;
  double ms = 0;
};

//! The steps to which an engine rounds coordinates before it compares them.
struct Quantisation {
  //! Grid to which vertices are snapped perpendicular to the lines; 0 without snapping.
  double position_mm = 0;
  double depth_mm = 0;  //!< largest step between neighbouring depths; 0 for double precision
};

//! Selects the pixels that must be exact.
struct NearPixels {
  double within_mm = 0;  //!< pixels with a clearance of at most this,
  int beside = 0;        //!< and pixels at most this many rows and columns from one of them
};

class MapEngine {
 public:
  virtual ~MapEngine() = default;

  //! The clearance map of one pose. Equal views and poses give equal bits, for any number of threads. From
  //! call to call the engine keeps what depends only on the upper jaw and the view. It also keeps the map,
  //! which the next call overwrites; copy it to keep it.
  [[nodiscard]] virtual const ClearanceMap& compute(const View& view,
                                                    const Eigen::Isometry3d& upper_from_lower) = 0;

  //! Like `compute`, but exact only at the requested pixels. Other pixels have a larger clearance or none, and may miss
  //! the lower jaw. Engines use this to skip work.
  [[nodiscard]] virtual const ClearanceMap& compute_within(const View& view,
                                                           const Eigen::Isometry3d& upper_from_lower,
                                                           const NearPixels& near) {
    (void)near;
    return compute(view, upper_from_lower);
  }

  //! Quantisation of the last `compute`.
  [[nodiscard]] virtual Quantisation quantisation() const = 0;

  //! Times of the stages of the last `compute`, in order.
  [[nodiscard]] virtual std::vector<StageTime> stage_times() const = 0;
};

}  // namespace intercusp
