// Finds the bite of two jaws that were exported without one: from buccal scans if there are any, otherwise
// from the arches alone.
//
// The case frame is that of the upper scan (occlusion/case/bite.h). Lengths are in mm.
#pragma once

#include <Eigen/Geometry>
#include <optional>
#include <span>
#include <vector>

#include "occlusion/base/enum_table.h"
#include "occlusion/base/finding.h"
#include "occlusion/base/progress.h"
#include "occlusion/case/anatomy.h"
#include "occlusion/case/bite.h"
#include "occlusion/registration/buccal_bite.h"

namespace intercusp {

enum class BiteMethod { buccal, arches };
[[nodiscard]] constexpr auto names_of(BiteMethod) {
  return enum_table<BiteMethod>({{BiteMethod::buccal, "buccal"}, {BiteMethod::arches, "arches"}});
}

//! Surface distance within which contacts of a found bite are counted: the thickness of a usual foil.
inline constexpr double bite_contact_mm = 0.1;

struct BiteCandidate {
  Eigen::Isometry3d upper_from_lower;
  double score = 0;  //!< from 0 to 1, greater for the better candidate
  //! A root mean square. Buccal scans: of the matches between them and the jaws. Arches: of the distance
  //! between surfaces that face each other within 1 mm.
  double residual_mm = 0;
  //! Buccal scans: the share of their area that lies on the jaws. Arches: the share of the lower's chewing
  //! surface within 1 mm of the upper.
  double overlap_share = 0;
  std::size_t contacts = 0;       //!< number of patches of the lower's surface within bite_contact_mm
  double contact_mm2 = 0;         //!< their area
  double max_penetration_mm = 0;  //!< exact depth of either surface in the other jaw
  std::vector<float> lower_mm;    //!< surface distance of each vertex of the lower; NaN if unknown
};

struct BiteOptions {
  //! The upper scan has the shape of a lower jaw, and the lower scan that of an upper jaw.
  bool look_exchanged = false;
};

struct FoundBite {
  BiteMethod method = BiteMethod::arches;
  Bite jaws;  //!< in the best candidate's pose
  //! Findings of severity error state why the bite is not determined.
  std::vector<Finding> findings;
  std::vector<BiteCandidate> candidates;  //!< best first
  std::optional<BuccalBite> buccal;       //!< only with buccal scans
  //! Only from arches: the share of bites among pairs that fit as well as the best candidate, if bites and
  //! jaws of two patients were equally common.
  std::optional<double> certainty;
  //! Only from buccal scans: half of the 95 % interval of the pose at the lower's tooth at which it is
  //! widest.
  std::optional<double> error_at_teeth_mm;
  Anatomy anatomy;       //!< in the best candidate's pose
  double search_ms = 0;  //!< does not count as part of the result

  [[nodiscard]] bool determined() const;
};

//! \throw Cancelled
//! \throw std::runtime_error if Embree has no device
[[nodiscard]] FoundBite find_bite(const Bite& jaws, std::span<const JawScan> buccal,
                                  const BiteOptions& options = {}, const Progress& progress = {});

}  // namespace intercusp
