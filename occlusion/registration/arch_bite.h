// Finds bites of two jaws from the shapes of their arches alone.
//
// The lower is placed against the upper by tooth numbers, about in class I (Angle 1899). It is then tried at
// every millimetre up to a tooth and a half forward, backward and sideways, and turned by up to 8°
// (arch_heights.h). From the poses in which the surfaces fit best, it is pressed into the upper on an elastic
// bed (occlusion/motion/seating/equilibrium.h), which then becomes as hard as teeth. Each pose in which it
// comes to rest is a bite. Of two bites the better one has more of the lower's chewing surface near the
// upper's.
#pragma once

#include <Eigen/Geometry>
#include <optional>
#include <vector>

#include "occlusion/base/progress.h"
#include "occlusion/case/bite.h"
#include "occlusion/motion/seating/elastic_bed.h"

namespace intercusp {

//! Why the arches do not determine a bite.
enum class NoArchBite {
  too_few_teeth,  //!< fewer than three pairs of opposing teeth have numbers, or one side or the front or back has none
  no_rest,     //!< the lower comes to rest nowhere
  poor_fit,    //!< the best pose fits only as well as arches of two patients do
  several_fit  //!< the best pose fits as bites do, but another fits nearly as well
};

struct ArchPlace {
  Eigen::Isometry3d upper_from_lower;
  double fit = 0;           //!< share of the lower's chewing surface within 0.5 mm of the upper, in this pose
  double facing_share = 0;  //!< share within 1 mm of the upper, in this pose
  double residual_mm = 0;   //!< root mean square of these distances
};

struct ArchBite {
  std::optional<NoArchBite> reason;
  std::vector<ArchPlace> places;  //!< best first, each pose once
  //! The fit of the best pose times its lead. The lead is the ratio of its fit to that of the next pose, at
  //! most three. Bites stand out by both, jaws of two patients by neither.
  double evidence = 0;
};

// Limits of the evidence, from the populations of docs/ACCURACY.md.
inline constexpr double least_evidence = 0.115;  //!< less evidence is not a bite
//! Less evidence gives a warning. Two patients with equal crowns (unvaried dentitions) reach 0.32.
inline constexpr double sure_evidence = 0.34;
inline constexpr double usual_fit = 0.15, usual_contact_mm2 = 20;  //!< medians of bites
inline constexpr double exchanged_fit = 0.06,
                        exchanged_contact_mm2 = 8;  //!< of jaws of two patients, medians

//! The share of bites among pairs with this evidence, if bites and jaws of two patients were equally common.
[[nodiscard]] double certainty_of(double evidence);

//! \param jaws their pose is not used
//! \param prepared made from these jaws
//! \throw Cancelled
[[nodiscard]] ArchBite arch_bite(const Bite& jaws, const SeatingJaws& prepared,
                                 const Progress& progress = {});

}  // namespace intercusp
