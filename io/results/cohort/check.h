// Finds, without computing them, the cases of a cohort that would fail, and why.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "io/results/cohort/analysis.h"
#include "io/results/cohort/manifest.h"

namespace intercusp {

struct CaseFault {
  std::size_t line = 0;  //!< of the manifest
  std::string subject, session;
  std::string code;    //!< as in cases.csv
  std::string reason;  //!< with the file
};

//! Reads every scan, pose, label file and track of the cohort as its analysis would, in parallel; repairs and computes nothing.
//! \param mm_per_unit of the scans, where it is known
//! \param read called after each case with the number of cases read so far
//! \return in the order of the manifest, several for a case with several faults
[[nodiscard]] std::vector<CaseFault> check_cases(const Manifest& manifest, CohortAnalysis analysis,
                                                 std::optional<double> mm_per_unit,
                                                 const std::function<void(std::size_t)>& read);

}  // namespace intercusp
