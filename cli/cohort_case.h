// One case of a cohort: the work of one job of the workflow.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "io/results/cohort/manifest.h"

namespace intercusp {
struct CohortCase;  // io/results/cohort/manifest.h
struct CohortPlan;  // io/results/cohort/plan.h
}  // namespace intercusp

namespace intercusp::cli {

//! Checks options as the analysis would. Also refuses options that the cohort sets itself.
//! \throw CLI::ParseError
void check_options(CohortAnalysis analysis, const std::vector<std::string>& options);

//! A folder of a case's results.
struct CaseOutput {
  std::filesystem::path folder;    //!< relative to the folder of the case; empty: that folder itself
  std::vector<std::string> names;  //!< all files that may be written, the record first
};
//! What the job of a case may write.
[[nodiscard]] std::vector<CaseOutput> outputs_of(const CohortCase& one, const CohortPlan& plan);

//! Computes the case of this name in the cohort's plan and fills its folder. The folder receives the files of
//! `inspect` or of another analysis; those of `play` go below it if the case has a track, those of `compare`
//! and `segment` into upper/ and lower/. The case's rows of the tables follow and, last of all, case.json. If
//! the inputs of a case cannot be used, case.json has the reason.
//! \param key of the case when the job was planned; empty: the one in plan.json
//! \throw OutputError, which leaves no case.json; InputError if the plan has no such case, or if the case or
//! its options have changed since
void run_cohort_case(const std::filesystem::path& cohort, const std::string& name, const std::string& key);

//! Writes case.json with the signal that ended a job. Does nothing if a user ended the job.
//! \param status of the shell: 128 plus the signal
void record_crash(const std::filesystem::path& cohort, const std::string& name, int status);

}  // namespace intercusp::cli
