// One case of a cohort: what a job of the workflow does.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace intercusp::cli {

//! What `inspect` would say against these options: those that the cohort sets itself, or wrong ones.
//! \throw CLI::ParseError
void check_inspect_options(const std::vector<std::string>& options);

//! Computes the case of this name in the cohort's plan and leaves in its folder the files of `inspect`, those of `play` below it where it
//! has a track, its rows of the tables and, last of all, case.json. A case whose inputs cannot be used leaves case.json with the
//! reason. \throw OutputError, in which case it leaves no case.json; InputError where the plan has no such case
void run_cohort_case(const std::filesystem::path& cohort, const std::string& name);

}  // namespace intercusp::cli
