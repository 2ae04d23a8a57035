// The trueness and precision of a scanner, from repeated scans of one jaw against a reference and against
// each other.
//
// Trueness is the root mean square of the distances of a scan from the reference; precision is that of a scan
// from another one, over all pairs (the terms of ISO 5725, the figures of ISO 20896-1 and of studies of
// intra-oral scanners). Nothing has changed between the scans. Each pair therefore has the pose of least
// squares over all teeth, or over the whole surface if the reference has no tooth numbers. All scans have the
// numbers of the reference. Lengths are in mm, in the frame of the reference.
#pragma once

#include <Eigen/Geometry>
#include <optional>
#include <span>
#include <vector>

#include "occlusion/base/progress.h"
#include "occlusion/teeth/jaw_scan.h"

namespace intercusp {

struct RepeatedScan {
  const JawScan* scan;
  Eigen::Isometry3d reference_from_scan;  //!< near the truth
};

struct RepeatedTooth {
  int fdi = 0;
  double trueness_mm = 0, precision_mm = 0;  //!< 0 if no scan shows the tooth
  //! Smooth distortion along the arch (arch_distortion.h), mean over the scans, along buccal, mesial and
  //! occlusal.
  std::optional<Eigen::Vector3d> shift_mm = {};
  double shift_deviation_mm = 0;  //!< standard deviation of the shift's length over the scans
};

//! Mean and deviation of a number over the scans.
struct MeanAndDeviation {
  double mean = 0, deviation = 0;
};

struct DistortionOfRepeats {
  MeanAndDeviation spread_mm, twist_mm, bend_mm;  //!< arch_distortion.h
  double ends_mm = 0;  //!< standard deviation over the scans of the shift of both ends: ScanError::ends_mm
};

struct RepeatPair {
  std::size_t first = 0, second = 0;  //!< indices in the list of scans
  double precision_mm = 0;
};

struct Repeats {
  bool by_teeth = false;                               //!< otherwise the whole surface counts
  std::vector<Eigen::Isometry3d> reference_from_scan;  //!< for each scan
  std::vector<double> scan_trueness_mm;                //!< for each scan
  std::vector<RepeatPair> pairs;
  double trueness_mm = 0, precision_mm = 0;       //!< root mean squares over scans and pairs
  double vertex_mm = 0;                           //!< noise of a vertex of a scan: ScanError::vertex_mm
  std::vector<RepeatedTooth> teeth;               //!< teeth of the reference, along the arch
  std::optional<DistortionOfRepeats> distortion;  //!< empty with fewer than six teeth
};

//! \pre at least two scans
//! \throw Cancelled
[[nodiscard]] Repeats repeats_of(const JawScan& reference, std::span<const RepeatedScan> scans,
                                 const Progress& progress = {});

}  // namespace intercusp
