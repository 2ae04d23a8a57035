// Finds the bite of two jaws from buccal scans. Each scan is registered to both jaws, and the results are
// combined by their errors.
//
// The case frame is that of the upper scan (occlusion/case/bite.h). Lengths are in mm.
#pragma once

#include <Eigen/Geometry>
#include <optional>
#include <span>
#include <vector>

#include "occlusion/base/progress.h"
#include "occlusion/registration/register_scans.h"
#include "occlusion/teeth/jaw_scan.h"

namespace intercusp {

//! Why the bite is not determined.
enum class NoBite {
  jaws_exchanged,   //!< the tooth numbers of the upper scan are those of a lower jaw, or the reverse
  no_buccal_scan,   //!< no buccal scan was given
  upper_not_found,  //!< no buccal scan shows the upper jaw: another patient, or too little of it
  lower_not_found,
  sides_disagree  //!< two buccal scans lead to bites further apart than most_disagreement_mm
};

//! The result of one buccal scan.
struct BuccalFit {
  ScanRegistration upper, lower;  //!< fixed_from_moving: from the buccal scan to the jaw
  //! Difference between its bite and those of the other scans, the greatest at the lower's teeth that it
  //! shows. Empty for a single scan.
  std::optional<double> disagreement_mm;
  [[nodiscard]] bool determined() const { return upper.determined() && lower.determined(); }
};

struct BuccalBite {
  std::optional<NoBite> reason;
  std::vector<BuccalFit> scans;  //!< in the given order
  //! The greatest shift of the lower's teeth between the poses of the scans; 0 for a single scan.
  double disagreement_mm = 0;
  Eigen::Isometry3d upper_from_lower = Eigen::Isometry3d::Identity();
  PoseError error;           //!< error of that pose, in the upper's frame
  double residual_mm = 0;    //!< root mean square of the matches of all scans
  double overlap_share = 0;  //!< share of the buccal scans' area that lies on the jaws

  [[nodiscard]] bool determined() const { return !reason; }
};

//! Bites of scanners are correct to some hundredths of a millimetre (J Oral Sci 2024;66:111). Ten times as
//! much is a mistake.
inline constexpr double most_disagreement_mm = 0.5;

//! Two jaws, prepared once for several bites.
struct BuccalJaws {
  BuccalJaws(const JawScan& upper_scan, const JawScan& lower_scan);
  bool exchanged;  //!< NoBite::jaws_exchanged
  MatchSurface upper, lower;
};

//! \throw Cancelled
[[nodiscard]] BuccalBite buccal_bite(const BuccalJaws& jaws, std::span<const JawScan> buccal,
                                     const Progress& progress = {});
[[nodiscard]] BuccalBite buccal_bite(const JawScan& upper, const JawScan& lower,
                                     std::span<const JawScan> buccal, const Progress& progress = {});

}  // namespace intercusp
