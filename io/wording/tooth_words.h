// Places on teeth and the relation of the arches, in words.
#pragma once

#include <string>

#include "io/wording/section.h"
#include "occlusion/case/bite.h"
#include "occlusion/case/bite_relations.h"
#include "occlusion/case/tooth_groups.h"
#include "occlusion/case/tooth_surface.h"

namespace intercusp {

//! "mesiobuccal cusp", "distal marginal ridge", "central fossa". Front teeth have "labial" and "incisal",
//! upper teeth "palatal". "–" if there is no place.
[[nodiscard]] std::string place_name(const std::optional<ToothPlace>& place);

//! "27–37", "right posterior–right posterior".
[[nodiscard]] std::string teeth_in_words(const Bite& bite, GroupPair pair);

//! "teeth 23–34", "tooth 34"; empty if neither has a number.
[[nodiscard]] std::string pair_in_words(const Bite& bite, int upper_tooth, int lower_tooth);

//! "16?"; "gum" for 0, or "–" if the jaw has no numbers.
[[nodiscard]] std::string tooth_or_gum(const Bite& bite, Jaw jaw, int fdi);

//! The confidence in whole per cent, rounded down: 89.9 stays below 90, and only 1 gives 100.
[[nodiscard]] std::string confidence_text(double confidence);

//! What places mean.
[[nodiscard]] std::string place_sentence();
//! What overjet, overbite, midline shift and the classes are.
[[nodiscard]] std::string relations_sentence();

//! The relations from overjet to canines, one row each; without rows if nothing could be measured.
[[nodiscard]] Section relations_section(const BiteRelations& found, const Bite& bite);

[[nodiscard]] std::string estimated_teeth_sentence(const Bite& bite);
[[nodiscard]] std::string estimated_teeth_sentence(const std::vector<EstimatedTooth>& teeth);

}  // namespace intercusp
