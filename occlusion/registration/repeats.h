// How true and how precise a scanner is: repeated scans of one jaw against a reference, and against each other.
//
// Trueness: root mean square of the distances of a scan from the reference; precision: of a scan from another one, over all
// pairs (the terms of ISO 5725, the figures of ISO 20896-1 and of studies of intra-oral scanners). Nothing has changed
// between the scans, so each pair lies in the pose of least squares over all teeth, or over all of the surface where the
// reference has no tooth numbers; all scans have the numbers of the reference. Lengths are mm, in the frame of the reference.
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
  double trueness_mm = 0, precision_mm = 0;  //!< 0 where no scan shows it
  //! Smooth distortion along the arch (arch_distortion.h), mean over the scans; along buccal, mesial and occlusal.
  std::optional<Eigen::Vector3d> shift_mm = {};
  double shift_deviation_mm = 0;  //!< standard deviation of its length over the scans
};

//! How a number spreads over the scans.
struct MeanAndDeviation {
  double mean = 0, deviation = 0;
};

struct DistortionOfRepeats {
  MeanAndDeviation spread_mm, twist_mm, bend_mm;  //!< arch_distortion.h
  double ends_mm = 0;  //!< standard deviation over the scans of the shift of both ends: ScanError::ends_mm
};

struct RepeatPair {
  std::size_t first = 0, second = 0;  //!< places in the list of scans
  double precision_mm = 0;
};

struct Repeats {
  bool by_teeth = false;                               //!< else all of the surface counts
  std::vector<Eigen::Isometry3d> reference_from_scan;  //!< of each scan
  std::vector<double> scan_trueness_mm;                //!< likewise
  std::vector<RepeatPair> pairs;
  double trueness_mm = 0, precision_mm = 0;       //!< root mean squares over scans and pairs
  double vertex_mm = 0;                           //!< noise of a vertex of a scan: ScanError::vertex_mm
  std::vector<RepeatedTooth> teeth;               //!< of the reference, along the arch
  std::optional<DistortionOfRepeats> distortion;  //!< nothing with fewer than six teeth
};

//! \pre at least two scans  \throw Cancelled
[[nodiscard]] Repeats repeats_of(const JawScan& reference, std::span<const RepeatedScan> scans,
                                 const Progress& progress = {});

}  // namespace intercusp
