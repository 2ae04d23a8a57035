// The teeth of both jaws of an open case, to be corrected: those of its labels, read or estimated by import.
//
// All places are in each jaw's own frame, mm; labels are per vertex of its solid.
#pragma once

#include <memory>

#include "occlusion/teeth/edits.h"
#include "viewer/case/loaded_case.h"

namespace intercusp::viewer {

struct JawTeeth {
  std::shared_ptr<const EditSurface> surface;
  std::shared_ptr<const EditedTeeth> teeth;  //!< before any edit
};
struct CaseTeeth {
  JawTeeth upper, lower;

  [[nodiscard]] const JawTeeth& of(Jaw jaw) const { return jaw == Jaw::upper ? upper : lower; }
};

//! Takes some tenths of a second.  \throw Cancelled
[[nodiscard]] CaseTeeth case_teeth(const LoadedCase& loaded, const Progress& progress = {});

//! The case with these labels: only what depends on tooth numbers is found again, the rest is shared.
[[nodiscard]] std::shared_ptr<const LoadedCase> relabelled(const LoadedCase& loaded, const EditedTeeth& upper,
                                                           const EditedTeeth& lower);

//! Number of the tooth at a face, 0 for gum.
[[nodiscard]] int tooth_at(const EditedTeeth& teeth, const Face& face);

//! Whether any tooth of the jaw has a number.
[[nodiscard]] bool has_numbers(const Solid& jaw);

}  // namespace intercusp::viewer
