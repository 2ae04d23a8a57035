// The page that shows a cohort at a glance.
#pragma once

#include <string>
#include <vector>

#include "io/results/cohort/analysis.h"

namespace intercusp {

struct CollectedCase;

//! Shows how many cases are done, why others failed, how the figures are distributed and which cases are outliers, with
//! a link to each case's report. One file; the links are relative to the cohort's folder.
[[nodiscard]] std::string summary_page(const std::vector<CollectedCase>& cases, CohortAnalysis analysis);

}  // namespace intercusp
