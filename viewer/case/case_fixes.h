// What looks wrong about a case that was opened, and what mends it by one click. Nothing is changed unasked.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "io/files/errors.h"
#include "viewer/case/loaded_case.h"

namespace intercusp::viewer {

struct CaseFix {
  enum class Kind { swap, bring_together, turn_over, unit, undo };
  Kind kind = Kind::swap;  //!< `undo` takes back a mend
  std::string reason;      //!< sentence on what was found in the anatomy or by import
  CaseRequest request;     //!< what to open instead
};

//! The text of its button: "Swap upper and lower".
[[nodiscard]] std::string label_of(const CaseFix& fix);

//! The mends that help: each was tried on the anatomy of this case, and is offered only where it makes the
//! finding go away. Jaws in each other's place are swapped; a lower that faces away is turned over about the
//! axis that makes it face the upper; jaws far apart are brought to each other along superior.
[[nodiscard]] std::vector<CaseFix> fixes_for(const LoadedCase& loaded);

//! What says that the jaws stand in each other's place: numbers of the files, how the arches lie, or the shape of the
//! crowns. Nothing where nothing does.
//! The jaw that both scans look like; nothing where they differ or nothing tells.
[[nodiscard]] std::optional<Jaw> both_look_like(const LoadedCase& loaded);

[[nodiscard]] std::optional<Finding> sign_of_swapped_jaws(const LoadedCase& loaded);

//! The units that a case may be in which import refused for its size, the likeliest first; none for another
//! error.
[[nodiscard]] std::vector<CaseFix> unit_fixes(const CaseRequest& request, const InputError& error);

}  // namespace intercusp::viewer
