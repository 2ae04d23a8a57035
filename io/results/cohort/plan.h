// Which cases of a cohort have to be computed, and what each will need.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "io/files/value.h"
#include "io/results/cohort/manifest.h"

namespace intercusp {

struct PlannedCase {
  CohortCase one;
  std::string key;
  double memory_mb = 0, minutes = 0;  //!< estimated from the sizes of the scans, with a reserve
};

struct CohortPlan {
  std::filesystem::path manifest_folder;  //!< absolute
  CohortAnalysis analysis = CohortAnalysis::inspect;
  std::vector<std::string> options;  //!< options of the analysis
  std::vector<PlannedCase> to_do;
  std::size_t unchanged = 0;  //!< cases whose results are kept, including failures
  bool force = false;         //!< results may replace files that the program did not write
};

//! SHA-256 over the program's version, the columns of its tables, the analysis, the options and the files of
//! the case; for `compare` also the scans of the subject's first row. A file that cannot be read counts as
//! missing.
[[nodiscard]] std::string case_key(const CohortCase& one, CohortAnalysis analysis,
                                   const std::vector<std::string>& options);

//! The files that the case names, including missing ones.
[[nodiscard]] std::vector<std::filesystem::path> input_files(const CohortCase& one);

//! Reads every input once, in parallel.
//! \param retry whether to compute failed cases again
[[nodiscard]] CohortPlan make_plan(const Manifest& manifest, const std::filesystem::path& cohort,
                                   CohortAnalysis analysis, const std::vector<std::string>& options,
                                   bool retry);

//! plan.json, which the workflow and its jobs read.
[[nodiscard]] Fields plan_fields(const CohortPlan& plan);
//! \throw InputError, also if the name of a case does not belong to its subject and session
[[nodiscard]] CohortPlan read_plan(const std::filesystem::path& file);

}  // namespace intercusp
