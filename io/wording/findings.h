// The sentences of findings: codes and values in, sentences in the language chosen out.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "occlusion/base/finding.h"
#include "occlusion/case/anatomy.h"

namespace intercusp {

//! A sentence without a full stop, or several with one between. A finding whose code has no sentence gives its
//! code.
[[nodiscard]] std::string sentence_of(const Finding& finding);
//! The sentence without its capital, to follow a colon.
[[nodiscard]] std::string clause_of(const Finding& finding);
[[nodiscard]] std::vector<std::string> sentences_of(const std::vector<Finding>& findings);

//! How superior was found: "normals of the open scans"; empty where it was not.
[[nodiscard]] std::string in_words(const std::optional<SuperiorMethod>& method);

}  // namespace intercusp
