// The bite of two jaws that were exported without one: by buccal scans where there are any, else by the arches alone.
//
// The case frame is that of the upper scan (occlusion/case/bite.h). Lengths are mm.
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

//! Contacts of a found bite are counted at this surface distance: the thickness of a usual foil.
inline constexpr double bite_contact_mm = 0.1;

struct BiteCandidate {
  Eigen::Isometry3d upper_from_lower;
  double score = 0;  //!< 0 to 1, of the better candidate greater
  //! Root mean square. Buccal: of the matches between buccal scans and jaws. Arches: of the distance between surfaces
  //! that face each other within 1 mm.
  double residual_mm = 0;
  //! Buccal: of the buccal scans' area, on the jaws. Arches: of the lower's chewing surface, within 1 mm of the upper.
  double overlap_share = 0;
  std::size_t contacts = 0;       //!< patches of the lower's surface within bite_contact_mm
  double contact_mm2 = 0;         //!< their area
  double max_penetration_mm = 0;  //!< exact, of either surface in the other jaw
  std::vector<float> lower_mm;    //!< surface distance of each vertex of the lower; NaN where it is not known
};

struct BiteOptions {
  //! The shape of the upper scan is that of a lower jaw, and the other way round.
  bool look_exchanged = false;
};

struct FoundBite {
  BiteMethod method = BiteMethod::arches;
  Bite jaws;  //!< in the pose of the best candidate
  //! Those of severity error say why the bite is not determined.
  std::vector<Finding> findings;
  std::vector<BiteCandidate> candidates;  //!< best first
  std::optional<BuccalBite> buccal;       //!< with buccal scans
  //! By the arches: the share of bites among pairs that fit as well as the best candidate, were bites and jaws of two
  //! patients equally common.
  std::optional<double> certainty;
  //! By buccal scans: half of the 95 % interval of the pose at that tooth of the lower where it is widest.
  std::optional<double> error_at_teeth_mm;
  Anatomy anatomy;       //!< in the best candidate's pose
  double search_ms = 0;  //!< not part of the result

  [[nodiscard]] bool determined() const;
};

//! \throw Cancelled; std::runtime_error if Embree has no device
[[nodiscard]] FoundBite find_bite(const Bite& jaws, std::span<const JawScan> buccal,
                                  const BiteOptions& options = {}, const Progress& progress = {});

}  // namespace intercusp
