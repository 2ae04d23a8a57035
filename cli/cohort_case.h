// One case of a cohort: what a job of the workflow does.
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

//! What the analysis would say against these options: those that the cohort sets itself, or wrong ones.
//! \throw CLI::ParseError
void check_options(CohortAnalysis analysis, const std::vector<std::string>& options);

//! A folder of results of a case.
struct CaseOutput {
  std::filesystem::path folder;    //!< below that of the case; empty: that itself
  std::vector<std::string> names;  //!< of all files that may be written, the record first
};
//! What the job of a case would write.
[[nodiscard]] std::vector<CaseOutput> outputs_of(const CohortCase& one, const CohortPlan& plan);

//! Computes the case of this name in the cohort's plan and leaves in its folder the files of `inspect`, those of `play` below it where it
//! has a track, or those of another analysis, for `compare` and `segment` below upper/ and lower/; its rows of the tables and, last of
//! all, case.json. A case whose inputs cannot be used leaves case.json with the
//! reason.
//! \param key of the case when the job was planned; empty: that of plan.json
//! \throw OutputError, in which case it leaves no case.json; InputError where the plan has no such case, or the case or its options have
//! changed since
void run_cohort_case(const std::filesystem::path& cohort, const std::string& name, const std::string& key);

//! Leaves case.json with the signal of a job that a signal ended. Nothing where somebody ended it.
//! \param status of the shell: 128 and the signal
void record_crash(const std::filesystem::path& cohort, const std::string& name, int status);

}  // namespace intercusp::cli
