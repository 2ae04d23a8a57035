// The folder of a cohort's results: it must hold no input.
#pragma once

#include <filesystem>

#include "io/cohort/manifest.h"

namespace intercusp {

//! Inputs are the manifest and all files that it names. The folder need not exist.
//! \throw ReplaceError naming those that lie in it, at any depth and by whatever links and names, and those in a folder that a case's
//! results would go to through a link
void check_cohort_folder(const std::filesystem::path& cohort, const Manifest& manifest);

}  // namespace intercusp
