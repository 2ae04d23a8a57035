// The page that shows a cohort at a glance.
#pragma once

#include <string>
#include <vector>

namespace intercusp {

struct CollectedCase;

//! How many cases are done, why others failed, how the figures are distributed and which cases lie far from the others, with a link to
//! each case's report. One file; the links are relative to the cohort's folder.
[[nodiscard]] std::string summary_page(const std::vector<CollectedCase>& cases);

}  // namespace intercusp
