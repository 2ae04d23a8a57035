// A bite whose teeth bear numbers, if only estimated ones.
#pragma once

#include <vector>

#include "occlusion/case/anatomy.h"
#include "occlusion/case/bite.h"

namespace intercusp {

struct LabelledTeeth {
  Anatomy anatomy;
  std::vector<int> upper, lower;  //!< per face, as face_teeth gives them; all 0 where nothing is known
  bool estimated = false;         //!< counted along the arch (estimate_labels), not read from the files
};

//! The labels of the jaws; where neither has any and each tooth is a component of its own, estimated ones.
[[nodiscard]] LabelledTeeth labelled_teeth(const Bite& bite);

}  // namespace intercusp
