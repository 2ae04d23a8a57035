// What the numbers of an inspection mean, in the words of every report and picture: a contact's definition
// travels with its number.
#pragma once

#include <string>
#include <vector>

#include "occlusion/inspect.h"

namespace intercusp {

//! What a clearance is.
[[nodiscard]] std::string measure_sentence();

//! What a contact and its area are, with the thresholds.
[[nodiscard]] std::string contact_sentence(const std::vector<double>& thresholds_mm);

//! "0.05, 0.1 and 0.2 mm".
[[nodiscard]] std::string in_words(const std::vector<double>& lengths_mm);

//! Shortest decimal form that reads back as the same number: "0.05", "1".
[[nodiscard]] std::string shortest(double number);

//! "36" for a tooth, "–" for none.
[[nodiscard]] std::string tooth_name(int fdi);

//! The finding in one sentence, for the head of a report and the terminal.
[[nodiscard]] std::string finding_sentence(const Inspection& inspection);

}  // namespace intercusp
