// The sentences of a report's first page.
#pragma once

#include <string>
#include <vector>

#include "io/wording/section.h"
#include "occlusion/inspect.h"

namespace intercusp {

//! The finding at one threshold, by surface distance. \param closest_teeth where the jaws are closest, in words
[[nodiscard]] std::string first_page_sentence(const Inspection& inspection, const AreaTotal& area,
                                              const std::string& closest_teeth);

//! "teeth 23–34", "tooth 34"; empty where neither has a number.
[[nodiscard]] std::string pair_in_words(const Bite& bite, int upper_tooth, int lower_tooth);

//! The remarks, as many as a first page has room for.
[[nodiscard]] std::vector<std::string> warning_sentences(const std::vector<Remark>& remarks);

//! Estimated numbers and axes, with confidence.
[[nodiscard]] std::vector<std::string> unsure_sentences(const Inspection& inspection);

//! The explanation of the tooth chart, and the reason for its absence.
[[nodiscard]] std::string chart_sentence();
[[nodiscard]] std::string no_chart_sentence();

[[nodiscard]] std::string share_interval_sentence();

//! What counts as contact on the first page.
//! What the figure of the first contact means.
[[nodiscard]] std::string first_contact_sentence();
[[nodiscard]] std::string first_page_measure_sentence(double threshold_mm);

}  // namespace intercusp
