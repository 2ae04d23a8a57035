// Finds the cases of a cohort that would fail, and why, without computing them.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "io/results/cohort/manifest.h"

namespace intercusp {

struct CaseFault {
  std::size_t line = 0;  //!< line of the manifest
  std::string subject, session;
  std::string code;    //!< as in cases.csv
  std::string reason;  //!< names the file
};

//! Reads every scan, pose, label file and track of the cohort as its analysis would, in parallel. Repairs and
//! computes nothing.
//! \param mm_per_unit unit of the scans, if it is known
//! \param read called after each case with the number of cases read so far
//! \return in the order of the manifest; several entries for a case with several faults
[[nodiscard]] std::vector<CaseFault> check_cases(const Manifest& manifest, CohortAnalysis analysis,
                                                 std::optional<double> mm_per_unit,
                                                 const std::function<void(std::size_t)>& read);

// The folder of a cohort's results must not contain inputs.

//! Inputs are the manifest and all files that it names. The folder need not exist.
//! \throw ReplaceError if an input lies in the folder, at any depth, through links or under another name of
//! the folder, or if the folder of a case is a link to a folder with an input. The message names all of them.
void check_cohort_folder(const std::filesystem::path& cohort, const Manifest& manifest);

//! Call it before anything in the folder of a case is removed, because what lies behind a link belongs to
//! another folder.
//! \throw ReplaceError if the folder, its parent, or a folder of an analysis in it is a link
void check_case_folder(const std::filesystem::path& cohort, const CohortCase& one);

}  // namespace intercusp
