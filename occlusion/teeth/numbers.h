// Step 3, the numbers: which teeth stand where along an arch, by a dynamic program over all ways to cut the arch into teeth.
#pragma once

#include <span>
#include <vector>

#include "occlusion/teeth/scores.h"

namespace intercusp {

struct ArchTooth {
  int place = 0;                           //!< 0 to 15, fdi.h
  bool milk = false;                       //!< the milk tooth of this place
  double first_mm = 0, last_mm = 0;        //!< along the arch
  double first_slant = 0, last_slant = 0;  //!< of its borders: along per across
  double middle_mm = 0;                    //!< of the crown, across the arch
  double probability = 0;                  //!< that this tooth stands here
};

//! How well an arch shows one set of teeth.
struct SetReading {
  ToothSet set = ToothSet::permanent;
  double size = 1;         //!< of the teeth, as a share of the table's
  double probability = 0;  //!< of the set, in this jaw
};

struct ArchReading {
  Jaw jaw = Jaw::upper;
  std::vector<SetReading> sets;
  std::vector<ArchTooth> teeth;  //!< in order along the arch
  double log_evidence = 0;       //!< of this jaw against the other reading
  double size = 1;               //!< of the teeth, as a share of the table's
  double height_share = 1;       //!< what permanent crowns show of the published heights
};

//! The most likely cut of the arch into teeth of this jaw; probabilities are left 1.
[[nodiscard]] ArchReading read_arch(const ArchProfile& profile, Jaw jaw);

//! The log evidence of permanent teeth of the table's sizes, in the jaw that they fit better: a lower bound of what `read_arch`
//! finds, in a fiftieth of its time.
[[nodiscard]] double quick_evidence(const ArchProfile& profile);

//! Reads the arch again with the heights of the crowns that were cut by a first reading, and sets the probability of each tooth:
//! the share of all ways to cut the arch in which a tooth of its number covers its middle, over all sets and sizes. Of the best
//! cuts of each set, the one with most numbers right, by these probabilities.
//! \param height_mm of the crown of each tooth
[[nodiscard]] ArchReading read_with_heights(ArchReading reading, const ArchProfile& profile,
                                            std::span<const double> height_mm);

//! What the published height of a crown and the heights of the arch's others let expect.
[[nodiscard]] double expected_height_mm(const ArchReading& reading, const ArchTooth& tooth);

}  // namespace intercusp
