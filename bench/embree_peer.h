// The peer every engine is measured against: a clearance map by Embree's first hits alone, as a user of
// Embree would write it in an afternoon. The upper's heights are kept; a pose shoots one packet of 16 rays
// after another at the lower. It knows nothing of overlaps, intervals or faces that are no anatomy: it is the
// least that could be done.
#pragma once

#include <Eigen/Geometry>
#include <memory>
#include <vector>

#include "occlusion/geometry/solid.h"
#include "occlusion/projection/map_frame.h"

namespace intercusp::bench {

class EmbreePeer {
 public:
  EmbreePeer(const Solid& upper, const Solid& lower, const MapFrame& frame);
  ~EmbreePeer();
  EmbreePeer(const EmbreePeer&) = delete;
  EmbreePeer& operator=(const EmbreePeer&) = delete;

  //! Clearance per pixel, mm; NaN where a jaw is missing.
  const std::vector<float>& compute(const Eigen::Isometry3d& upper_from_lower);

 private:
  struct Scenes;
  std::unique_ptr<Scenes> scenes_;
  MapFrame frame_;
  std::vector<float> upper_depth_, clearance_mm_;
};

}  // namespace intercusp::bench
