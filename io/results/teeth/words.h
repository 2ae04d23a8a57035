// The teeth found on a scan, and the words that their report and pictures share.
#pragma once

#include <string>
#include <vector>

#include "io/case/import_jaw.h"
#include "io/wording/section.h"
#include "occlusion/teeth/crown_gaps.h"
#include "occlusion/teeth/find_teeth.h"

namespace intercusp {

struct Segmentation {
  RawJaw scan;
  FoundTeeth found;
  std::vector<CrownGap> gaps;
  bool jaw_given = false;
  double import_ms = 0, search_ms = 0;
};

//! "Upper" or "Lower".
[[nodiscard]] std::string name_of(const Segmentation& segmentation);

//! The jaw with its confidence, and how many teeth there are.
[[nodiscard]] std::string headline_of(const Segmentation& segmentation);

//! The teeth, and the gaps between crowns that are apart; empty without any.
[[nodiscard]] std::vector<Section> sections_of(const Segmentation& segmentation);

//! What was found to be wrong, then what import remarked.
[[nodiscard]] std::vector<Remark> remarks_of(const Segmentation& segmentation);

//! What the numbers are and how sure.
[[nodiscard]] std::string estimated_numbers_sentence();

}  // namespace intercusp
