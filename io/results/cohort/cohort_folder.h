// The folder of a cohort's results: it must hold no input.
#pragma once

#include <filesystem>

#include "io/results/cohort/manifest.h"

namespace intercusp {

//! Inputs are the manifest and all files that it names. The folder need not exist.
//! \throw ReplaceError if an input lies in the folder, at any depth, through links or under another name of the folder, or if the folder
//! of a case is a link to a folder with an input. The message names all of them.
void check_cohort_folder(const std::filesystem::path& cohort, const Manifest& manifest);

//! Call before anything in the folder of a case is removed: what lies behind a link is another folder's.
//! \throw ReplaceError where the folder, the one above it or one of an analysis in it is a link
void check_case_folder(const std::filesystem::path& cohort, const CohortCase& one);

}  // namespace intercusp
