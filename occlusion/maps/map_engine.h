// What the three engines have in common: a case is prepared once, then any pose is mapped.
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

//! How finely an engine sees: what its numbers are rounded to before anything is compared.
struct Quantisation {
  double position_mm = 0;  //!< step that corners of faces are snapped to across the lines; 0 without snapping
  double depth_mm = 0;     //!< greatest step between neighbouring depths; 0 for double precision
};

class MapEngine {
 public:
  virtual ~MapEngine() = default;

  //! The clearance map of one pose on the pixels of `frame`. The same frame and pose give the same bits, for
  //! any number of threads. What depends on the upper jaw and the frame alone is kept from call to call; so
  //! is the map, which the next call overwrites: copy what shall last.
  [[nodiscard]] virtual const ClearanceMap& compute(const MapFrame& frame,
                                                    const Eigen::Isometry3d& upper_from_lower) = 0;

  //! The same where only clearances of at most `within_mm` are asked for: pixels with one show what `compute`
  //! shows, the others a larger clearance or none, and may miss the lower. An engine that can skips the rest.
  [[nodiscard]] virtual const ClearanceMap& compute_within(const MapFrame& frame,
                                                           const Eigen::Isometry3d& upper_from_lower,
                                                           double within_mm) {
    (void)within_mm;
    return compute(frame, upper_from_lower);
  }

  //! Of the last `compute`.
  [[nodiscard]] virtual Quantisation quantisation() const = 0;

  //! Where the time of the last `compute` went, in the order of the stages.
  [[nodiscard]] virtual std::vector<StageTime> stage_times() const = 0;
};

}  // namespace intercusp
