// What looks wrong about the files of a case, and what mends it by one click. Nothing is changed unasked. Jaws that are not in
// bite are no matter of files: the tool that finds bites brings them together.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "io/files/errors.h"
#include "viewer/case/loaded_case.h"

namespace intercusp::viewer {

struct CaseFix {
  enum class Kind { swap, unit };
  Kind kind = Kind::swap;
  std::string reason;   //!< sentence on what was found in the anatomy or by import
  CaseRequest request;  //!< what to open instead
};

//! The text of its button: "Swap upper and lower".
[[nodiscard]] std::string label_of(const CaseFix& fix);

//! The swap of jaws that stand in each other's place. Offered only where it was tried on the anatomy of this case and makes the
//! finding go away.
[[nodiscard]] std::vector<CaseFix> fixes_for(const LoadedCase& loaded);

//! As it is to be opened with the jaws in each other's place.
[[nodiscard]] CaseRequest swapped(const CaseRequest& request);

//! What says that the jaws stand in each other's place: numbers of the files, how the arches lie, or the shape of the
//! crowns. Nothing where nothing does.
//! The jaw that both scans look like; nothing where they differ or nothing tells.
[[nodiscard]] std::optional<Jaw> both_look_like(const LoadedCase& loaded);

[[nodiscard]] std::optional<Finding> sign_of_swapped_jaws(const LoadedCase& loaded);

//! The units that a case may be in which import refused for its size, the likeliest first; none for another
//! error.
[[nodiscard]] std::vector<CaseFix> unit_fixes(const CaseRequest& request, const InputError& error);

}  // namespace intercusp::viewer
