// What changed between two scans of one jaw: the pose that brings them together, the change at every vertex of both, and of
// each tooth what it lost and gained and how it moved.
//
// Frame: that of the scan before. Lengths are mm. Changes of a tooth that moved are computed after its movement has
// been taken back, so that a movement does not count as wear; changes at vertices are those in the common frame.
#pragma once

#include <Eigen/Geometry>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "occlusion/base/progress.h"
#include "occlusion/registration/register_scans.h"
#include "occlusion/registration/tooth_loss.h"
#include "occlusion/registration/tooth_movement.h"
#include "occlusion/teeth/jaw_scan.h"

namespace intercusp {

struct CompareOptions {
  std::optional<Eigen::Isometry3d> before_from_after;  //!< given: nothing is registered
  //! before_from_after near the truth: registration starts from it and tries no other start.
  std::optional<Eigen::Isometry3d> start = {};
  //! Per vertex of the scan before: 0 where it may have changed. Empty: what has not changed is found, on the teeth alone
  //! where both scans have numbers; teeth that moved are left out.
  std::vector<std::uint8_t> region = {};
  //! The numbers of a scan are estimated: a tooth after takes the number of the tooth before that it lies on.
  bool numbers_estimated = false;
};

struct ToothChange {
  int fdi = 0;
  LossAndGain change;
  std::optional<ToothMovement> movement;  //!< empty where the tooth is on one scan only, or shows too little
};

struct ScanComparison {
  std::shared_ptr<const JawScan> before, after;
  ScanRegistration registration;  //!< fixed_from_moving is before_from_after
  bool by_teeth = false;  //!< brought together by the teeth alone: both scans have some, and gum changes
  bool gum_fits = true;   //!< false: with the gum the scans differed almost everywhere
  std::vector<int> moved_teeth;  //!< left out of the registration as they moved; FDI, ascending
  //! Per vertex as given; negative where surface was lost, NaN where the other scan has nothing. Empty without a pose.
  std::vector<double> before_change_mm, after_change_mm;
  std::vector<double> before_smooth_mm, after_smooth_mm;  //!< the same as means over about half a millimetre
  ChangeNoise noise;                                      //!< of the teeth
  std::vector<ToothChange> teeth;  //!< of the scan before, by FDI number; empty without numbers or a pose

  [[nodiscard]] bool determined() const { return registration.determined(); }
  [[nodiscard]] const Eigen::Isometry3d& before_from_after() const {
    return registration.fixed_from_moving();
  }
};

//! \throw Cancelled
[[nodiscard]] ScanComparison compare_scans(std::shared_ptr<const JawScan> before,
                                           std::shared_ptr<const JawScan> after,
                                           const CompareOptions& options = {}, const Progress& progress = {});

}  // namespace intercusp
