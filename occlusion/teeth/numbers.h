// Step 3, the numbers: decides which teeth stand where along an arch, by dynamic programming over all
// ways to cut the arch into teeth.
#pragma once

#include <span>
#include <vector>

#include "occlusion/teeth/scores.h"

namespace intercusp {

struct ArchTooth {
  int place = 0;                           //!< 0 to 15 (fdi.h)
  bool milk = false;                       //!< whether it is the milk tooth of this place
  double first_mm = 0, last_mm = 0;        //!< extent along the arch, at the middle of the crown
  double first_slant = 0, last_slant = 0;  //!< slope of either border: mm along the arch per mm across
  double middle_mm = 0;                    //!< centre of the crown, across the arch
  double probability = 0;                  //!< that this tooth stands here
};

//! How well one set of teeth explains an arch.
struct SetReading {
  ToothSet set = ToothSet::permanent;
  double size = 1;         //!< size of the teeth relative to the published one
  double probability = 0;  //!< probability of the set, given this jaw
};

struct ArchReading {
  Jaw jaw = Jaw::upper;
  std::vector<SetReading> sets;
  std::vector<ArchTooth> teeth;  //!< in order along the arch
  double log_evidence = 0;       //!< log evidence for this jaw; the greater one of the two jaws is likelier
  double size = 1;               //!< size of the teeth relative to the published one
  double height_share = 1;       //!< visible share of the published heights of permanent crowns
};

//! The most likely cut of the arch into teeth of this jaw. All probabilities stay 1.
[[nodiscard]] ArchReading read_arch(const ArchProfile& profile, Jaw jaw);

//! Log evidence of the better jaw for permanent teeth of the published sizes. It is a lower bound of the
//! evidence that `read_arch` finds and takes a fiftieth of its time.
[[nodiscard]] double quick_evidence(const ArchProfile& profile);

//! Reads the arch again with the heights of the crowns that the first reading cut, and sets the probability
//! of each tooth: the share of all cuts, over all sets and sizes, in which a tooth with its number covers its
//! middle. Among the best cuts of the sets, returns the one with the greatest sum of these probabilities,
//! that is with most numbers expected to be right.
//! \param height_mm of each tooth's crown
[[nodiscard]] ArchReading read_with_heights(ArchReading reading, const ArchProfile& profile,
                                            std::span<const double> height_mm);

//! Expected visible height of a crown: the published height times, for permanent teeth,
//! the share that this arch shows.
[[nodiscard]] double expected_height_mm(const ArchReading& reading, const ArchTooth& tooth);

}  // namespace intercusp
