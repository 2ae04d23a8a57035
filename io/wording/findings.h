// The sentences of findings: from codes and values to sentences in the chosen language.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "occlusion/base/finding.h"
#include "occlusion/case/anatomy.h"

namespace intercusp {

//! A sentence without a full stop at the end, or several with full stops between them. A finding whose code
//! has no sentence gives its code.
[[nodiscard]] std::string sentence_of(const Finding& finding);
//! The sentence without its capital, for use after a colon.
[[nodiscard]] std::string clause_of(const Finding& finding);
[[nodiscard]] std::vector<std::string> sentences_of(const std::vector<Finding>& findings);

//! How superior was found: "normals of the open scans"; empty if it was not found.
[[nodiscard]] std::string in_words(const std::optional<SuperiorMethod>& method);

}  // namespace intercusp
